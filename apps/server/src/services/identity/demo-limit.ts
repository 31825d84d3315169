import type { TenantId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import { Attempts } from './attempts.ts';
import { IdentityRefusal } from './refusal.ts';

const hourMs = 3_600_000;

export interface DemoLimits {
  /** New demos from one network (an IPv4 address or an IPv6 /64) in an hour, at any company. */
  readonly perAddressMax: number;
  /** New demos of one company in an hour. */
  readonly perCompanyMax: number;
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
  take(companyId: TenantId, network: string): void {
    const [from, at] = [`network ${network}`, `company ${companyId}`];
    const { perAddressMax, perCompanyMax } = this.#limits;
    if (this.#made.count(from) >= perAddressMax || this.#made.count(at) >= perCompanyMax)
      throw new IdentityRefusal('demoLimitReached');
    for (const key of [from, at]) this.#made.add(key);
  }
}
