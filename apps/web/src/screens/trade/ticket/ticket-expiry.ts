import { newYorkWeekday, nextTradingDayStart } from '@candor/domain/calc/trading-day';

/** End of a pending order that is not filled. */
export type Expiry = 'never' | 'day' | 'week';

const friday = 5;

/** Returns the end of the trading day, or of the trading week, 17:00 in New York; null for never (R-ORD-05). */
export function expiryAt(expiry: Expiry, nowMs: number): number | null {
  if (expiry === 'never') return null;
  let endMs = nextTradingDayStart(nowMs);
  while (expiry === 'week' && newYorkWeekday(endMs) !== friday) endMs = nextTradingDayStart(endMs);
  return endMs;
}
