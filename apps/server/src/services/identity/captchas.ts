import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import { type CaptchaPainter, clockSkewMs, type RateCounts } from '../../ports/guards.ts';
import type { Ids, Secrets } from '../../ports/secrets.ts';
import { IdentityRefusal } from './refusal.ts';

export interface GivenCaptcha {
  readonly id: string;
  readonly text: string;
}

const letters = 5;
/** Time to answer a captcha; a used id is remembered for as long. */
export const captchaLifeMs = 5 * 60_000;
const randomLetters = 16;
const macBytes = 16;
const tagBytes = 8;
const givenMax = 100;

/**
 * Captchas, valid for one try within five minutes (R-SES-18). The id carries its expiry and the text's keyed hash, so
 * nothing is stored before use and no caller can invalidate another's captcha.
 */
export class Captchas {
  readonly #painter: CaptchaPainter;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #secrets: Secrets;
  readonly #used: RateCounts;

  constructor(deps: { painter: CaptchaPainter; clock: Clock; ids: Ids; secrets: Secrets; used: RateCounts }) {
    this.#painter = deps.painter;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#secrets = deps.secrets;
    this.#used = deps.used;
  }

  async make(network: string): Promise<{ id: string; picture: string }> {
    const text = this.#ids.letters(this.#painter.alphabet, letters);
    const picture = await this.#painter.paint(text, network);
    const ends = (this.#clock.nowMs() + captchaLifeMs).toString(36);
    const random = this.#ids.token().slice(0, randomLetters);
    const word = `${ends}.${random}.${this.#tag(ends, random)}`;
    return { id: `${word}.${this.#sign(word, text).toString('base64url')}`, picture };
  }

  /** Consumes the captcha, right or wrong. Refuses `captchaWrong`. */
  async use({ id, text }: GivenCaptcha): Promise<void> {
    const [ends = '', random = '', tag = '', signature = ''] = id.slice(0, givenMax).split('.');
    // Only genuine ids are remembered, so that forged ones evict none of them.
    if (tag !== this.#tag(ends, random)) throw new IdentityRefusal('captchaWrong');
    const word = `${ends}.${random}.${tag}`;
    const signed = Buffer.from(signature, 'base64url');
    const expected = this.#sign(word, text.trim().toUpperCase());
    const leftMs = Number.parseInt(ends, 36) - this.#clock.nowMs();
    const isFirst = (await this.#used.add(random)) === 1;
    const isLive = leftMs > 0 && leftMs <= captchaLifeMs + clockSkewMs;
    const isRight = signed.length === expected.length && timingSafeEqual(signed, expected);
    if (!isFirst || !isLive || !isRight) throw new IdentityRefusal('captchaWrong');
  }

  #tag(ends: string, random: string): string {
    return this.#secrets.mac('captcha-id', `${ends}.${random}`).subarray(0, tagBytes).toString('base64url');
  }

  #sign(word: string, text: string): Buffer {
    return this.#secrets.mac('captcha', `${word}\n${text}`).subarray(0, macBytes);
  }
}
