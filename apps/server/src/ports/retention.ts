import type { AccountId, CompanyId } from '@candor/domain/values/ids';

/** Rows of a table whose column lies below a limit. An index that begins with these columns must exist. */
export interface OldRows {
  readonly table: string;
  /** Column of the time in milliseconds, or of the day since 1970. */
  readonly column: string;
  readonly unit: 'ms' | 'day';
  /** True for a table of companies, whose rows are removed company by company. */
  readonly isOfCompany: boolean;
}

/** Rows of the database that are removed after their time; every removal needs the lead and throws FencedError. */
export interface RetentionStore {
  /** Removes at most `limit` rows below `before`, of one company or (null) of the installation; returns their number. */
  removeOld(rows: OldRows, companyId: CompanyId | null, before: number, limit: number): Promise<number>;
  /** Returns at most `limit` demos that ended before a time and whose projected rows are still stored. */
  endedDemos(beforeMs: number, limit: number): Promise<readonly AccountId[]>;
  /**
   * Removes at most about `limit` orders, postings and receipts of an ended demo; returns their number. After the last
   * of them it removes its balances and its chain, and returns 0.
   */
  eraseDemo(accountId: AccountId, limit: number): Promise<number>;
  /** Removes at most `limit` users of demos that ended before a time, with their rows; returns their number. */
  eraseDemoUsers(companyId: CompanyId, beforeMs: number, limit: number): Promise<number>;
}
