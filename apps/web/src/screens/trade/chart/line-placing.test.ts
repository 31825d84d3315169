import { expect, it } from 'vitest';
import { ticksAt } from './line-placing.ts';

const scale = { toY: (price: number) => (1.16 - price) * 10_000, height: 200 };

it('returns the ticks at a height of the pane, and none on a flat scale (R-SCR-18)', () => {
  expect(ticksAt(0, scale, 5)).toBe(116_000);
  expect(ticksAt(115, scale, 5)).toBe(114_850);
  expect(ticksAt(-40, scale, 5)).toBe(116_000);
  expect(ticksAt(900, scale, 5)).toBe(114_000);
  expect(ticksAt(10, { toY: () => 5, height: 200 }, 5)).toBe(null);
});
