import { describe, expect, test } from 'vitest';
import { captchaStyle, plainStyle } from '../apps/server/src/adapters/captcha/paint-captcha.ts';
import {
  CaptchaReader,
  cleaned,
  type InkView,
  inkViews,
  type SeenCaptcha,
  seeCaptchas,
  shareRead,
} from '../testkit/captcha-reader.ts';

const { threshold, clusters, surroundings, majority } = inkViews;
const views: Record<string, InkView> = {
  'one threshold': threshold,
  'three clusters of shades, without thin lines and small pieces': cleaned(clusters),
  'what differs from its surroundings': surroundings,
  'the rarer side of one threshold nearby, without thin lines and small pieces': cleaned(majority),
};

describe('R-SES-18 a reader trained on this captcha painter', () => {
  test('reads plain letters, so that the test is meaningful', () => {
    const reader = new CaptchaReader(threshold, seeCaptchas(plainStyle, 120));
    expect(Math.max(...shareRead(reader, seeCaptchas(plainStyle, 60)))).toBeGreaterThan(0.5);
  });

  /** Painted once, for training and for reading. */
  let pictures: { readonly shown: SeenCaptcha[]; readonly asked: SeenCaptcha[] } | null = null;

  test.each(Object.keys(views))('reads less than one captcha in ten by %s', (name) => {
    pictures ??= { shown: seeCaptchas(captchaStyle, 300), asked: seeCaptchas(captchaStyle, 300) };
    const reader = new CaptchaReader(views[name] ?? threshold, pictures.shown);
    const shares = shareRead(reader, pictures.asked);
    console.info(name, shares.map((share) => `${(share * 100).toFixed(1)} %`).join(', '));
    expect(Math.max(...shares)).toBeLessThan(0.1);
  });
});
