import type { InstrumentId, TenantId } from '@candor/domain/values/ids';
import type { Closure, InstrumentTerms } from '@candor/domain/values/instrument-terms';
import type { AuditEntry } from './audit.ts';

/** A closure with what it is for. */
export interface NotedClosure extends Closure {
  readonly note: string;
}

/** Terms as an operator set them. */
export interface SetTerms extends InstrumentTerms {
  readonly closures: readonly NotedClosure[];
}

/** One version of a company's terms for an instrument; versions count from 1, 0 is the catalogue. */
export interface TermsVersion {
  readonly companyId: TenantId;
  readonly instrumentId: InstrumentId;
  readonly version: number;
  readonly terms: SetTerms;
  /** The address of the operator who set them. */
  readonly by: string;
  readonly atMs: number;
  readonly reason: string;
}

export interface NewTerms {
  readonly instrumentId: InstrumentId;
  /** The version that was looked at when the change was made. */
  readonly lastVersion: number;
  readonly terms: SetTerms;
  readonly operatorId: number;
  readonly atMs: number;
  readonly reason: string;
  readonly audit: AuditEntry;
}

/** `all` is of every company of the installation, and belongs to the company that began it. */
export type HaltScope = 'symbol' | 'company' | 'all';

export interface HaltRecord {
  readonly id: number;
  readonly companyId: TenantId;
  readonly scope: HaltScope;
  readonly instrumentId: InstrumentId | null;
  readonly reason: string;
  readonly by: string;
  readonly sinceMs: number;
  /** Null while it stands. */
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

/** What companies offer, and halts: rows of one company at a time. */
export interface OfferStore {
  /** The newest terms of each instrument, and the halts that stand or have ended since. */
  load(companyId: TenantId, endedSinceMs: number): Promise<{ terms: TermsVersion[]; halts: HaltRecord[] }>;
  /** The next version with the record of it; null when somebody else has set one since. */
  addTerms(companyId: TenantId, change: NewTerms): Promise<TermsVersion | null>;
  /** Newest first. */
  versions(
    companyId: TenantId,
    instrumentId: InstrumentId,
    page: Page,
  ): Promise<{ readonly rows: readonly TermsVersion[]; readonly total: number }>;
  /** Null when one of that scope stands already. */
  beginHalt(companyId: TenantId, halt: NewHalt): Promise<HaltRecord | null>;
  /** Null when the company has no such halt, false when it has ended before. */
  endHalt(companyId: TenantId, end: HaltEnd): Promise<HaltRecord | false | null>;
  /** Those that stand first, then newest first. */
  halts(
    companyId: TenantId,
    isActive: boolean | null,
    page: Page,
  ): Promise<{ readonly rows: readonly HaltRecord[]; readonly total: number }>;
}
