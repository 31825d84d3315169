import { newYorkWeekday, nextTradingDayStart } from '@candor/domain/calc/trading-day';

/** End of a pending order that is not filled; a number is its time. */
export type Expiry = 'never' | 'day' | 'week' | number;

const friday = 5;

/** Returns the end of the trading day, or of the trading week, 17:00 in New York; null for never (R-ORD-05). */
export function expiryAt(expiry: Expiry, nowMs: number): number | null {
  if (expiry === 'never') return null;
  if (typeof expiry === 'number') return expiry;
  let endMs = nextTradingDayStart(nowMs);
  while (expiry === 'week' && newYorkWeekday(endMs) !== friday) endMs = nextTradingDayStart(endMs);
  return endMs;
}

/** Returns the end of the trading day of a date such as `2026-11-20`; null for a text that is no date. */
export function endOfDate(date: string): number | null {
  // Noon in UTC is before 17:00 in New York on every day of the year.
  const noonMs = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T12:00:00Z`) : Number.NaN;
  return Number.isNaN(noonMs) ? null : nextTradingDayStart(noonMs);
}
