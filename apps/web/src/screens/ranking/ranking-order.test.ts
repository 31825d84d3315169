import type { RankingEntry } from '@candor/contracts/http/content';
import { expect, it } from 'vitest';
import { inOrderOf } from './ranking-order.ts';

const entry = (rank: number, total_rate: string): RankingEntry => ({
  rank,
  user: `a***00${rank}`,
  is_demo: 0,
  multiple: 100,
  code: 'EURUSD',
  three_week_rate: '1.00',
  three_week_win: '50.00',
  three_week_profit: '10.000000',
  total_rate,
  total_trade_num: 12,
});

it('sorts by another figure, best first, and keeps the server’s order among equals (R-RANK-02)', () => {
  const entries = [entry(1, '2.00'), entry(2, '-3.10'), entry(3, '12.00'), entry(4, '2.00')];
  const ranks = (order: Parameters<typeof inOrderOf>[1]) => inOrderOf(entries, order).map(({ rank }) => rank);
  expect(ranks('total_rate')).toEqual([3, 1, 4, 2]);
  expect(ranks('three_week_win')).toEqual([1, 2, 3, 4]);
  expect(ranks('three_week_rate')).toEqual([1, 2, 3, 4]);
});
