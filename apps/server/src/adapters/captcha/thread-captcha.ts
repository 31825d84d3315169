import type { CaptchaPainter } from '../../ports/guards.ts';
import type { BackgroundWork } from '../../ports/work.ts';
import { captchaAlphabet } from './glyphs.ts';

/** Paints in another thread than the trading thread; a network with many requests waits for its own (R-SEC-33). */
export function createThreadCaptcha(work: BackgroundWork): CaptchaPainter {
  return {
    alphabet: captchaAlphabet,
    paint: (text, network) => work.run<string>('captcha', text, { caller: network }),
  };
}
