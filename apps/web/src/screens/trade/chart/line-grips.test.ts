import { expect, test } from 'vitest';
import { createLineGrips } from './line-grips.ts';

const grab = () => ({ move: () => undefined, end: () => undefined });

test('R-SCR-18 the nearest line within reach is moved, at any place of its length', () => {
  const grips = createLineGrips();
  for (const [key, y] of [
    ['stopLoss-1', 100],
    ['takeProfit-1', 130],
  ] as const)
    grips.add({ key, y: () => y, grab });
  expect(grips.at(112, 22, null)?.key).toBe('stopLoss-1');
  expect(grips.at(118, 22, null)?.key).toBe('takeProfit-1');
  expect(grips.at(60, 22, null)).toBe(null);
});

test('a line that is gone, or has no height, is not moved', () => {
  const grips = createLineGrips();
  const leave = grips.add({ key: 'stopLoss-1', y: () => 100, grab });
  grips.add({ key: 'takeProfit-1', y: () => null, grab });
  leave();
  expect(grips.at(100, 22, null)).toBe(null);
});
