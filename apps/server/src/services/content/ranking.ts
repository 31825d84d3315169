import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { RankedAccount, RankingStore } from '../../ports/content.ts';

export interface RankingDeps {
  readonly store: RankingStore;
  readonly clock: Clock;
  /** True if the company shows its ranking. */
  readonly isShown: (company: CompanyRecord) => boolean;
  readonly onError: (error: Error) => void;
}

interface Kept {
  readonly accounts: readonly RankedAccount[];
  readonly atMs: number;
  /** Monotonic time until which the ranking is not recomputed. */
  readonly goodUntilMs: number;
}

/** Three weeks. */
const rankedPeriodMs = 21 * 24 * 3_600_000;
const tradesMin = 10;
const rankedMax = 100;
const keptMs = 60_000;
/** A slow ranking is recomputed less often, to bound its share of the database. */
const restPerWork = 20;
const restMaxMs = 10 * 60_000;

/**
 * Ranking of opted-in accounts by net profit of closed orders in three weeks (R-CNT-05, R-RANK-01). Recomputed at most
 * once a minute; the cached one is shown meanwhile.
 */
export class Ranking {
  readonly #deps: RankingDeps;
  readonly #kept = new Map<CompanyId, Kept>();
  readonly #underway = new Map<CompanyId, Promise<Kept>>();

  constructor(deps: RankingDeps) {
    this.#deps = deps;
  }

  /** Returns null if the company shows no ranking. */
  async read(company: CompanyRecord): Promise<Pick<Kept, 'accounts' | 'atMs'> | null> {
    if (!this.#deps.isShown(company)) return null;
    const known = this.#kept.get(company.id);
    if (known === undefined) return this.#renew(company.id);
    if (this.#deps.clock.monotonicMs() >= known.goodUntilMs) this.#renew(company.id).catch(this.#deps.onError);
    return known;
  }

  candidates(companyId: CompanyId, page: Parameters<RankingStore['candidates']>[2]) {
    return this.#deps.store.candidates(companyId, this.#sinceMs(), page);
  }

  /** Hides a user from the ranking or shows them again, at once. Returns false for an unknown user. */
  async setHidden(
    companyId: CompanyId,
    operatorId: number,
    userId: number,
    isHidden: boolean,
    reason: string,
  ): Promise<boolean> {
    const { store, clock } = this.#deps;
    const isKnown = await store.setHidden(companyId, userId, isHidden, reason, { operatorId, atMs: clock.nowMs() });
    await this.forget(companyId);
    return isKnown;
  }

  /**
   * Removes a user from the cached ranking at once (R-RANK-01). Opting in, and being shown again at another gateway, wait
   * for the next recomputation, so that toggling costs the database nothing.
   */
  async left(companyId: CompanyId, userId: number): Promise<void> {
    await this.#underway.get(companyId)?.catch(() => undefined);
    const kept = this.#kept.get(companyId);
    if (kept === undefined) return;
    this.#kept.set(companyId, { ...kept, accounts: kept.accounts.filter((account) => account.userId !== userId) });
  }

  /** Drops the cached ranking of a company, including one being computed. */
  async forget(companyId: CompanyId): Promise<void> {
    await this.#underway.get(companyId)?.catch(() => undefined);
    this.#kept.delete(companyId);
  }

  /** Drops the cached rankings of all companies. */
  async clear(): Promise<void> {
    await Promise.all([...this.#kept.keys(), ...this.#underway.keys()].map((companyId) => this.forget(companyId)));
  }

  #sinceMs(): number {
    return this.#deps.clock.nowMs() - rankedPeriodMs;
  }

  #renew(companyId: CompanyId): Promise<Kept> {
    const underway = this.#underway.get(companyId) ?? this.#work(companyId);
    this.#underway.set(companyId, underway);
    return underway;
  }

  async #work(companyId: CompanyId): Promise<Kept> {
    const { store, clock } = this.#deps;
    const [atMs, beganMs] = [clock.nowMs(), clock.monotonicMs()];
    try {
      const accounts = await store.ranked(companyId, this.#sinceMs(), tradesMin, rankedMax);
      const endedMs = clock.monotonicMs();
      const restMs = Math.min(restMaxMs, Math.max(keptMs, (endedMs - beganMs) * restPerWork));
      const kept = { accounts, atMs, goodUntilMs: endedMs + restMs };
      this.#kept.set(companyId, kept);
      return kept;
    } finally {
      this.#underway.delete(companyId);
    }
  }
}
