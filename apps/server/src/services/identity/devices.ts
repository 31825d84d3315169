import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import type { Ids, Secrets } from '../../ports/secrets.ts';

const lifeMs = 90 * 24 * 3_600_000;
const givenMax = 200;

/**
 * Device cookies after OWASP's "Slow down online guessing attacks with device cookies": a device that has logged in to
 * an account holds a signed token for it and is rate-limited apart from strangers. It proves nothing else (R-SES-35).
 */
export class TrustedDevices {
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #ids: Ids;

  constructor(deps: { secrets: Secrets; clock: Clock; ids: Ids }) {
    this.#secrets = deps.secrets;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
  }

  issue(account: string): string {
    const word = `${this.#clock.nowMs() + lifeMs}.${this.#ids.token()}`;
    return `${word}.${this.#sign(account, word).toString('base64url')}`;
  }

  /** Returns the device id; null if the token is missing, expired or for another account. */
  idOf(account: string, given: string | null): string | null {
    if (given === null || given.length > givenMax) return null;
    const [ends = '', id = '', signature = ''] = given.split('.');
    const signed = Buffer.from(signature, 'base64url');
    const expected = this.#sign(account, `${ends}.${id}`);
    if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return null;
    return Number(ends) > this.#clock.nowMs() ? id : null;
  }

  #sign(account: string, word: string): Buffer {
    return this.#secrets.mac('device', `${account}\n${word}`);
  }
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const lettersMax = 40;

/** Returns a readable device name from the user agent, e.g. `Chrome, Android`; empty if unknown. */
export function deviceNameOf(userAgent: string): string {
  const find = (names: typeof browsers) => names.find(([form]) => form.test(userAgent))?.[1];
  const known = [find(browsers), find(systems)].filter((name) => name !== undefined);
  if (known.length > 0) return known.join(', ');
  const [first = ''] = userAgent.replace(/[^\x20-\x7e]/g, '').split(/[/\s]/);
  return first.slice(0, lettersMax);
}
