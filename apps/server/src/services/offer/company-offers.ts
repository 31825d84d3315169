import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { InstrumentTerms } from '@candor/domain/values/instrument-terms';
import type { Clock } from '../../ports/clock.ts';
import type { HaltRecord, HaltScope, OfferStore, Page, SetTerms, TermsVersion } from '../../ports/offers.ts';
import type { OperatorRecord } from '../../ports/operators.ts';

/** Puts rules in force in the core; rejects if they cannot be stored. */
type ChangeRules = (changes: readonly RuleChange[]) => Promise<void>;

type SpecOf = (id: InstrumentId) => Pick<InstrumentSpec, 'code'> | null;

/** Time for which an ended halt is kept: a quote ingested late may still fall within it. */
const endedKeptMs = 3_600_000;
const endedKeptMax = 1_000;

/** Company of the installation; its halts of all instruments apply to every company. */
export const installationCompany = 1 as CompanyId;

/**
 * Terms and halts of all companies. A change is stored in the tables first, then journaled by the core, then answered: what
 * is decided after the answer follows it, and so does a core that is started again. A change refused because the tables
 * already have it is journaled from them, should the core have missed it (R-OPS-51).
 */
export class CompanyOffers {
  readonly #store: OfferStore;
  readonly #clock: Clock;
  readonly #specOf: SpecOf;
  readonly #changeRules: ChangeRules;
  readonly #versions = new Map<string, TermsVersion>();
  readonly #halts = new Map<number, HaltRecord>();

  constructor(deps: { store: OfferStore; clock: Clock; specOf: SpecOf; changeRules: ChangeRules }) {
    this.#store = deps.store;
    this.#clock = deps.clock;
    this.#specOf = deps.specOf;
    this.#changeRules = deps.changeRules;
  }

  /**
   * Reads the newest terms, and the halts in force, ended lately or named, as rules for the core. `haltIds` names those
   * in force in the core, so that one that ended long ago in the tables ends there too.
   */
  async load(companyIds: readonly CompanyId[], haltIds: readonly number[]): Promise<RuleChange[]> {
    const changes: RuleChange[] = [];
    for (const companyId of companyIds) {
      const endedSinceMs = this.#clock.nowMs() - endedKeptMs;
      const { terms, halts } = await this.#store.load(companyId, { endedSinceMs, ids: haltIds });
      for (const version of terms) changes.push(this.#putTerms(version));
      for (const halt of halts) changes.push(this.#putHalt(halt));
    }
    return changes;
  }

  /** Returns the company's terms; null if it has the catalogue's. */
  terms(companyId: CompanyId, instrumentId: InstrumentId): TermsVersion | null {
    return this.#versions.get(keyOf(companyId, instrumentId)) ?? null;
  }

  /** Stores the next version of checked terms; null if `lastVersion` is not the current one. */
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
    await this.#changeRules(set === null ? await this.load([companyId], []) : [this.#putTerms(set)]);
    return set;
  }

  versions(companyId: CompanyId, instrumentId: InstrumentId, page: Page) {
    return this.#store.versions(companyId, instrumentId, page);
  }

  /** Begins a halt; null if one of that scope is in force. */
  async beginHalt(
    { companyId, id: operatorId }: OperatorRecord,
    halt: { readonly scope: HaltScope; readonly instrumentId: InstrumentId | null; readonly reason: string },
  ): Promise<HaltRecord | null> {
    const { scope, instrumentId, reason } = halt;
    const subject = instrumentId === null ? `halt of ${scope}` : `halt of instrument ${this.#codeOf(instrumentId)}`;
    const audit = { operatorId, action: 'halt-begun', subject, reason };
    const sinceMs = this.#clock.nowMs();
    const begun = await this.#store.beginHalt(companyId, { ...halt, operatorId, sinceMs, audit });
    await this.#changeRules(begun === null ? await this.load([companyId], []) : [this.#putHalt(begun)]);
    return begun;
  }

  /** Ends a halt; null for an unknown halt, false if already ended. */
  async endHalt({ companyId, id: operatorId }: OperatorRecord, id: number, reason: string) {
    const atMs = this.#clock.nowMs();
    const audit = { operatorId, action: 'halt-ended', subject: `halt ${id}`, reason };
    const ended = await this.#store.endHalt(companyId, { id, operatorId, atMs, audit });
    if (ended === null) return null;
    await this.#changeRules(ended === false ? await this.load([companyId], [id]) : [this.#putHalt(ended)]);
    return ended;
  }

  /** Returns the installation's halts in force, without their operators, then the company's own. */
  async halts(companyId: CompanyId, isActive: boolean | null, { offset, limit }: Page) {
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

  #putTerms(version: TermsVersion): RuleChange {
    const { companyId: tenantId, instrumentId, version: number } = version;
    const key = keyOf(tenantId, instrumentId);
    // Two versions stored one after the other may be answered in the other order.
    if (number >= (this.#versions.get(key)?.version ?? 0)) this.#versions.set(key, version);
    return { rule: 'terms', tenantId, instrumentId, version: number, terms: withoutNotes(version.terms) };
  }

  #putHalt(record: HaltRecord): RuleChange {
    const { id: haltId, companyId, scope, instrumentId, sinceMs: fromMs, endedAtMs: toMs } = record;
    // An ended halt stays ended, in whichever order the answers come.
    if (toMs !== null || this.#halts.get(haltId)?.endedAtMs == null) this.#halts.set(haltId, record);
    this.#forgetEnded();
    const tenantId = scope === 'all' ? null : companyId;
    return { rule: 'halt', haltId, halt: { tenantId, instrumentId, fromMs, toMs } };
  }

  #forgetEnded(): void {
    const oldestMs = this.#clock.nowMs() - endedKeptMs;
    const ended = [...this.#halts.values()].filter(({ endedAtMs }) => endedAtMs !== null);
    for (const [at, { id, endedAtMs }] of ended.entries()) {
      if ((endedAtMs ?? 0) < oldestMs || ended.length - at > endedKeptMax) this.#halts.delete(id);
    }
  }

  #codeOf(id: InstrumentId): string {
    return this.#specOf(id)?.code ?? String(id);
  }
}

function keyOf(companyId: CompanyId, instrumentId: InstrumentId): string {
  return `${companyId}:${instrumentId}`;
}

/** Terms for the journal: operators' notes stay in the tables. */
function withoutNotes(terms: SetTerms): InstrumentTerms {
  return { ...terms, closures: terms.closures.map(({ fromMs, toMs }) => ({ fromMs, toMs })) };
}
