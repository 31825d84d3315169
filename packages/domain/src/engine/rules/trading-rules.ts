import type { FeeType } from '../../calc/order-formulas.ts';
import type { AccountId, CompanyId, InstrumentId } from '../../values/ids.ts';
import type { InstrumentSpec } from '../../values/instrument.ts';
import { type InstrumentTerms, withTerms } from '../../values/instrument-terms.ts';
import type { LeverageCaps } from '../../values/jurisdiction.ts';
import { isSameValue } from '../../values/same-value.ts';
import { type CatalogueChange, CatalogueVersions } from './catalogue-versions.ts';
import { noticesAfter, type StopOutNotice } from './stop-out-notice.ts';
import { type SwapNotice, type Swaps, swapNoticesAfter, swapsOfPosition } from './swap-notice.ts';

/** Trading policy of a company. */
export interface TradingPolicy {
  readonly feeType: FeeType;
  /** Maximum open and pending orders of one account. */
  readonly ordersMax: number;
  /** Margin levels of the margin call and the stop-out, in percent (R-ORD-16). */
  readonly marginCallPercent: number;
  readonly stopOutPercent: number;
  /** Maximum leverage by class of instrument under the company's law (R-ORD-28). */
  readonly leverageCaps: LeverageCaps;
  /** Maximum age of a quote to open at and to close at (R-ORD-19). */
  readonly openAgeMaxMs: number;
  readonly closeAgeMaxMs: number;
}

/** Limits of one account in addition to its company's policy; they only restrict (R-OPS-16). */
export interface AccountLimits {
  /** Null for no limit. */
  readonly leverageMax: number | null;
  /** Maximum open and pending orders; null for no limit. */
  readonly ordersMax: number | null;
  /** True if nothing is opened and pending orders wait. Closes, cancels, stops and stop-out ignore it. */
  readonly isOpeningBlocked: boolean;
}

/** Halt of openings (R-OPS-50). */
export interface TradingHalt {
  /** Null for every company of the installation. */
  readonly tenantId: CompanyId | null;
  /** Null for every instrument. */
  readonly instrumentId: InstrumentId | null;
  readonly fromMs: number;
  /** Null while the halt is in force. */
  readonly toMs: number | null;
}

/** Change of a rule: a command to the core that is journaled as a `RuleEvent` unless the rule is in force already (R-OPS-51). */
export type RuleChange =
  | {
      readonly rule: 'policy';
      readonly tenantId: CompanyId;
      readonly policy: TradingPolicy;
      /** Number of the version, as the core counted it; absent in journals that did not count. That of a command is ignored. */
      readonly version?: number;
      /** Notices that run, as the core decided them; none if absent. Those of a command are ignored. */
      readonly notices?: readonly StopOutNotice[];
    }
  | {
      readonly rule: 'terms';
      readonly tenantId: CompanyId;
      readonly instrumentId: InstrumentId;
      /** Number of the stored version; an older version than the one in force is ignored. */
      readonly version: number;
      readonly terms: InstrumentTerms;
      /** Notices of worse swaps that run, as the core decided them; none if absent. Those of a command are ignored. */
      readonly swapNotices?: readonly SwapNotice[];
    }
  | { readonly rule: 'halt'; readonly haltId: number; readonly halt: TradingHalt }
  | { readonly rule: 'limits'; readonly accountId: AccountId; readonly limits: AccountLimits }
  | CatalogueChange;

/** Rule that came into force, as the journal holds it. */
export type RuleEvent = RuleChange & { readonly type: 'RuleSet'; readonly atMs: number };

/** Policy of a company, and the notices that run (R-ORD-41). */
export interface PolicyInForce {
  readonly policy: TradingPolicy;
  readonly notices: readonly StopOutNotice[];
  /** Counts the company's policies from 1; 0 for one that was journaled before they were counted. */
  readonly version: number;
}

/** Versions of the rules that a fill was decided by (R-LOG-24). */
export interface RuleVersions {
  /** Version of the company's policy; 0 for one without a version. */
  readonly policy: number;
  /** Version of the company's own terms for the instrument; null if it uses the catalogue's. */
  readonly terms: number | null;
  /** Version of the catalogue's facts for the instrument; 0 before the first was journaled, absent in older journals. */
  readonly catalogue?: number;
}

/** Rules for one account and instrument at one time. */
export interface RulesInForce {
  readonly policy: TradingPolicy;
  readonly versions: RuleVersions;
  readonly limits: AccountLimits;
  /** The company's own terms; undefined if it uses the catalogue's (R-OPS-40). */
  readonly terms: InstrumentTerms | undefined;
  /** True if a halt of openings covers the instrument. */
  readonly isHalted: boolean;
}

