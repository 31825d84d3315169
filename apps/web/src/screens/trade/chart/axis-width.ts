/** Of the board's prices, six digits and a point. */
const leastPx = 58;
/** Of the axis's 11 px letters, semibold: a digit, and a point or comma. */
const digitPx = 6.5;
const markPx = 3.2;
const paddingPx = 12;

/** Width of the price axis in px that holds a price as it is written on a tag, such as "94,952.60". */
export function axisWidthFor(price: string): number {
  const digits = price.replaceAll(/\D/g, '').length;
  const needed = digits * digitPx + (price.length - digits) * markPx + paddingPx;
  return Math.max(leastPx, Math.ceil(needed));
}
