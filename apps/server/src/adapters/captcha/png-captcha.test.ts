import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pngCaptcha } from './png-captcha.ts';

/** The points of a picture as we write it: one IDAT, no filters. */
function pointsOf(url: string): number[] {
  const png = Buffer.from(url.replace('data:image/png;base64,', ''), 'base64');
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const width = png.readUInt32BE(16);
  return [...rows].filter((_, index) => index % (width + 1) > 0);
}

test('R-SES-18 a captcha is a picture, another one each time, and holds its text nowhere', () => {
  const url = pngCaptcha.paint('AC3KX');
  expect(url).toMatch(/^data:image\/png;base64,/);
  expect(url.length).toBeLessThan(20_000);
  expect(pngCaptcha.paint('AC3KX')).not.toBe(url);
  expect(Buffer.from(url.slice(22), 'base64').includes('AC3KX')).toBe(false);
  expect(pointsOf(url)).toHaveLength(180 * 60);
});

test('every letter it promises leaves ink', () => {
  for (const letter of pngCaptcha.alphabet) {
    const dark = pointsOf(pngCaptcha.paint(letter.repeat(5))).filter((grey) => grey === 40).length;
    expect(dark).toBeGreaterThan(1_000);
  }
});
