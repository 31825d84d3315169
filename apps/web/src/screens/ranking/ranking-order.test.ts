import { expect, it } from 'vitest';
import type { RankingEntry } from '../../data/account-records.ts';
import { inOrderOf } from './RankingCard.tsx';

const entry = (rank: number, totalRate: string): RankingEntry => ({
  rank,
  user: `a***00${rank}`,
  isDemo: false,
  multiple: 100,
  code: 'EURUSD',
  threeWeekRate: '1.00',
  threeWeekWin: '50.00',
  threeWeekProfit: '10.000000',
  totalRate,
  trades: 12,
});

it('sorts by another figure, best first, and keeps the server’s order among equals (R-RANK-02)', () => {
  const entries = [entry(1, '2.00'), entry(2, '-3.10'), entry(3, '12.00'), entry(4, '2.00')];
  const ranks = (order: Parameters<typeof inOrderOf>[1]) => inOrderOf(entries, order).map(({ rank }) => rank);
  expect(ranks('totalRate')).toEqual([3, 1, 4, 2]);
  expect(ranks('threeWeekWin')).toEqual([1, 2, 3, 4]);
  expect(ranks('threeWeekRate')).toEqual([1, 2, 3, 4]);
});
