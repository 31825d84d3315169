import type { TenantId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { LossRateStore } from '../../ports/company.ts';

/** Fewer accounts would tell of single people, and of chance. */
const accountsMin = 100;
const yearMs = 365 * 24 * 3_600_000;
const renewAfterMs = 3_600_000;

/**
 * The share of real accounts that lost money by trading within a year, in hundredths of a percent, from the ledger
 * alone; null until there are enough accounts (R-COM-09). Reckoned in the background, once an hour per company asked for.
 */
export class LossRates {
  readonly #store: LossRateStore;
  readonly #clock: Clock;
  readonly #onError: (error: Error) => void;
  readonly #known = new Map<TenantId, { rateE2: number | null; readAtMs: number }>();

  constructor(deps: { store: LossRateStore; clock: Clock; onError: (error: Error) => void }) {
    this.#store = deps.store;
    this.#clock = deps.clock;
    this.#onError = deps.onError;
  }

  /** What is known now; nobody waits for the ledger to be gone through. */
  of(companyId: TenantId): number | null {
    const known = this.#known.get(companyId);
    const nowMs = this.#clock.monotonicMs();
    const rateE2 = known?.rateE2 ?? null;
    if (known === undefined || nowMs - known.readAtMs > renewAfterMs) {
      this.#known.set(companyId, { rateE2, readAtMs: nowMs });
      this.renew(companyId).catch(this.#onError);
    }
    return rateE2;
  }

  async renew(companyId: TenantId): Promise<void> {
    const { accounts, losing } = await this.#store.count(companyId, this.#clock.nowMs() - yearMs);
    const rateE2 = accounts < accountsMin ? null : Math.round((losing * 10_000) / accounts);
    this.#known.set(companyId, { rateE2, readAtMs: this.#clock.monotonicMs() });
  }
}
