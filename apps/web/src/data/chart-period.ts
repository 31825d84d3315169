import { newYorkWeekday, nextTradingDayStart, tradingDayStart, zoneOf } from '@candor/domain/calc/trading-day';
import { type Period, periodMinutes, periods } from '@candor/domain/values/period';

/** Periods that are folded from served ones on this device (R-SCR-69). */
const longPeriods = ['4hour', '1week', '1month'] as const;
export type LongPeriod = (typeof longPeriods)[number];
/** Periods among the chart's tools: each tick, and the long ones. */
export const morePeriods = ['tick', ...longPeriods] as const;
export type MorePeriod = (typeof morePeriods)[number];
export type ChartPeriod = Period | MorePeriod;
export const allPeriods: readonly ChartPeriod[] = [...periods, ...morePeriods];
/** Period whose bars have a length. */
export type TimedPeriod = Exclude<ChartPeriod, 'tick'>;

const bases = { '4hour': '60min', '1week': '1day', '1month': '1day' } as const satisfies Record<LongPeriod, Period>;
const fourHoursMs = 4 * 3_600_000;
const dayMs = 86_400_000;
const minuteMs = 60_000;
const newYork = zoneOf('America/New_York');

export function isLong(period: ChartPeriod): period is LongPeriod {
  return period in bases;
}

/** True for a period that is chosen among the chart's tools. */
export function isMore(period: ChartPeriod): period is MorePeriod {
  return (morePeriods as readonly string[]).includes(period);
}

/** Returns the served period of which a long one is made. */
export function basePeriod(period: LongPeriod): Period {
  return bases[period];
}

/** True for periods of a day or longer, whose bars have dates and no clock. */
export function isOfDays(period: ChartPeriod): boolean {
  return period === '1day' || period === '1week' || period === '1month';
}

/** True for periods whose bars are short enough to show the trading sessions: an hour at most (R-CHT-01). */
export function hasSessions(period: ChartPeriod): boolean {
  return !isLong(period) && period !== '1day';
}

/**
 * Returns the same number for all instants of one bar of a long period. Four hours are counted from the start of the
 * trading day, 17:00 in New York; a week has the trading days from Monday, and a month those with its dates.
 */
export function barKey(period: LongPeriod, timeMs: number): number {
  const dayStartMs = tradingDayStart(timeMs);
  if (period === '4hour') return dayStartMs + Math.floor((timeMs - dayStartMs) / fourHoursMs) * fourHoursMs;
  // A trading day has the date on which it ends.
  const dateMs = Math.floor(newYork.toLocalMs(nextTradingDayStart(timeMs) - 1) / dayMs) * dayMs;
  if (period === '1week') return dateMs - ((newYorkWeekday(nextTradingDayStart(timeMs) - 1) + 6) % 7) * dayMs;
  const date = new Date(dateMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Returns the end of the bar that holds an instant. */
export function barEndMs(period: TimedPeriod, atMs: number): number {
  if (period === '1day') return nextTradingDayStart(atMs);
  if (period === '4hour') return Math.min(barKey(period, atMs) + fourHoursMs, nextTradingDayStart(atMs));
  if (isLong(period)) return endOfDays(period, atMs);
  const spanMs = periodMinutes[period] * minuteMs;
  return (Math.floor(atMs / spanMs) + 1) * spanMs;
}

/** A week has seven trading days at most, a month thirty-one. */
function endOfDays(period: LongPeriod, atMs: number): number {
  const key = barKey(period, atMs);
  let endMs = nextTradingDayStart(atMs);
  while (barKey(period, endMs) === key) endMs = nextTradingDayStart(endMs);
  return endMs;
}
