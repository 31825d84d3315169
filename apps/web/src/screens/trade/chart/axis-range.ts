import type { AxisOverride, AxisRange, AxisTick } from 'klinecharts';
import { groupDigits } from '../../../format/price-text.ts';

/** How far beyond the candles a stop may widen the scale: by this share of their range on either side. */
const roomShare = 0.6;
const tagReach = 15;
const joinedReach = 27;
const halfText = 20;

/** Makes room for the lines of open orders where they are near; a far stop must not flatten the candles. */
export function widenRange(low: number, high: number, levels: readonly number[]): { low: number; high: number } {
  const room = (high - low) * roomShare;
  const near = levels.filter((level) => level >= low - room && level <= high + room);
  return { low: Math.min(low, ...near), high: Math.max(high, ...near) };
}

/** Axis texts lose the digits that no tick needs: 1.15400 at steps of 0.001 reads 1.1540, as a pip is counted. */
export function axisDigits(digits: number): number {
  return digits > 1 && digits % 2 === 1 ? digits - 1 : digits;
}

export function axisText(value: number, digits: number): string {
  return groupDigits(value.toFixed(axisDigits(digits)));
}

type Sides = { readonly bid: string | null; readonly ask: string | null };

export function axisOverride(digits: number, levels: readonly number[], sides: () => Sides | undefined): AxisOverride {
  return {
    createRange: ({ defaultRange }) => widened(defaultRange, levels),
    createTicks: ({ range, bounding, defaultTicks }) => {
      const toY = (price: number) => ((range.to - price) / range.range) * bounding.height;
      const tags = levels.map((level) => ({ y: toY(level), reach: tagReach }));
      const { bid, ask } = sides() ?? { bid: null, ask: null };
      if (bid !== null && ask !== null) tags.push({ y: toY((Number(bid) + Number(ask)) / 2), reach: joinedReach });
      return defaultTicks.map((tick) => labelled(tick, digits, tags));
    },
  };
}

/** A time that the edge would cut in two is left out. */
export function wholeTicks(ticks: AxisTick[], width: number): AxisTick[] {
  return ticks.filter((tick) => tick.coord > halfText && tick.coord < width - halfText);
}

/** A tick keeps its grid line; its text gives way to a tag that would cover half of it. */
function labelled(tick: AxisTick, digits: number, tags: readonly { y: number; reach: number }[]): AxisTick {
  const isCovered = tags.some(({ y, reach }) => Math.abs(tick.coord - y) < reach);
  return { ...tick, text: isCovered ? '' : axisText(Number(tick.value), digits) };
}

function widened(range: AxisRange, levels: readonly number[]): AxisRange {
  const { low, high } = widenRange(range.realFrom, range.realTo, levels);
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
