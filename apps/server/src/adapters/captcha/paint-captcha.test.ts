import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { captchaAlphabet } from './glyphs.ts';
import { captchaHeight, captchaUrl, captchaWidth, paintCaptcha, plainStyle } from './paint-captcha.ts';

test('R-SES-18 a captcha is a picture, another one each time, and holds its text nowhere', () => {
  const url = captchaUrl('AC2KX');
  expect(url).toMatch(/^data:image\/png;base64,/);
  expect(url.length).toBeLessThan(40_000);
  expect(captchaUrl('AC2KX')).not.toBe(url);
  const png = Buffer.from(url.slice(22), 'base64');
  expect(png.includes('AC2KX')).toBe(false);
  const at = png.indexOf('IDAT');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([captchaWidth, captchaHeight]);
  expect(inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))).toHaveLength(
    (captchaWidth + 1) * captchaHeight,
  );
});

test('every letter it promises leaves ink, and stands whole in the picture', () => {
  for (const letter of captchaAlphabet) {
    const { points, boxes } = paintCaptcha(letter.repeat(5), { ...plainStyle, grain: 0 });
    expect(points.filter((grey) => grey < 128).length).toBeGreaterThan(600);
    for (const { left, right, top, bottom } of boxes) {
      expect(Math.min(left, top, captchaWidth - right, captchaHeight - bottom)).toBeGreaterThan(0);
    }
  }
});
