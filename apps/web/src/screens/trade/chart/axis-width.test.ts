import { expect, test } from 'vitest';
import { axisWidthFor } from './axis-width.ts';

test('R-ACC-08 the price axis is as wide as the longest price on its tags', () => {
  expect(axisWidthFor('1.15296')).toBe(58);
  expect(axisWidthFor('—')).toBe(58);
  expect(axisWidthFor('25,830.4')).toBe(58);
  expect(axisWidthFor('94,952.60')).toBe(64);
  expect(axisWidthFor('1,294,952.60')).toBeGreaterThan(axisWidthFor('94,952.60'));
});
