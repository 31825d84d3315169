import type { CompanyId } from '@candor/domain/values/ids';
import type { Change } from './content.ts';

/** Facts of an entry of the economic calendar. */
export interface CalendarFacts {
  readonly atMs: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly importance: 1 | 2 | 3;
  readonly title: string;
  /** Empty for none, as the two after it. */
  readonly forecast: string;
  readonly previous: string;
  readonly actual: string;
}

/** Entry of an import: `uid` names it across imports. */
export interface ImportedEntry extends CalendarFacts {
  readonly uid: string;
  /** True to remove the entry with that uid. */
  readonly isRemoved: boolean;
}

export interface CalendarRecord extends CalendarFacts {
  readonly id: number;
  readonly uid: string;
  readonly version: number;
  readonly isDeleted: boolean;
  readonly changedAtMs: number;
  /** Mail address of the operator. */
  readonly by: string;
}

export type CalendarAct = 'added' | 'changed' | 'removed';

/** One version of an entry. */
export interface CalendarVersion extends CalendarRecord {
  readonly act: CalendarAct;
  readonly reason: string;
}

export interface CalendarQuery {
  readonly currency: string | null;
  readonly page: number;
  readonly perPage: number;
  readonly order: 'ASC' | 'DESC';
}

/** One change that an import makes. */
export interface CalendarDifference {
  readonly act: CalendarAct;
  readonly entry: ImportedEntry;
  /** Entry before; null for a new one. */
  readonly before: CalendarRecord | null;
}

/** Calendars of companies; every change keeps its version and is audited in its transaction. */
export interface CalendarStore {
  /** Entries of a time, by time, at most `limit`. */
  shown(companyId: CompanyId, fromMs: number, untilMs: number, limit: number): Promise<CalendarRecord[]>;
  hasAny(companyId: CompanyId): Promise<boolean>;
  list(
    companyId: CompanyId,
    query: CalendarQuery,
  ): Promise<{ readonly entries: CalendarRecord[]; readonly total: number }>;
  history(companyId: CompanyId, id: number): Promise<CalendarVersion[]>;
  /** Entries with these uids, removed ones too, and the number of all entries. */
  known(
    companyId: CompanyId,
    uids: readonly string[],
  ): Promise<{ readonly entries: ReadonlyMap<string, CalendarRecord>; readonly total: number }>;
  /** Stores all differences or none; false if an entry has changed since it was read, or beyond `entriesMax` entries. */
  store(
    companyId: CompanyId,
    differences: readonly CalendarDifference[],
    entriesMax: number,
    change: Change,
  ): Promise<boolean>;
  change(
    companyId: CompanyId,
    id: number,
    version: number,
    facts: CalendarFacts,
    change: Change & { readonly reason: string },
  ): Promise<CalendarRecord | 'unknown' | 'version-changed'>;
  /** False if there is no such entry. */
  remove(companyId: CompanyId, id: number, change: Change & { readonly reason: string }): Promise<boolean>;
}

/** Fault of a line of an import. */
export type CalendarProblem =
  | 'no-header'
  | 'column-unknown'
  | 'column-missing'
  | 'cells-differ'
  | 'quote-open'
  | 'uid-missing'
  | 'uid-long'
  | 'uid-repeated'
  | 'time-unreadable'
  | 'time-without-zone'
  | 'time-too-far'
  | 'currency-unreadable'
  | 'importance-unreadable'
  | 'title-missing'
  | 'title-long'
  | 'figure-long'
  | 'text-unreadable'
  | 'event-open'
  | 'event-repeats'
  | 'no-events'
  | 'too-many'
  | 'calendar-full';
