import { nextTradingDayStart } from '@candor/domain/calc/trading-day';
import { type Period, periodMinutes } from '@candor/domain/values/period';

const minuteMs = 60_000;
const secondMs = 1_000;
const hourMinutes = 60;

/** Returns the end of the bar that holds an instant. */
export function barEndMs(period: Period, atMs: number): number {
  if (period === '1day') return nextTradingDayStart(atMs);
  const spanMs = periodMinutes[period] * minuteMs;
  return (Math.floor(atMs / spanMs) + 1) * spanMs;
}

/** Time left in the bar: "3:42" in minutes and seconds, in hours and minutes from bars of an hour on. */
export function barLeftText(period: Period, atMs: number): string {
  const leftMs = barEndMs(period, atMs) - atMs;
  const isLong = period === '1day' || periodMinutes[period] >= hourMinutes;
  const units = Math.ceil(leftMs / (isLong ? minuteMs : secondMs));
  return `${Math.floor(units / 60)}:${String(units % 60).padStart(2, '0')}`;
}
