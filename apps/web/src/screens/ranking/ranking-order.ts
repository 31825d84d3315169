import type { RankingEntry } from '../../data/account-records.ts';

/** Figures to order the ranking by; the server orders by the three-week rate. */
export const rankingOrders = ['threeWeekRate', 'threeWeekWin', 'threeWeekProfit', 'totalRate'] as const;
export type RankingOrder = (typeof rankingOrders)[number];

/** Returns the entries, best first; equal ones keep the server's order. */
export function inOrderOf(entries: readonly RankingEntry[], order: RankingOrder): readonly RankingEntry[] {
  if (order === 'threeWeekRate') return entries;
  return entries.toSorted((a, b) => Number(b[order]) - Number(a[order]) || a.rank - b.rank);
}
