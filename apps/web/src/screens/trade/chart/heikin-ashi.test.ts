import { expect, test } from 'vitest';
import { heikinAshi } from './heikin-ashi.ts';

test('R-SCR-76 Heikin-Ashi candles equal those computed by hand', () => {
  const bars = [
    { open: 10, high: 14, low: 8, close: 12 },
    { open: 12, high: 13, low: 11, close: 12 },
    { open: 6, high: 7, low: 4, close: 5 },
    { open: 20, high: 22, low: 19, close: 21 },
  ];
  expect(heikinAshi(bars)).toEqual([
    { open: 11, high: 14, low: 8, close: 11 },
    { open: 11, high: 13, low: 11, close: 12 },
    { open: 11.5, high: 11.5, low: 4, close: 5.5 },
    { open: 8.5, high: 22, low: 8.5, close: 20.5 },
  ]);
  expect(heikinAshi([])).toEqual([]);
});
