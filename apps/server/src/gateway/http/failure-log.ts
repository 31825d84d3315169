import { codes } from '@candor/contracts/codes';
import type { FastifyBaseLogger } from 'fastify';
import type { RefusalError } from './envelope.ts';

const windowMs = 10_000;
/** Failures without a name of their own are written with their stack, a bounded number per window. */
const stacksPerWindow = 20;

interface Window {
  sinceMs: number;
  written: number;
  omitted: number;
}

/**
 * Log of server failures (codes from 1900), at a bounded rate, so that refused load costs no stack and line per call.
 * Named refusals are written once per window without a stack; the next line of the same code gives the number left out.
 */
export class FailureLog {
  readonly #windows = new Map<number, Window>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  write(log: FastifyBaseLogger, refusal: RefusalError, error: Error, url: string): void {
    if (refusal.code < codes.busy) return;
    const isNamed = refusal.code !== codes.internal;
    const window = this.#windowOf(refusal.code);
    if (window.written >= (isNamed ? 1 : stacksPerWindow)) {
      window.omitted += 1;
      return;
    }
    window.written += 1;
    const line = { code: refusal.code, url: url.split('?')[0], omitted: window.omitted };
    window.omitted = 0;
    if (isNamed) log.warn(line, `request refused: ${refusal.message}`);
    else log.error({ ...line, err: error }, 'request failed');
  }

  #windowOf(code: number): Window {
    const nowMs = this.#nowMs();
    const known = this.#windows.get(code);
    if (known === undefined) {
      const window = { sinceMs: nowMs, written: 0, omitted: 0 };
      this.#windows.set(code, window);
      return window;
    }
    if (nowMs - known.sinceMs >= windowMs) {
      known.sinceMs = nowMs;
      known.written = 0;
    }
    return known;
  }
}
