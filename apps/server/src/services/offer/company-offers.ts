import { endedHaltKeptMs, type RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { catalogueTerms, type InstrumentTerms } from '@candor/domain/values/instrument-terms';
import type { Clock } from '../../ports/clock.ts';
import type { HaltRecord, HaltScope, OfferStore, OfferView, Page, SetTerms, TermsVersion } from '../../ports/offers.ts';
import type { OperatorRecord } from '../../ports/operators.ts';
import type { ServerPorts } from '../../ports/server-ports.ts';
import { feeRateMaxE8 } from './check-terms.ts';
import { comparedMs, inForceSince, needsSecondPerson, versionsMax } from './second-person.ts';

/**
 * Puts rules in force in the cores; rejects if they cannot be stored. Returns the shards that a halt of every company has
 * not reached: their cores read it from the tables (R-RUN-77).
 */
export type ChangeRules = (changes: readonly RuleChange[]) => Promise<readonly number[]>;

/** Halt that was just begun or ended. */
interface ChangedHalt {
  readonly halt: HaltRecord;
  /** Shards that do not know it yet. */
  readonly unreached: readonly number[];
}

type SpecOf = (id: InstrumentId) => Pick<InstrumentSpec, 'code'> | null;

/** Company of the installation; its halts of all instruments apply to every company. */
export const installationCompany = 1 as CompanyId;

/**
 * Terms and halts of all companies, held by the tables and, as rules in force, by the core. A change is stored in the tables first, then journaled by the core, then answered: what
 * is decided after the answer follows it, and so does a core that is started again. A change refused because the tables
 * already have it is journaled from them, should the core have missed it (R-OPS-51).
 */
export class CompanyOffers {
  readonly #store: OfferStore;
  readonly #clock: Clock;
  readonly #specOf: SpecOf;
  readonly #changeRules: ChangeRules;

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
      const endedSinceMs = this.#clock.nowMs() - endedHaltKeptMs;
      const { terms, halts } = await this.#store.load(companyId, { endedSinceMs, ids: haltIds });
      for (const version of terms) changes.push(toTermsRule(version));
      for (const halt of halts) changes.push(toHaltRule(halt));
    }
    return changes;
  }

  /** Reads the halts of every company, as `load` does. */
  async loadHaltsOfAll(haltIds: readonly number[]): Promise<RuleChange[]> {
    return (await this.load([installationCompany], haltIds)).filter(isHaltOfAll);
  }

  /** Returns the company's own terms by instrument; an instrument without them has the catalogue's. */
  async terms(companyId: CompanyId): Promise<ReadonlyMap<InstrumentId, TermsVersion>> {
    const { terms } = await this.#store.load(companyId, { endedSinceMs: this.#clock.nowMs(), ids: [] });
    return new Map(terms.map((version) => [version.instrumentId, version]));
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
    await this.#changeRules(set === null ? await this.load([companyId], []) : [toTermsRule(set)]);
    return set;
  }

  /**
   * Returns the terms in force, version 0 for the catalogue's, and whether a second person must approve the proposed ones.
   */
  async judge(companyId: CompanyId, spec: InstrumentSpec, proposed: SetTerms) {
    const page = { offset: 0, limit: versionsMax };
    const { rows } = await this.#store.versions(companyId, spec.id, page);
    const catalogue = { version: 0, terms: { ...catalogueTerms(spec), closures: [] } as SetTerms, atMs: 0 };
    const known = rows.length < versionsMax ? [...rows, catalogue] : rows;
    const inForce = known[0] ?? catalogue;
    const lately = inForceSince(known, this.#clock.nowMs() - comparedMs);
    return { inForce, isGoverned: lately === null || needsSecondPerson(lately, proposed) };
  }

  versions(companyId: CompanyId, instrumentId: InstrumentId, page: Page) {
    return this.#store.versions(companyId, instrumentId, page);
  }

  /** Begins a halt; null if one of that scope is in force. */
  async beginHalt(
    { companyId, id: operatorId }: OperatorRecord,
    halt: { readonly scope: HaltScope; readonly instrumentId: InstrumentId | null; readonly reason: string },
  ): Promise<ChangedHalt | null> {
    const { scope, instrumentId, reason } = halt;
    const subject = instrumentId === null ? `halt of ${scope}` : `halt of instrument ${this.#codeOf(instrumentId)}`;
    const audit = { operatorId, action: 'halt-begun', subject, reason };
    const sinceMs = this.#clock.nowMs();
    const begun = await this.#store.beginHalt(companyId, { ...halt, operatorId, sinceMs, audit });
    if (begun !== null) return { halt: begun, unreached: await this.#changeRules([toHaltRule(begun)]) };
    await this.#changeRules(await (scope === 'all' ? this.loadHaltsOfAll([]) : this.load([companyId], [])));
    return null;
  }

  /** Ends a halt; null for an unknown halt, false if already ended. */
  async endHalt(
    { companyId, id: operatorId }: OperatorRecord,
    id: number,
    reason: string,
  ): Promise<ChangedHalt | false | null> {
    const atMs = this.#clock.nowMs();
    const audit = { operatorId, action: 'halt-ended', subject: `halt ${id}`, reason };
    const ended = await this.#store.endHalt(companyId, { id, operatorId, atMs, audit });
    if (ended === null) return null;
    if (ended !== false) return { halt: ended, unreached: await this.#changeRules([toHaltRule(ended)]) };
    const stored = await this.load([companyId], [id]);
    await this.#changeRules(stored.filter((change) => change.rule === 'halt' && change.haltId === id));
    return ended;
  }

  /** Returns the installation's halts in force, without their operators, then the company's own. */
  async halts(companyId: CompanyId, isActive: boolean | null, { offset, limit }: Page) {
    const above = isActive === false || companyId === installationCompany ? [] : await this.#haltsOfAll();
    const shown = above.slice(offset, offset + limit);
    const rest = { offset: Math.max(0, offset - above.length), limit: limit - shown.length };
    const { rows, total } = await this.#store.halts(companyId, isActive, rest);
    return { rows: [...shown, ...rows.slice(0, rest.limit)], total: above.length + total };
  }

  async #haltsOfAll(): Promise<HaltRecord[]> {
    const { halts } = await this.#store.load(installationCompany, { endedSinceMs: this.#clock.nowMs(), ids: [] });
    const inForce = halts.filter(({ scope, endedAtMs }) => scope === 'all' && endedAtMs === null);
    return inForce.map((halt) => ({ ...halt, by: '' }));
  }

  #codeOf(id: InstrumentId): string {
    return this.#specOf(id)?.code ?? String(id);
  }
}

