/** Smallest width in px: six digits and a point. */
const leastPx = 58;
/** Widths in px of the axis font (11 px, semibold): a digit, and a point or comma. */
const digitPx = 6.5;
const markPx = 3.2;
const paddingPx = 12;

/** Width in px of a price axis for prices such as "94,952.60". */
export function axisWidthFor(price: string): number {
  const digits = price.replaceAll(/\D/g, '').length;
  const needed = digits * digitPx + (price.length - digits) * markPx + paddingPx;
  return Math.max(leastPx, Math.ceil(needed));
}
