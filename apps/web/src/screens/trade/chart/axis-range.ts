import type { AxisOverride, AxisRange, AxisTick } from 'klinecharts';
import { groupDigits } from '../../../format/price-text.ts';

/** How far beyond the candles a stop may widen the scale: by this share of their range on either side. */
const roomShare = 0.6;

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

export function axisOverride(digits: number, levels: readonly number[]): AxisOverride {
  return {
    createRange: ({ defaultRange }) => widened(defaultRange, levels),
    createTicks: ({ defaultTicks }) => defaultTicks.map((tick) => shortened(tick, digits)),
  };
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

function shortened(tick: AxisTick, digits: number): AxisTick {
  return { ...tick, text: groupDigits(Number(tick.value).toFixed(axisDigits(digits))) };
}