function isHaltOfAll(change: RuleChange): boolean {
  return change.rule === 'halt' && change.halt.tenantId === null;
}

function toTermsRule({ companyId, instrumentId, version, terms }: TermsVersion): RuleChange {
  return { rule: 'terms', tenantId: companyId, instrumentId, version, terms: withoutNotes(terms) };
}

function toHaltRule({ id: haltId, companyId, scope, instrumentId, sinceMs, endedAtMs }: HaltRecord): RuleChange {
  const tenantId = scope === 'all' ? null : companyId;
  return { rule: 'halt', haltId, halt: { tenantId, instrumentId, fromMs: sinceMs, toMs: endedAtMs } };
}

/** Terms for the journal: operators' notes stay in the tables. */
function withoutNotes(terms: SetTerms): InstrumentTerms {
  return { ...terms, closures: terms.closures.map(({ fromMs, toMs }) => ({ fromMs, toMs })) };
}

/** Creates the instruments' terms and halts of every company, as the core decides by them, and their view for clients. */
export function createOffers(
  { market }: Pick<ServerPorts, 'market'>,
  { offers, view }: { readonly offers: CompanyOffers; readonly view: OfferView },
) {
  return {
    offers,
    view,
    /** True if the company offers an instrument of this code. */
    offersCode: ({ id }: { readonly id: CompanyId }, code: string) =>
      market.specs().some((spec) => spec.code === code && view.isOffered(id, spec.id)),
    /** True if every instrument's fee rate that the company offers could be a fee of the notional value. */
    hasNotionalFees: ({ id }: { readonly id: CompanyId }) =>
      market
        .specs()
        .filter((spec) => view.isOffered(id, spec.id))
        .every((spec) => view.of(id, spec).spec.feeRateE8 <= feeRateMaxE8('of-notional')),
  };
}
