import type { Clock } from '../../ports/clock.ts';
import { Attempts } from './attempts.ts';
import type { Captchas, GivenCaptcha } from './captchas.ts';
import { IdentityRefusal } from './refusal.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What an address may do in an hour before a captcha is asked for, and before nothing more is taken from it. */
const failuresBeforeCaptcha = 10;
const failuresMax = 100;
const sendsBeforeCaptcha = 3;
const sendsMax = 30;
/** Failures for one pair of account and address that cost no wait; the next wait doubles up to the longest. */
const freeFailures = 3;
const waitMaxMs = minuteMs;
/** Who asks for a second factor knows the password already, so a hard limit harms no stranger's victim. */
const factorFailuresMax = 20;

/**
 * Makes guessing slow without ever locking the owner out (R-SES-23): waiting grows for one account from one address,
 * everybody else is at most asked for a captcha. Held in memory, so it starts afresh with the process; what guards a
 * single code is stored with the code.
 */
export class Guard {
  readonly #captchas: Captchas;
  readonly #pairs: Attempts;
  readonly #accounts: Attempts;
  readonly #failures: Attempts;
  readonly #sends: Attempts;
  readonly #factors: Attempts;

  constructor(deps: { clock: Clock; captchas: Captchas }) {
    this.#captchas = deps.captchas;
    this.#pairs = new Attempts(deps.clock, hourMs);
    this.#accounts = new Attempts(deps.clock, hourMs);
    this.#failures = new Attempts(deps.clock, hourMs);
    this.#sends = new Attempts(deps.clock, hourMs);
    this.#factors = new Attempts(deps.clock, hourMs);
  }

  /** Before a password is looked at. It counts as a failure until `passed` takes it back, so that many at once count too. */
  beginPassword(account: string, network: string, captcha: GivenCaptcha | null): { passed(): void } {
    this.#refuseFlood(network);
    this.#refuseHaste(`${account} ${network}`);
    const isSuspect =
      this.#accounts.count(account) >= failuresBeforeCaptcha || this.#failures.count(network) >= failuresBeforeCaptcha;
    if (isSuspect) this.#requireCaptcha(captcha);
    return this.#count(account, network);
  }

  /** The same for a password asked of who is signed in already: he can be slowed down, and is shown no picture. */
  beginOwnPassword(account: string, network: string): { passed(): void } {
    this.#refuseFlood(network);
    this.#refuseHaste(`${account} ${network}`);
    return this.#count(account, network);
  }

  #count(account: string, network: string): { passed(): void } {
    const pair = `${account} ${network}`;
    this.#pairs.add(pair);
    this.#accounts.add(account);
    this.#failures.add(network);
    return {
      passed: () => {
        this.#pairs.clear(pair);
        this.#accounts.clear(account);
        this.#failures.takeBack(network);
      },
    };
  }

  /** Before a code is sent, counted whatever becomes of it. */
  beginSend(network: string, captcha: GivenCaptcha | null): void {
    this.#refuseFlood(network);
    if (this.#sends.count(network) >= sendsMax) throw new IdentityRefusal('tooManyRequests');
    const failures = this.#failures.count(network);
    if (this.#sends.count(network) >= sendsBeforeCaptcha || failures >= failuresBeforeCaptcha)
      this.#requireCaptcha(captcha);
    this.#sends.add(network);
  }

  /** Before a code or an invitation is looked at; wrong ones count as `failed`. */
  beginGuess(network: string): { failed(): void } {
    this.#refuseFlood(network);
    return { failed: () => this.#failures.add(network) };
  }

  beginFactor(user: string): { passed(): void } {
    if (this.#factors.count(user) >= factorFailuresMax) throw new IdentityRefusal('tooManyRequests');
    this.#factors.add(user);
    return { passed: () => this.#factors.clear(user) };
  }

  #refuseHaste(pair: string): void {
    const waitMs = waitAfter(this.#pairs.count(pair)) - this.#pairs.sinceLastMs(pair);
    if (waitMs > 0) throw new IdentityRefusal('tooManyRequests', { wait_ms: Math.ceil(waitMs) });
  }

  #refuseFlood(network: string): void {
    if (this.#failures.count(network) >= failuresMax) throw new IdentityRefusal('tooManyRequests');
  }

  #requireCaptcha(captcha: GivenCaptcha | null): void {
    if (captcha === null) throw new IdentityRefusal('captchaRequired');
    this.#captchas.use(captcha);
  }
}

function waitAfter(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(waitMaxMs, 1_000 * 2 ** (failures - freeFailures));
}
