import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { ReceiptKey } from './projection.ts';
import type { AuditedDay, LosingAccounts } from './statistics.ts';

/** Parts of an audit, in the order of a report. */
export const auditParts = [
  'journal',
  'balances',
  'tables',
  'receipts',
  'log',
  'liabilities',
  'statistics',
  'payments',
  'snapshots',
  'operators',
  'sign-ins',
] as const;
export type AuditPartName = (typeof auditParts)[number];

/** Result of one part: whether everything agreed, and how many things were compared. */
export interface AuditPart {
  readonly name: AuditPartName;
  readonly isGood: boolean;
  readonly count: number;
}

/** `unfinished`: the audit ran out of time or was interrupted, which proves nothing. */
export type AuditState = 'good' | 'bad' | 'unfinished';

/** Result of one night for one company. Holds no reason: those are in the log of the program. */
export interface AuditResult {
  readonly beganAtMs: number;
  readonly endedAtMs: number;
  readonly state: AuditState;
  /** Beginning of the first audit since which every one had this state. */
  readonly sinceMs: number;
  readonly parts: readonly AuditPart[];
}

/** Results of a company's nights, as anyone may read them. */
export interface AuditResults {
  /** Newest results, the newest first. */
  newest(companyId: CompanyId, limit: number): Promise<AuditResult[]>;
}

/** Results, for the job that writes them. */
export interface AuditResultStore {
  /** Beginning of the newest audit of any of these companies; null before the first. */
  lastBeganMs(companyIds: readonly CompanyId[]): Promise<number | null>;
  /** Newest state of each company. */
  latest(
    companyIds: readonly CompanyId[],
  ): Promise<(Pick<AuditResult, 'state' | 'endedAtMs'> & { companyId: CompanyId })[]>;
  /** Stores a result and removes those that are too old. */
  put(companyId: CompanyId, result: Omit<AuditResult, 'sinceMs'>): Promise<void>;
}

/** A posting row: its entry and line, and all columns as one text. */
export interface PostingRow {
  readonly place: string;
  readonly text: string;
}

/** A stored receipt as it is handed out. */
export interface StoredReceipt {
  readonly text: string;
  readonly hash: string;
  readonly signature: string;
  readonly keyId: string;
}

/** Leaf of a name in a company's log. */
export interface StoredLeaf {
  readonly companyId: CompanyId;
  readonly salt: Uint8Array;
  readonly entry: Uint8Array;
}

/** Rows that change, all of one moment. */
export interface CapturedTables {
  /** Entry of the journal that the tables hold. */
  readonly seq: number;
  readonly balances: ReadonlyMap<string, bigint>;
  /** Text of each open or pending order, by id. */
  readonly openOrders: ReadonlyMap<number, string>;
  /** Text of each unfinished request, by id. */
  readonly openFunds: ReadonlyMap<number, string>;
  /** Number and hash of each account's chain of receipts. */
  readonly chains: ReadonlyMap<AccountId, string>;
}

/** A published total owed to clients, and the entry of the journal at which it was taken. */
export interface TakenTotal {
  readonly name: string;
  /** Ledger keys of its accounts begin with this, e.g. `1/real/USD/`. */
  readonly prefix: string;
  readonly seq: number;
  readonly sum: bigint;
  /** Sum that accounts below zero owe. */
  readonly claims: bigint;
}

/** The tables of a shard, as an audit reads them. Texts of rows have all columns, separated by spaces. */
export interface AuditedTables {
  capture(): Promise<CapturedTables>;
  postings(afterSeq: number, toSeq: number): Promise<PostingRow[]>;
  orders(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  funds(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  receipts(ids: readonly string[]): Promise<ReadonlyMap<string, StoredReceipt>>;
  receiptKeys(): Promise<readonly ReceiptKey[]>;
  /** Those accounts whose rows were not erased after the end of a demo. */
  kept(accountIds: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
  leaves(names: readonly string[]): Promise<ReadonlyMap<string, StoredLeaf>>;
  /** Totals of the newest days, at most 200, by entry. */
  totals(): Promise<readonly TakenTotal[]>;
  /** Last entry of the journal whose leaves are in the logs. */
  loggedSeq(): Promise<number>;
  /** Complete days of public statistics, oldest first. */
  statisticsDays(): Promise<readonly AuditedDay[]>;
  /** A part of a day's published rows, after an earlier part; null after the last. */
  statisticsLines(
    companyId: CompanyId,
    day: string,
    afterSeq: number,
  ): Promise<{ readonly seq: number; readonly lines: string } | null>;
  /** Share of losing accounts in the year up to the end of a day. */
  losing(companyId: CompanyId, day: string): Promise<LosingAccounts>;
}
