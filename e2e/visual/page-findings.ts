// Accessibility checks that run in the page; a function must not use anything outside.

/** Returns pressable elements smaller than `least` px, measured by hit tests, so that padding and labels count. */
export function smallTargets(least: number): string[] {
  const pressable =
    'a[href],button,input:not([type=hidden]),select,textarea,[role=button],[role=tab],[role=switch],[role=option],[role=slider]';
  const edge = 48;
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(pressable)) {
    if (element.closest('[inert]') !== null || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (isForReadersAlone(element) || isInSentence(element) || hasEquivalent(element)) continue;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const width = reach(element, x, y, 1, 0) + reach(element, x, y, -1, 0) - 1;
    const height = reach(element, x, y, 0, 1) + reach(element, x, y, 0, -1) - 1;
    if (Math.min(width, height) < least) found.push(`${width} × ${height}: ${nameOf(element)}`);
  }
  return found;

  function reach(element: HTMLElement, x: number, y: number, dx: number, dy: number): number {
    let steps = 0;
    while (steps < edge && isHit(element, x + dx * steps, y + dy * steps)) steps += 1;
    return steps;
  }

  function isHit(element: HTMLElement, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y);
    if (hit === null) return false;
    if (element === hit || element.contains(hit)) return true;
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    // A button inside a label is a separate target.
    return labels.some((label) => label.contains(hit)) && hit.closest('button') === null;
  }

  /** True if the element is inside a line of text; WCAG 2.5.8 exempts it. */
  function isInSentence(element: HTMLElement): boolean {
    if (getComputedStyle(element).display !== 'inline') return false;
    return [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node instanceof Text && node.data.trim() !== '',
    );
  }

  /** True for the tag of a line of the chart: the line itself is a target of 44 px along its length (WCAG 2.5.8). */
  function hasEquivalent(element: HTMLElement): boolean {
    return element.closest('[data-part=order-tag]') !== null;
  }

  function isForReadersAlone(element: HTMLElement): boolean {
    return (
      element.closest('[data-part=reader-text],[data-part=skip-link]:not(:focus)') !== null ||
      element.matches('input[type=file]')
    );
  }

  function nameOf(element: HTMLElement): string {
    const text = element.getAttribute('aria-label') ?? element.textContent.trim();
    return `${element.tagName.toLowerCase()}.${element.className} “${text.slice(0, 40)}”`;
  }
}

/** Returns animations and transitions that run or could run despite reduced motion. */
export function motions(): string[] {
  const running = document.getAnimations().map((animation) => `runs ${(animation as CSSAnimation).animationName}`);
  const ready = [...document.querySelectorAll('*')].flatMap((element) =>
    [undefined, '::before', '::after'].flatMap((part) => {
      const style = getComputedStyle(element, part);
      const isStill =
        style.animationName === 'none' && style.transitionDuration.split(', ').every((one) => one === '0s');
      return isStill ? [] : [`${element.tagName}.${element.getAttribute('class') ?? ''}${part ?? ''}`];
    }),
  );
  return [...new Set([...running, ...ready])];
}

/** Returns the number of visible main parts and headings, and whether a main part contains the focus. */
export function pageStart(): { mains: number; headings: number; isFocusInside: boolean } {
  const open = (element: Element) => element.checkVisibility() && element.closest('[inert]') === null;
  const mains = [...document.querySelectorAll('main')].filter(open);
  const headings = mains.flatMap((main) => [...main.querySelectorAll('h1')].filter(open));
  return {
    mains: mains.length,
    headings: headings.length,
    isFocusInside: mains.some((main) => main.contains(document.activeElement)),
  };
}
