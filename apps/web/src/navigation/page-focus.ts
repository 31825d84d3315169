const lookEveryMs = 100;
/** Frames to wait for a heading; a slower page reports its loading itself, and the focus is left alone. */
const looksMax = 100;
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Moves the focus to the page's heading as soon as there is one, and again if the heading is rendered again when data
 * arrives (WCAG 2.4.3). A page that focuses a field keeps that focus; so do overlays, and so does a user who has moved
 * on.
 */
export function focusPage(): void {
  clearTimeout(waiting);
  let start: HTMLElement | null = null;
  let looks = 0;
  const look = () => {
    looks += 1;
    const page = shownPage();
    const holder = document.activeElement;
    if (document.querySelector('[data-overlay]') !== null || (holder !== start && page?.contains(holder) === true))
      return;
    if (start === null || !start.isConnected) {
      start = startOf(page, looks === looksMax);
      start?.focus({ preventScroll: true });
    } else if (holder !== start) return;
    if (looks < looksMax) waiting = setTimeout(look, lookEveryMs);
  };
  // The previous page is in the document until the next frame.
  waiting = setTimeout(look);
}

function shownPage(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('main')].find((main) => main.checkVisibility());
}

/**
 * Returns the element to focus: the heading, or the whole page if the heading is visually hidden and would show no
 * focus ring.
 */
function startOf(page: HTMLElement | undefined, isLast: boolean): HTMLElement | null {
  const heading = page?.querySelector<HTMLElement>('h1') ?? null;
  if (page === undefined || (heading === null && !isLast)) return null;
  const start = heading === null || heading.offsetWidth <= 1 ? page : heading;
  start.tabIndex = -1;
  return start;
}
