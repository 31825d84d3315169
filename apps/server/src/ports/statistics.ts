import type { ExecutionCounts, OpenCounts } from '@candor/domain/receipt/execution-counts';
import type { AccountId, CompanyId, Realm } from '@candor/domain/values/ids';

/** Anonymous row of a fill: leaf of its receipt in the log, realm, rule, slippage, age of the quote, number of its cluster. */
export type FillRow = readonly [
  leaf: number | null,
  realm: Realm,
  rule: string,
  slippage: number | null,
  quoteAgeMs: number | null,
  cluster: number | null,
];

/** Company and realm that an account belongs to. */
export interface AccountPlace {
  readonly companyId: CompanyId;
  readonly realm: Realm;
}

/** Place of a shard's fold: the day under way and the last entry that it holds. */
export interface StatisticsCursor {
  /** Entry after which the day under way begins. */
  readonly dayFromSeq: number;
  readonly seq: number;
  /** UTC, e.g. `2026-11-27`. */
  readonly day: string;
}

/** One company's part of the day under way. */
export interface OpenDay extends AccountPlace, OpenCounts {}

/** One company's part of a day that is over. */
export interface ClosedDay extends AccountPlace {
  readonly counts: ExecutionCounts;
}

/** Share of losing accounts in the year up to the end of a day. */
export interface LosingAccounts {
  readonly accounts: number;
  readonly losing: number;
}

/** Statistics of a shard's companies, for the job that makes them. */
export interface StatisticsStore {
  /** Null before the first step. */
  cursor(): Promise<StatisticsCursor | null>;
  begin(cursor: StatisticsCursor): Promise<void>;
  /** Last entry of the journal whose leaves are in the logs. */
  loggedSeq(): Promise<number>;
  places(accountIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, AccountPlace>>;
  /** Leaves of receipts, by id. */
  leaves(receiptIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  openDays(day: string): Promise<readonly OpenDay[]>;
  /** Stores what a run of entries adds, and moves the cursor, in one transaction. */
  put(
    from: StatisticsCursor,
    to: StatisticsCursor,
    days: readonly OpenDay[],
    rows: ReadonlyMap<CompanyId, readonly FillRow[]>,
  ): Promise<void>;
  /**
   * Stores the final counts of a cursor's day, empty ones for companies without any, begins the next day, and removes
   * what is older than 400 days.
   */
  complete(from: StatisticsCursor, nextDay: string, days: readonly ClosedDay[]): Promise<void>;
}

/** Complete day of one company as stored. */
export interface CompleteDay {
  readonly day: string;
  readonly realm: Realm;
  readonly counts: ExecutionCounts;
  /** Null for demos. */
  readonly losing: LosingAccounts | null;
}

/** A complete day of a shard, for the audit: counts of real accounts by company. */
export interface AuditedDay {
  readonly day: string;
  /** The day's entries come after this one, up to `toSeq`. */
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly companies: readonly (Pick<CompleteDay, 'counts' | 'losing'> & { readonly companyId: CompanyId })[];
}

/** One company's statistics, for its readers. */
export interface StatisticsReader {
  /** Complete days from one on, oldest first. */
  days(companyId: CompanyId, fromDay: string): Promise<CompleteDay[]>;
  /** Lines of a complete day after a part of them, a part at a time; null after the last part. */
  rows(companyId: CompanyId, day: string, afterSeq: number): Promise<{ seq: number; lines: string } | null>;
  /** Time of the oldest request to withdraw that is not decided; null without one. */
  oldestWithdrawalMs(companyId: CompanyId): Promise<number | null>;
}
