import { expect, it } from 'vitest';
import { sideTags, ticksAt } from './line-placing.ts';

it('places a tag at the middle of each line, and joins two that would overlap', () => {
  expect(sideTags(50, 120, 200)).toEqual({ ask: 40, bid: 110 });
  expect(sideTags(100, 106, 200)).toEqual({ ask: 82.75, bid: 103.25 });
});

it.each([
  ['top', 4, 10, { ask: 0, bid: 20 }],
  ['top, with the bid further below', 2, 60, { ask: 0, bid: 50 }],
  ['foot', 190, 196, { ask: 160, bid: 180 }],
])('keeps both tags whole at the %s of the pane', (_edge, ask, bid, tops) =>
  expect(sideTags(ask, bid, 200)).toEqual(tops),
);

const scale = { toY: (price: number) => (1.16 - price) * 10_000, height: 200 };

it('returns the ticks at a height of the pane, and none on a flat scale (R-SCR-18)', () => {
  expect(ticksAt(0, scale, 5)).toBe(116_000);
  expect(ticksAt(115, scale, 5)).toBe(114_850);
  expect(ticksAt(-40, scale, 5)).toBe(116_000);
  expect(ticksAt(900, scale, 5)).toBe(114_000);
  expect(ticksAt(10, { toY: () => 5, height: 200 }, 5)).toBe(null);
});
