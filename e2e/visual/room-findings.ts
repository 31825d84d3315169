/** Whether there is room for what a screen shows, looked for inside the page. Each function is sent to the browser whole. */

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Of the first element in sight; what is not there is nowhere. */
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

/** What stands in a field that is too narrow for it. */
export function cutFigures(): string[] {
  return [...document.querySelectorAll('input')]
    .filter((field) => field.checkVisibility() && field.scrollWidth > field.clientWidth)
    .map((field) => `“${field.value}” in ${field.clientWidth} of ${field.scrollWidth} px`);
}

/** On a desk: labels cut short, and figures that one has to scroll sideways to. */
export function hiddenFigures(): string[] {
  return [
    ...document.querySelectorAll(
      '[data-part=metrics] :is(dt,dd:not([data-part=margin-ratio])),[data-part=desk-row] [data-part~=caption],[data-part=orders-scroller]',
    ),
  ]
    .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth)
    .map((element) => `${element.className} “${element.textContent.slice(0, 30)}”`);
}