/** An ended halt is kept for this long: a quote that is ingested late may still lie within it. */
export const endedHaltKeptMs = 3_600_000;
const endedKeptMax = 1_000;

const noLimits: AccountLimits = { leverageMax: null, ordersMax: null, isOpeningBlocked: false };
const noTerms: ReadonlyMap<InstrumentId, InstrumentTerms> = new Map();
const noNotices: readonly StopOutNotice[] = [];
const noSwapNotices: readonly SwapNotice[] = [];

/**
 * Policies, terms, halts and limits that decisions use. Only `evolve` changes them, and only by events of the journal,
 * so that a replay ends with the same rules (docs/adr/0030).
 */
export class TradingRules {
  readonly #fallbackInForce: PolicyInForce;
  readonly #policies = new Map<CompanyId, PolicyInForce>();
  readonly #versions = new Map<CompanyId, Map<InstrumentId, number>>();
  readonly #terms = new Map<CompanyId, Map<InstrumentId, InstrumentTerms>>();
  readonly #swapNotices = new Map<CompanyId, Map<InstrumentId, readonly SwapNotice[]>>();
  /** Notices of worse swaps by company and instrument, as the last change left them; some may be over. */
  readonly swapNotices: ReadonlyMap<CompanyId, ReadonlyMap<InstrumentId, readonly SwapNotice[]>> = this.#swapNotices;
  readonly #halts = new Map<number, TradingHalt>();
  readonly #limits = new Map<AccountId, AccountLimits>();
  readonly #catalogue = new CatalogueVersions();

  /** `fallback` is the policy of companies without their own. */
  constructor(fallback: TradingPolicy) {
    this.#fallbackInForce = { policy: fallback, notices: noNotices, version: 0 };
  }

  get fallback(): TradingPolicy {
    return this.#fallbackInForce.policy;
  }

  get companiesWithPolicy(): Iterable<CompanyId> {
    return this.#policies.keys();
  }

  get halts(): ReadonlyMap<number, TradingHalt> {
    return this.#halts;
  }

