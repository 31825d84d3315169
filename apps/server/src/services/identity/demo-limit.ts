import type { Clock } from '../../ports/clock.ts';
import { Attempts } from './attempts.ts';
import { IdentityRefusal } from './refusal.ts';

const hourMs = 3_600_000;

export interface DemoLimits {
  /** New demos from one network address in an hour. */
  readonly perAddressMax: number;
  /** New demos from everywhere in an hour. */
  readonly totalMax: number;
}

/** How many demos may be made: each is rows and memory for good (R-SES-26). */
export class DemoLimit {
  readonly #limits: DemoLimits;
  readonly #made: Attempts;

  constructor(clock: Clock, limits: DemoLimits) {
    this.#limits = limits;
    this.#made = new Attempts(clock, hourMs);
  }

  /** Before a demo is made. Refuses `demoLimitReached`. */
  take(address: string): void {
    const network = `address ${address}`;
    const isReached =
      this.#made.count(network) >= this.#limits.perAddressMax || this.#made.count('all') >= this.#limits.totalMax;
    if (isReached) throw new IdentityRefusal('demoLimitReached');
    this.#made.add(network);
    this.#made.add('all');
  }
}
