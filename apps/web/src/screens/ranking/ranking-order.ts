import type { RankingEntry } from '@candor/contracts/http/content';

/** What the ranking can be ordered by; the server's own order is that of the three weeks' rate. */
export const rankingOrders = ['three_week_rate', 'three_week_win', 'three_week_profit', 'total_rate'] as const;
export type RankingOrder = (typeof rankingOrders)[number];

/** Best first; of equals, who stands higher in the server's order. */
export function inOrderOf(entries: readonly RankingEntry[], order: RankingOrder): readonly RankingEntry[] {
  if (order === 'three_week_rate') return entries;
  return entries.toSorted((a, b) => Number(b[order]) - Number(a[order]) || a.rank - b.rank);
}