  /** Numbers of the halts in force. */
  get haltsInForce(): number[] {
    return [...this.#halts].flatMap(([haltId, { toMs }]) => (toMs === null ? [haltId] : []));
  }

  get limits(): ReadonlyMap<AccountId, AccountLimits> {
    return this.#limits;
  }

  /** Companies with their own terms. */
  get companiesWithTerms(): Iterable<CompanyId> {
    return this.#terms.keys();
  }

  policyOf(companyId: CompanyId): TradingPolicy {
    return this.inForceOf(companyId).policy;
  }

  /** Returns a company's policy, and the notices that run before a higher stop-out level reaches its positions. */
  inForceOf(companyId: CompanyId): PolicyInForce {
    return this.#policies.get(companyId) ?? this.#fallbackInForce;
  }

  /** Returns the versions of a company's rules for an instrument (R-LOG-24). */
  versionsOf(companyId: CompanyId, instrumentId: InstrumentId): RuleVersions {
    const terms = this.#versions.get(companyId)?.get(instrumentId) ?? null;
    const catalogue = this.#catalogue.versions.get(instrumentId) ?? 0;
    return { policy: this.#policies.get(companyId)?.version ?? 0, terms, catalogue };
  }

  /** Returns the changes that end the notices that are over at a time. */
  noticesOver(nowMs: number): RuleChange[] {
    return [...this.#policies].flatMap(([tenantId, { policy, notices }]): RuleChange[] =>
      notices.some(({ untilMs }) => untilMs <= nowMs) ? [{ rule: 'policy', tenantId, policy }] : [],
    );
  }

  /** Returns a company's own terms by instrument; empty if it uses the catalogue's (R-OPS-40). */
  termsOf(companyId: CompanyId): ReadonlyMap<InstrumentId, InstrumentTerms> {
    return this.#terms.get(companyId) ?? noTerms;
  }

  /** Returns an instrument's spec under a company's terms. */
  specOf(spec: InstrumentSpec | undefined, companyId: CompanyId): InstrumentSpec | undefined {
    return spec && withTerms(spec, this.#terms.get(companyId)?.get(spec.id));
  }

  /**
   * Returns the swaps that a position opened at `openedAtMs` has at a roll: a worse one than at its opening only once the
   * notice of that change is over (R-LED-45).
   */
  swapsOf(spec: InstrumentSpec, companyId: CompanyId, openedAtMs: number, rollMs: number): Swaps {
    const notices = this.swapNoticesOf(companyId, spec.id);
    return notices.length === 0 ? spec : swapsOfPosition(notices, spec, openedAtMs, rollMs);
  }

  /** Returns the notices of worse swaps of an instrument as its last change left them; some may be over. */
  swapNoticesOf(companyId: CompanyId, instrumentId: InstrumentId): readonly SwapNotice[] {
    return this.#swapNotices.get(companyId)?.get(instrumentId) ?? noSwapNotices;
  }

  /** Returns every rule that a decision about an instrument on an account needs. */
  inForce(
    { id, tenantId }: { readonly id: AccountId; readonly tenantId: CompanyId },
    instrumentId: InstrumentId,
    timeMs: number,
  ): RulesInForce {
    return {
      policy: this.policyOf(tenantId),
      versions: this.versionsOf(tenantId, instrumentId),
      limits: this.limitsOf(id),
      terms: this.#terms.get(tenantId)?.get(instrumentId),
      isHalted: this.isHalted(tenantId, instrumentId, timeMs),
    };
  }

  limitsOf(accountId: AccountId): AccountLimits {
    return this.#limits.get(accountId) ?? noLimits;
  }

  /**
   * True if a halt covers an instrument of a company at `timeMs`. A halt in force covers everything that is decided, also
   * a quote from before it; an ended one covers quotes of its own time that are ingested late.
   */
  isHalted(companyId: CompanyId, instrumentId: InstrumentId, timeMs: number): boolean {
    for (const halt of this.#halts.values()) {
      if (halt.tenantId !== null && halt.tenantId !== companyId) continue;
      if (halt.instrumentId !== null && halt.instrumentId !== instrumentId) continue;
      if (halt.toMs === null || (halt.fromMs <= timeMs && timeMs < halt.toMs)) return true;
    }
    return false;
  }

  /**
   * Decides a change: the event to journal, or null if the rule is in force already, is older or has expired.
   * `catalogue` are the swaps that apply before a company's first terms for an instrument.
   */
  decide(change: RuleChange, atMs: number, catalogue?: Swaps): RuleEvent | null {
    if (change.rule === 'policy') return this.#decidePolicy(change.tenantId, change.policy, atMs);
    if (change.rule === 'catalogue') {
      const stated = this.#catalogue.decide(change);
      return stated && { type: 'RuleSet', atMs, ...stated };
    }
    if (!this.#isNews(change, atMs)) return null;
    if (change.rule !== 'terms') return { type: 'RuleSet', atMs, ...change };
    const { tenantId, instrumentId, version, terms } = change;
    const before = this.#terms.get(tenantId)?.get(instrumentId) ?? catalogue ?? terms;
    const notices = swapNoticesAfter(this.swapNoticesOf(tenantId, instrumentId), before, terms, atMs);
    return { type: 'RuleSet', atMs, ...termsChange(tenantId, instrumentId, version, terms, notices) };
  }

  evolve(event: RuleEvent): void {
    switch (event.rule) {
      case 'policy':
        this.#policies.set(event.tenantId, {
          policy: event.policy,
          notices: event.notices ?? noNotices,
          version: event.version ?? 0,
        });
        return;
      case 'terms':
        putWithin(this.#versions, event.tenantId, event.instrumentId, event.version);
        putWithin(this.#terms, event.tenantId, event.instrumentId, event.terms);
        if (event.swapNotices === undefined) this.#swapNotices.get(event.tenantId)?.delete(event.instrumentId);
        else putWithin(this.#swapNotices, event.tenantId, event.instrumentId, event.swapNotices);
        return;
      case 'halt':
        this.#halts.set(event.haltId, event.halt);
        this.#forgetEnded(event.atMs);
        return;
      case 'limits':
        this.#limits.set(event.accountId, event.limits);
        return;
      case 'catalogue':
        this.#catalogue.evolve(event);
    }
  }

  /** Releases the limits of an account that has ended. */
  forget(accountId: AccountId): void {
    this.#limits.delete(accountId);
  }

  #decidePolicy(tenantId: CompanyId, policy: TradingPolicy, atMs: number): RuleEvent | null {
    const before = this.#policies.get(tenantId);
    const notices = noticesAfter(
      before?.notices ?? noNotices,
      before?.policy.stopOutPercent,
      policy.stopOutPercent,
      atMs,
    );
    const version = before?.version ?? 0;
    // A policy without a version is journaled once more, so that fills can name one that is in the log.
    if (version > 0 && isSameValue(before, { policy, notices, version })) return null;
    return { type: 'RuleSet', atMs, ...policyChange(tenantId, { policy, notices, version: version + 1 }) };
  }

  #isNews(change: Exclude<RuleChange, { readonly rule: 'policy' | 'catalogue' }>, atMs: number): boolean {
    switch (change.rule) {
      case 'terms':
        return change.version > this.#versionOf(change.tenantId, change.instrumentId);
      case 'halt':
        return this.#isHaltChanged(this.#halts.get(change.haltId), change.halt, atMs);
      case 'limits':
        return !isSameValue(this.limitsOf(change.accountId), change.limits);
    }
  }

  /**
   * True if a halt must be journaled: an ended halt does not start again, and one that ended long ago is not stored.
   */
  #isHaltChanged(known: TradingHalt | undefined, halt: TradingHalt, atMs: number): boolean {
    if (known === undefined) return halt.toMs === null || halt.toMs > atMs - endedHaltKeptMs;
    return known.toMs === null && !isSameValue(known, halt);
  }

  #versionOf(companyId: CompanyId, instrumentId: InstrumentId): number {
    return this.#versions.get(companyId)?.get(instrumentId) ?? 0;
  }

  #forgetEnded(nowMs: number): void {
    // By number, so that the order of arrival, which a snapshot does not keep, cannot matter.
    const ended = sorted(this.#halts).filter(([, { toMs }]) => toMs !== null);
    for (const [index, [id, { toMs }]] of ended.entries()) {
      if ((toMs ?? 0) >= nowMs - endedHaltKeptMs && ended.length - index <= endedKeptMax) continue;
      this.#halts.delete(id);
    }
  }

  /**
   * Returns the changes that end halts and limits in force which `stored`, everything in the tables, lacks. Policies and
   * terms are never removed from the tables (R-OPS-51).
   */
  *endsOfMissing(stored: readonly RuleChange[], atMs: number): Generator<RuleChange> {
    const haltIds = new Set(stored.flatMap((change) => (change.rule === 'halt' ? [change.haltId] : [])));
    const limited = new Set(stored.flatMap((change) => (change.rule === 'limits' ? [change.accountId] : [])));
    for (const [haltId, halt] of sorted(this.#halts))
      if (halt.toMs === null && !haltIds.has(haltId))
        yield { rule: 'halt', haltId, halt: { ...halt, toMs: Math.max(atMs, halt.fromMs) } };
    for (const [accountId] of sorted(this.#limits))
      if (!limited.has(accountId)) yield { rule: 'limits', accountId, limits: noLimits };
  }

  /** Returns all rules as changes in a fixed order: equal rules give equal lists, independent of their history. */
  *asChanges(): Generator<RuleChange> {
    for (const [tenantId, inForce] of sorted(this.#policies)) yield policyChange(tenantId, inForce);
    for (const [tenantId, versions] of sorted(this.#versions))
      for (const [instrumentId, version] of sorted(versions)) {
        const terms = this.#terms.get(tenantId)?.get(instrumentId);
        if (terms !== undefined)
          yield termsChange(tenantId, instrumentId, version, terms, this.swapNoticesOf(tenantId, instrumentId));
      }
    for (const [haltId, halt] of sorted(this.#halts)) yield { rule: 'halt', haltId, halt };
    for (const [accountId, limits] of sorted(this.#limits)) yield { rule: 'limits', accountId, limits };
    yield* this.#catalogue.asChanges();
  }
}

function policyChange(tenantId: CompanyId, { policy, notices, version }: PolicyInForce) {
  const counted = version > 0 && { version };
  return { rule: 'policy', tenantId, policy, ...counted, ...(notices.length > 0 && { notices }) } as const;
}

function termsChange(
  tenantId: CompanyId,
  instrumentId: InstrumentId,
  version: number,
  terms: InstrumentTerms,
  swapNotices: readonly SwapNotice[],
) {
  return {
    rule: 'terms',
    tenantId,
    instrumentId,
    version,
    terms,
    ...(swapNotices.length > 0 && { swapNotices }),
  } as const;
}

function putWithin<Value>(
  map: Map<CompanyId, Map<InstrumentId, Value>>,
  companyId: CompanyId,
  id: InstrumentId,
  value: Value,
): void {
  const inner = map.get(companyId) ?? new Map<InstrumentId, Value>();
  map.set(companyId, inner.set(id, value));
}

function sorted<Key extends number, Value>(map: ReadonlyMap<Key, Value>): [Key, Value][] {
  return [...map].sort(([left], [right]) => left - right);
}
