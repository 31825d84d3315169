import type { TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Closure, InstrumentTerms } from '@candor/domain/values/instrument-terms';
import type { LeverageCaps } from '@candor/domain/values/jurisdiction';
import type { AuditEntry } from './audit.ts';
import type { MarketState } from './market.ts';

/** A closure with its reason. */
export interface NotedClosure extends Closure {
  readonly note: string;
}

/** Terms as an operator set them. */
export interface SetTerms extends InstrumentTerms {
  readonly closures: readonly NotedClosure[];
}

/** One version of a company's terms for an instrument; versions count from 1, 0 is the catalogue. */
export interface TermsVersion {
  readonly companyId: CompanyId;
  readonly instrumentId: InstrumentId;
  readonly version: number;
  readonly terms: SetTerms;
  /** E-mail address of the operator who set them. */
  readonly by: string;
  readonly atMs: number;
  readonly reason: string;
}

export interface NewTerms {
  readonly instrumentId: InstrumentId;
  /** Version that the change was based on. */
  readonly lastVersion: number;
  readonly terms: SetTerms;
  readonly operatorId: number;
  readonly atMs: number;
  readonly reason: string;
  readonly audit: AuditEntry;
}

/** `all` applies to every company of the installation and belongs to the company that started it. */
export type HaltScope = 'symbol' | 'company' | 'all';

export interface HaltRecord {
  readonly id: number;
  readonly companyId: CompanyId;
  readonly scope: HaltScope;
  readonly instrumentId: InstrumentId | null;
  readonly reason: string;
  readonly by: string;
  readonly sinceMs: number;
  /** Null while it is active. */
  readonly endedAtMs: number | null;
  readonly endedBy: string;
}

export interface NewHalt {
  readonly scope: HaltScope;
  readonly instrumentId: InstrumentId | null;
  readonly operatorId: number;
  readonly sinceMs: number;
  readonly reason: string;
  readonly audit: AuditEntry;
}

export interface HaltEnd {
  readonly id: number;
  readonly operatorId: number;
  readonly atMs: number;
  readonly audit: AuditEntry;
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Terms and halts, one company at a time. */
export interface OfferStore {
  /** Returns the newest terms of each instrument, and the halts that are active, ended since then or named. */
  load(
    companyId: CompanyId,
    halts: { readonly endedSinceMs: number; readonly ids: readonly number[] },
  ): Promise<{ terms: TermsVersion[]; halts: HaltRecord[] }>;
  /** Stores the next version and its audit entry; null if another version was stored meanwhile. */
  addTerms(companyId: CompanyId, change: NewTerms): Promise<TermsVersion | null>;
  /** Newest first. */
  versions(
    companyId: CompanyId,
    instrumentId: InstrumentId,
    page: Page,
  ): Promise<{ readonly rows: readonly TermsVersion[]; readonly total: number }>;
  /** Null if a halt of that scope is active. */
  beginHalt(companyId: CompanyId, halt: NewHalt): Promise<HaltRecord | null>;
  /** Null if the company has no such halt, false if it has ended. */
  endHalt(companyId: CompanyId, end: HaltEnd): Promise<HaltRecord | false | null>;
  /** Lists active halts first, then newest first. */
  halts(
    companyId: CompanyId,
    isActive: boolean | null,
    page: Page,
  ): Promise<{ readonly rows: readonly HaltRecord[]; readonly total: number }>;
}

/**
 * Opening blocks beyond the market's own state: the company closed the instrument, openings are halted, or the spread is
 * too wide to open.
 */
export type ShownBlock = 'closed' | 'halted' | 'wide';

/** An instrument as offered to a company's clients. */
export interface OfferedInstrument {
  readonly spec: InstrumentSpec;
  /** Leverages within the jurisdiction's caps; empty if nothing can be opened. */
  readonly leverages: readonly number[];
  readonly block: ShownBlock | null;
  /** Next opening and closing, including the company's own closures. */
  readonly hours: (market: MarketState) => Pick<MarketState, 'nextOpenMs' | 'nextCloseMs'>;
}

/** Current offer of each company, as the core decides by it. */
export interface OfferView {
  policy(companyId: CompanyId): TradingPolicy;
  /** Leverage caps of the company's jurisdiction. */
  leverageCaps(companyId: CompanyId): LeverageCaps;
  leverageCap(companyId: CompanyId, spec: InstrumentSpec): number;
  isOffered(companyId: CompanyId, id: InstrumentId): boolean;
  /** True if the company's offer differs from catalogue and jurisdiction; its lists are then not shared. */
  hasOwn(companyId: CompanyId): boolean;
  hasUnoffered(companyId: CompanyId): boolean;
  of(companyId: CompanyId, spec: InstrumentSpec): OfferedInstrument;
  /** Opening blocks of each company that has any. */
  openingBlocks(): ReadonlyMap<CompanyId, ReadonlyMap<InstrumentId, ShownBlock>>;
}
