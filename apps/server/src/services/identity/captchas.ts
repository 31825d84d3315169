import type { CaptchaPainter } from '../../ports/captcha-painter.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { IdentityRefusal } from './refusal.ts';

export interface GivenCaptcha {
  readonly id: string;
  readonly text: string;
}

const letters = 5;
const lifeMs = 5 * 60_000;
const openMax = 10_000;

/** Pictures handed out, each good for one try within five minutes (R-SES-18). The oldest makes room for the newest. */
export class Captchas {
  readonly #painter: CaptchaPainter;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #open = new Map<string, { text: string; untilMs: number }>();

  constructor(deps: { painter: CaptchaPainter; clock: Clock; ids: Ids }) {
    this.#painter = deps.painter;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
  }

  make(): { id: string; picture: string } {
    const text = this.#ids.letters(this.#painter.alphabet, letters);
    const id = this.#ids.token();
    this.#open.set(id, { text, untilMs: this.#clock.monotonicMs() + lifeMs });
    const [oldest] = this.#open.keys();
    if (this.#open.size > openMax && oldest !== undefined) this.#open.delete(oldest);
    return { id, picture: this.#painter.paint(text) };
  }

  /** Uses the picture up, right or wrong. Refuses `captchaWrong`. */
  use(given: GivenCaptcha): void {
    const known = this.#open.get(given.id);
    this.#open.delete(given.id);
    const isRight =
      known !== undefined &&
      known.untilMs > this.#clock.monotonicMs() &&
      known.text === given.text.trim().toUpperCase();
    if (!isRight) throw new IdentityRefusal('captchaWrong');
  }
}
