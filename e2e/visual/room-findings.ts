// Checks of space on a screen that run in the page; a function must not use anything outside.

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the box of the first visible match; all NaN if there is none. */
export function boxOf(selector: string): Box {
  const shown = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
  const { left, right, top, bottom } = shown?.getBoundingClientRect() ?? {
    left: Number.NaN,
    right: Number.NaN,
    top: Number.NaN,
    bottom: Number.NaN,
  };
  return { left, right, top, bottom };
}

/** Returns values cut off by fields that are too narrow. */
export function cutFigures(): string[] {
  return [...document.querySelectorAll('input')]
    .filter((field) => field.checkVisibility() && field.scrollWidth > field.clientWidth)
    .map((field) => `“${field.value}” in ${field.clientWidth} of ${field.scrollWidth} px`);
}

/** Returns shortened labels and figures that need horizontal scrolling, on a desktop. */
export function hiddenFigures(): string[] {
  return [
    ...document.querySelectorAll(
      '[data-part=metrics] :is(dt,dd:not([data-part=margin-ratio])),[data-part=desk-row] [data-part~=caption],[data-part=orders-scroller]',
    ),
  ]
    .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth)
    .map((element) => `${element.className} “${element.textContent.slice(0, 30)}”`);
}
