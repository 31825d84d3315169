import { expect, test } from 'vitest';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { LiveQuote } from '../../data/quotes.ts';
import { marketSorts } from '../../session/settings-store.ts';
import { sortInstruments } from './market-sort.ts';

const facts = (id: number, showCode: string, popular: number | null) =>
  ({ id, popular, spec: { showCode, digits: 5 } }) as InstrumentFacts;
const list = [facts(1, 'USD/SEK', null), facts(2, 'EUR/USD', 2), facts(3, 'XAU/USD', 1), facts(4, 'AUD/CAD', null)];
const quotes: Readonly<Record<number, Partial<LiveQuote>>> = {
  1: { bid: '9.50000', ask: '9.50300', change: '-1.20' },
  2: { bid: '1.15000', ask: '1.15012', change: '0.24' },
  3: { bid: '4071.35000', ask: '4071.62000', change: '0.68' },
};

test('R-SCR-88 instruments are ordered by popularity, change, spread, volume or name; without a price they are last', () => {
  const figures = {
    get: (id: number) => quotes[id] as LiveQuote | undefined,
    volumeOf: (id: number) => [0, 40, 30, 20, 10][id] ?? 0,
  };
  expect(marketSorts.map((sort) => sortInstruments(list, sort, figures).map(({ id }) => id))).toEqual([
    [3, 2, 1, 4],
    [3, 2, 1, 4],
    [3, 2, 1, 4],
    [1, 2, 3, 4],
    [4, 2, 1, 3],
  ]);
});
