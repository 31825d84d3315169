import type { TradingHalt } from '@candor/domain/engine/restraint';
import type { EngineState } from '@candor/domain/engine/state';
import type { InstrumentId, TenantId } from '@candor/domain/values/ids';
import type { InstrumentTerms } from '@candor/domain/values/instrument-terms';
import type { Clock } from '../../ports/clock.ts';
import type { HaltRecord, HaltScope, OfferStore, Page, SetTerms, TermsVersion } from '../../ports/offers.ts';
import type { OperatorRecord } from '../../ports/operators.ts';

type OfferState = Pick<EngineState, 'terms' | 'halts' | 'specs'>;

/** A quote may be taken in so late at the most, and then still lies within a halt that has ended. */
const endedKeptMs = 3_600_000;
const endedKeptMax = 1_000;

/** Whose company's halts reach every company: the one that the installation itself belongs to. */
export const installationCompany = 1 as TenantId;

/**
 * Terms and halts of all companies, as the core decides by them. A change is stored first and then given to the core,
 * before it is answered: what is decided after the answer knows it, and so does a core that is started anew (R-OPS-51).
 */
export class CompanyOffers {
  readonly #store: OfferStore;
  readonly #clock: Clock;
  readonly #state: OfferState;
  readonly #versions = new Map<string, TermsVersion>();
  readonly #halts = new Map<number, HaltRecord>();

  constructor(deps: { store: OfferStore; clock: Clock; state: OfferState }) {
    this.#store = deps.store;
    this.#clock = deps.clock;
    this.#state = deps.state;
  }

  /** To be called before the core decides anything. */
  async load(companyIds: readonly TenantId[]): Promise<void> {
    for (const companyId of companyIds) {
      const { terms, halts } = await this.#store.load(companyId, this.#clock.nowMs() - endedKeptMs);
      for (const version of terms) this.#putTerms(version);
      for (const halt of halts) this.#putHalt(halt);
    }
  }

  /** Null where the company has the catalogue's. */
  terms(companyId: TenantId, instrumentId: InstrumentId): TermsVersion | null {
    return this.#versions.get(keyOf(companyId, instrumentId)) ?? null;
  }

  /** The next version; null when it was not `lastVersion` that stood. The terms have been checked. */
  async setTerms(
    { companyId, id: operatorId }: OperatorRecord,
    instrumentId: InstrumentId,
    change: { readonly terms: SetTerms; readonly lastVersion: number; readonly reason: string },
  ): Promise<TermsVersion | null> {
    const { reason, lastVersion } = change;
    const subject = `instrument ${this.#codeOf(instrumentId)} version ${lastVersion + 1}`;
    const atMs = this.#clock.nowMs();
    const audit = { operatorId, action: 'instrument-terms-set', subject, reason };
    const set = await this.#store.addTerms(companyId, { ...change, instrumentId, operatorId, atMs, audit });
    if (set !== null) this.#putTerms(set);
    return set;
  }

  versions(companyId: TenantId, instrumentId: InstrumentId, page: Page) {
    return this.#store.versions(companyId, instrumentId, page);
  }

  /** Null when one of that scope stands already. */
  async beginHalt(
    { companyId, id: operatorId }: OperatorRecord,
    halt: { readonly scope: HaltScope; readonly instrumentId: InstrumentId | null; readonly reason: string },
  ): Promise<HaltRecord | null> {
    const { scope, instrumentId, reason } = halt;
    const subject = instrumentId === null ? `halt of ${scope}` : `halt of instrument ${this.#codeOf(instrumentId)}`;
    const audit = { operatorId, action: 'halt-begun', subject, reason };
    const sinceMs = this.#clock.nowMs();
    const begun = await this.#store.beginHalt(companyId, { ...halt, operatorId, sinceMs, audit });
    if (begun !== null) this.#putHalt(begun);
    return begun;
  }

  /** Null when the company has no such halt, false when it has ended before. */
  async endHalt({ companyId, id: operatorId }: OperatorRecord, id: number, reason: string) {
    const atMs = this.#clock.nowMs();
    const audit = { operatorId, action: 'halt-ended', subject: `halt ${id}`, reason };
    const ended = await this.#store.endHalt(companyId, { id, operatorId, atMs, audit });
    if (ended !== null && ended !== false) this.#putHalt(ended);
    return ended;
  }

  /**
   * The company's own halts, and before them those of the whole installation that stand: who began these is another
   * company's business.
   */
  async halts(companyId: TenantId, isActive: boolean | null, { offset, limit }: Page) {
    const above = isActive === false || companyId === installationCompany ? [] : this.#standingForAll();
    const shown = above.slice(offset, offset + limit);
    const rest = { offset: Math.max(0, offset - above.length), limit: limit - shown.length };
    const { rows, total } = await this.#store.halts(companyId, isActive, rest);
    return { rows: [...shown, ...rows.slice(0, rest.limit)], total: above.length + total };
  }

  #standingForAll(): HaltRecord[] {
    const standing = [...this.#halts.values()].filter(({ scope, endedAtMs }) => scope === 'all' && endedAtMs === null);
    return standing.map((halt) => ({ ...halt, by: '' }));
  }

  #putTerms(version: TermsVersion): void {
    const { companyId, instrumentId } = version;
    const key = keyOf(companyId, instrumentId);
    // Of two that were stored one after the other the answers may come the other way about.
    if (version.version < (this.#versions.get(key)?.version ?? 0)) return;
    this.#versions.set(key, version);
    const terms = new Map<InstrumentId, InstrumentTerms>(this.#state.terms.get(companyId));
    this.#state.terms.set(companyId, terms.set(instrumentId, version.terms));
  }

  #putHalt(record: HaltRecord): void {
    const { companyId, scope, instrumentId, sinceMs: fromMs, endedAtMs: toMs } = record;
    // What has ended stays so, in whichever order the answers come.
    if (toMs === null && this.#halts.get(record.id)?.endedAtMs != null) return;
    const halt: TradingHalt = { tenantId: scope === 'all' ? null : companyId, instrumentId, fromMs, toMs };
    this.#halts.set(record.id, record);
    this.#state.halts.set(record.id, halt);
    this.#forgetEnded();
  }

  #forgetEnded(): void {
    const oldestMs = this.#clock.nowMs() - endedKeptMs;
    const ended = [...this.#halts.values()].filter(({ endedAtMs }) => endedAtMs !== null);
    for (const [at, { id, endedAtMs }] of ended.entries()) {
      if ((endedAtMs ?? 0) >= oldestMs && ended.length - at <= endedKeptMax) continue;
      this.#halts.delete(id);
      this.#state.halts.delete(id);
    }
  }

  #codeOf(id: InstrumentId): string {
    return this.#state.specs.get(id)?.code ?? String(id);
  }
}

function keyOf(companyId: TenantId, instrumentId: InstrumentId): string {
  return `${companyId}:${instrumentId}`;
}
