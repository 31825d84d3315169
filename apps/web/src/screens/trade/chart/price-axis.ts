import type { AxisOverride, AxisRange } from 'klinecharts';
import { groupDigits } from '../../../format/price-text.ts';

/** Largest share of the candles' range by which a stop may widen the scale on either side. */
const roomShare = 0.6;
const tickPx = 36;
/** Distance in px from the ends of the axis within which it has no number. */
export const axisEdgePx = 11;
const tiny = 1e-9;
/** Gap above and below as a share of the scale, so that the outermost tags stay clear of the edge. */
const gapShare = 0.07;

type Sides = { readonly bid: string | null; readonly ask: string | null };
const noSides: Sides = { bid: null, ask: null };

/** Widens the range for the lines of open orders that are near; a far stop must not flatten the candles. */
export function widenRange(low: number, high: number, levels: readonly number[]): { low: number; high: number } {
  const room = (high - low) * roomShare;
  const near = levels.filter((level) => level >= low - room && level <= high + room);
  return { low: Math.min(low, ...near), high: Math.max(high, ...near) };
}

/** Widens the range for bid and ask if either is near: in a quiet market the ask lies beyond every candle. */
export function widenToSides(low: number, high: number, { bid, ask }: Sides): { low: number; high: number } {
  if (bid === null || ask === null) return { low, high };
  const both = [Number(bid), Number(ask)];
  const room = (high - low) * roomShare;
  const isNear = both.some((side) => side >= low - room && side <= high + room);
  return isNear ? { low: Math.min(low, ...both), high: Math.max(high, ...both) } : { low, high };
}

/** Widens the range for prices that must be in sight, with room for their tags. */
function widenToFit({ low, high }: { low: number; high: number }, prices: readonly number[]) {
  const [least, most] = [Math.min(low, ...prices), Math.max(high, ...prices)];
  const room = (most - least) * gapShare;
  return { low: least < low ? least - room : low, high: most > high ? most + room : high };
}

/**
 * Decimals of axis texts, without a digit that no tick needs: 1.15400 at steps of 0.001 is 1.1540, and 26,100.0 is
 * 26,100.
 */
export function axisDigits(digits: number): number {
  return digits % 2 === 1 ? digits - 1 : digits;
}

export function axisText(value: number, digits: number): string {
  return groupDigits(value.toFixed(axisDigits(digits)));
}

/**
 * Returns round prices for the scale, as text: one, two or five units of a digit apart, and not too close for the eye.
 */
export function roundPrices(from: number, to: number, height: number, digits: number): string[] {
  const leastStep = Math.max(((to - from) / height) * tickPx, 10 ** -digits);
  if (!(leastStep > 0) || !Number.isFinite(leastStep)) return [];
  const power = Math.floor(Math.log10(leastStep) + tiny);
  const factor = [1, 2, 5].find((one) => one * 10 ** power >= leastStep * (1 - tiny)) ?? 10;
  const step = factor * 10 ** power;
  const decimals = Math.max(0, factor === 10 ? -power - 1 : -power);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) =>
    ((first + index) * step).toFixed(decimals),
  );
}

/** Text of a tick; ticks closer together than the last digit keep it, since two of them would be equal otherwise. */
export function tickText(value: string, digits: number): string {
  const needed = value.split('.')[1]?.length ?? 0;
  return needed > axisDigits(digits) ? groupDigits(Number(value).toFixed(digits)) : axisText(Number(value), digits);
}

/**
 * Scale and grid of the prices. The numbers themselves are written over the chart (`AxisNumbers`). `levels`, `sides`
 * and `fitted`, the prices that are always included, are asked for at each repaint: a new override would end a scale that the user has set by hand.
 * `foot` is the share of the pane that is kept free of candles at its lower edge.
 */
export function axisOverride(
  digits: number,
  levels: () => readonly number[],
  sides: () => Sides | undefined,
  fitted: () => readonly number[] = () => [],
  foot = 0,
): AxisOverride {
  return {
    gap: { top: gapShare, bottom: Math.max(gapShare, foot) },
    createRange: ({ defaultRange }) => widened(defaultRange, levels(), sides() ?? noSides, fitted()),
    createTicks: ({ range, bounding }) =>
      roundPrices(range.from, range.to, bounding.height, digits)
        .map((value) => ({ value, coord: ((range.to - Number(value)) / range.range) * bounding.height, text: '' }))
        .filter(({ coord }) => coord > axisEdgePx && coord < bounding.height - axisEdgePx),
  };
}

function widened(range: AxisRange, levels: readonly number[], sides: Sides, fitted: readonly number[]): AxisRange {
  const near = widenRange(range.realFrom, range.realTo, levels);
  const { low, high } = widenToFit(widenToSides(near.low, near.high, sides), fitted);
  const span = { from: low, to: high, range: high - low };
  return {
    ...range,
    ...span,
    realFrom: low,
    realTo: high,
    realRange: span.range,
    displayFrom: low,
    displayTo: high,
    displayRange: span.range,
  };
}

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
