import { expect, it, test } from 'vitest';
import {
  axisDigits,
  axisOverride,
  axisWidthFor,
  roundPrices,
  tickText,
  widenRange,
  widenToSides,
} from './price-axis.ts';

it('makes room for stops that are near, not for far ones (R-SCR-04)', () => {
  expect(widenRange(100, 110, [98, 115, 200])).toEqual({ low: 98, high: 115 });
  expect(widenRange(100, 110, [])).toEqual({ low: 100, high: 110 });
});

it('makes room for bid and ask, though the spread is wider than what the candles moved (R-SCR-04)', () => {
  expect(widenToSides(1.1518, 1.1532, { bid: '1.15316', ask: '1.15340' })).toEqual({ low: 1.1518, high: 1.1534 });
  expect(widenToSides(100, 101, { bid: '100.5', ask: '104' })).toEqual({ low: 100, high: 104 });
  expect(widenToSides(100, 110, { bid: '99', ask: '105' })).toEqual({ low: 99, high: 110 });
});

it('keeps the candles’ scale if the price is far from the visible ones, or missing', () => {
  expect(widenToSides(100, 110, { bid: '150', ask: '151' })).toEqual({ low: 100, high: 110 });
  expect(widenToSides(100, 110, { bid: null, ask: null })).toEqual({ low: 100, high: 110 });
});

it('gives the chart a scale that contains bid and ask', () => {
  const defaultRange = { from: 1, to: 2, range: 1, realFrom: 1, realTo: 2, realRange: 1 };
  const { createRange } = axisOverride(
    5,
    () => [],
    () => ({ bid: '1.9', ask: '2.1' }),
  );
  const range = createRange?.({ defaultRange } as Parameters<typeof createRange>[0]);
  expect(range).toMatchObject({ from: 1, to: 2.1, realTo: 2.1, displayTo: 2.1 });
});

it.each([
  [5, 4],
  [3, 2],
  [2, 2],
  [1, 0],
  [0, 0],
])('shows %i digits as %i on the axis', (digits, shown) => expect(axisDigits(digits)).toBe(shown));

it('keeps the last digit if the ticks are closer together than that', () => {
  expect(tickText('26100', 1)).toBe('26,100');
  expect(tickText('6642.5', 1)).toBe('6,642.5');
  expect(tickText('1.154', 5)).toBe('1.1540');
});

it('places ticks at round prices, one, two or five units of a digit apart', () => {
  expect(roundPrices(1.148, 1.1515, 180, 5)).toEqual(['1.148', '1.149', '1.150', '1.151']);
  expect(roundPrices(25_390, 25_810, 180, 1)).toEqual(['25400', '25500', '25600', '25700', '25800']);
  expect(roundPrices(99.98, 100.03, 90, 2)).toEqual(['99.98', '100.00', '100.02']);
  expect(roundPrices(7, 7, 0, 2)).toEqual([]);
});

test('R-ACC-08 the price axis is as wide as the longest price on its tags', () => {
  expect(axisWidthFor('1.15296')).toBe(58);
  expect(axisWidthFor('—')).toBe(58);
  expect(axisWidthFor('25,830.4')).toBe(58);
  expect(axisWidthFor('94,952.60')).toBe(64);
  expect(axisWidthFor('1,294,952.60')).toBeGreaterThan(axisWidthFor('94,952.60'));
});
