import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitWithin, longestSideMax } from './picture-size.ts';

test('R-KYC-01 a phone’s picture is shrunk to 2000 pixels on its longest side, in either orientation', () => {
  expect(fitWithin({ width: 4032, height: 3024 })).toEqual({ width: 2000, height: 1500 });
  expect(fitWithin({ width: 3024, height: 4032 })).toEqual({ width: 1500, height: 2000 });
});

test('a small picture keeps its size, and a very thin one keeps at least a pixel', () => {
  expect(fitWithin({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
  expect(fitWithin({ width: 2000, height: 2000 })).toEqual({ width: 2000, height: 2000 });
  expect(fitWithin({ width: 40_000, height: 3 })).toEqual({ width: 2000, height: 1 });
});

test('no size grows or exceeds the longest side, and the aspect ratio is kept to a pixel', () => {
  const side = fc.integer({ min: 1, max: 30_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const fitted = fitWithin({ width, height });
      expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(longestSideMax);
      expect(fitted.width).toBeLessThanOrEqual(width);
      expect(fitted.height).toBeLessThanOrEqual(height);
      const scale = Math.max(fitted.width, fitted.height) / Math.max(width, height);
      expect(Math.abs(fitted.width - width * scale)).toBeLessThanOrEqual(1);
      expect(Math.abs(fitted.height - height * scale)).toBeLessThanOrEqual(1);
    }),
  );
});
