const lookEveryMs = 100;
/** A page that takes longer to come has told so by then; the focus is left alone after that. */
const looksMax = 100;
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Where a page begins for keyboard and screen reader (WCAG 2.4.3): at its heading, as soon as that is there, and again
 * where it is drawn anew once the page's figures have come. A page that took the focus itself, for a field, keeps it; so
 * does whatever floats above, and whoever has moved on.
 */
export function focusPage(): void {
  clearTimeout(waiting);
  let start: HTMLElement | null = null;
  let looks = 0;
  const look = () => {
    looks += 1;
    const page = shownPage();
    const holder = document.activeElement;
    if (document.querySelector('.overlay') !== null || (holder !== start && page?.contains(holder) === true)) return;
    if (start === null || !start.isConnected) {
      start = startOf(page, looks === looksMax);
      start?.focus({ preventScroll: true });
    } else if (holder !== start) return;
    if (looks < looksMax) waiting = setTimeout(look, lookEveryMs);
  };
  // The page that is left is still there until the next frame.
  waiting = setTimeout(look);
}

function shownPage(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('main')].find((main) => main.checkVisibility());
}

/** A heading for readers alone would show nobody where the focus is: then it is the page as a whole. */
function startOf(page: HTMLElement | undefined, isLast: boolean): HTMLElement | null {
  const heading = page?.querySelector<HTMLElement>('h1') ?? null;
  if (page === undefined || (heading === null && !isLast)) return null;
  const start = heading === null || heading.classList.contains('visually-hidden') ? page : heading;
  start.tabIndex = -1;
  return start;
}
