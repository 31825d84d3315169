import { tradingDayStart } from '@candor/domain/calc/trading-day';
import type { QuoteFeed } from '../../ports/market.ts';

/** Days of minutes that a market holds in memory where a history can give older ones. */
export const daysInMemory = 1;
const dayMs = 86_400_000;

/** Where the minutes begin that a market starts with. */
export function firstMinuteInMemory(nowMs: number): number {
  return tradingDayStart(nowMs - daysInMemory * dayMs);
}

/** Has a feed's history made ready for a market that will start soon, so that its start need not wait for it. */
export async function warmHistory(
  { history, instrumentIds }: Pick<QuoteFeed, 'history' | 'instrumentIds'>,
  nowMs: number,
): Promise<void> {
  if (history === null) return;
  for (const id of instrumentIds) await history.minutes(id, firstMinuteInMemory(nowMs), nowMs);
}
