import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { LossRateStore } from '../../ports/company.ts';

/** With fewer accounts the rate would reveal individuals and be random. */
const accountsMin = 100;
const yearMs = 365 * 24 * 3_600_000;
const renewAfterMs = 3_600_000;

/**
 * Share of real accounts with a trading loss within a year, in hundredths of a percent, computed from the ledger; null
 * below 100 accounts (R-COM-09). Computed in the background, at most hourly per company.
 */
export class LossRates {
  readonly #store: LossRateStore;
  readonly #clock: Clock;
  readonly #onError: (error: Error) => void;
  readonly #known = new Map<CompanyId, { rateE2: number | null; readAtMs: number }>();

  constructor(deps: { store: LossRateStore; clock: Clock; onError: (error: Error) => void }) {
    this.#store = deps.store;
    this.#clock = deps.clock;
    this.#onError = deps.onError;
  }

  /** Returns the cached rate without waiting for a computation. */
  of(companyId: CompanyId): number | null {
    const known = this.#known.get(companyId);
    const nowMs = this.#clock.monotonicMs();
    const rateE2 = known?.rateE2 ?? null;
    if (known === undefined || nowMs - known.readAtMs > renewAfterMs) {
      this.#known.set(companyId, { rateE2, readAtMs: nowMs });
      this.renew(companyId).catch(this.#onError);
    }
    return rateE2;
  }

  async renew(companyId: CompanyId): Promise<void> {
    const { accounts, losing } = await this.#store.count(companyId, this.#clock.nowMs() - yearMs);
    const rateE2 = accounts < accountsMin ? null : Math.round((losing * 10_000) / accounts);
    this.#known.set(companyId, { rateE2, readAtMs: this.#clock.monotonicMs() });
  }
}
