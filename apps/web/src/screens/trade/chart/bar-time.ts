import { barEndMs, type TimedPeriod } from '../../../data/chart-period.ts';

const minuteMs = 60_000;
const secondMs = 1_000;
/** Periods whose time is short enough to count seconds. */
const inSeconds: ReadonlySet<TimedPeriod> = new Set(['1min', '5min', '15min', '30min']);

/** Time left in the bar: "3:42" in minutes and seconds, in hours and minutes from bars of an hour on. */
export function barLeftText(period: TimedPeriod, atMs: number): string {
  const leftMs = barEndMs(period, atMs) - atMs;
  const units = Math.ceil(leftMs / (inSeconds.has(period) ? secondMs : minuteMs));
  return `${Math.floor(units / 60)}:${String(units % 60).padStart(2, '0')}`;
}
