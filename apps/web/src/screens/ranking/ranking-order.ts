import type { RankingEntry } from '@candor/contracts/http/content';

/** Figures to order the ranking by; the server orders by the three-week rate. */
export const rankingOrders = ['three_week_rate', 'three_week_win', 'three_week_profit', 'total_rate'] as const;
export type RankingOrder = (typeof rankingOrders)[number];

/** Returns the entries, best first; equal ones keep the server's order. */
export function inOrderOf(entries: readonly RankingEntry[], order: RankingOrder): readonly RankingEntry[] {
  if (order === 'three_week_rate') return entries;
  return entries.toSorted((a, b) => Number(b[order]) - Number(a[order]) || a.rank - b.rank);
}
