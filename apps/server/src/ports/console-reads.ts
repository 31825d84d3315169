import type { OrderRecord, OrderStatus } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger';
import type { AccountId, CompanyId, InstrumentId, OrderId, Realm } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { StoredNotice } from './notices.ts';
import type { StatedPosting } from './projection.ts';

/** Page and sort order of a list; pages count from 1. */
export interface ListPage {
  readonly page: number;
  readonly pageSize: number;
  readonly isNewestFirst: boolean;
}

/** Period from `fromMs`, inclusive, to `toMs`, exclusive; null for no bound. */
export interface ListPeriod {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface Listed<Row> {
  readonly rows: readonly Row[];
  /** At most one more than is ever listed. */
  readonly total: number;
}

export interface ListedAccount {
  readonly id: AccountId;
  readonly uid: string;
  readonly realm: Realm;
}

export interface ListedOrder {
  readonly order: OrderRecord;
  readonly uid: string;
  readonly realm: Realm;
}

export interface OrderQuery extends ListPage, ListPeriod {
  readonly uid: string | null;
  readonly status: OrderStatus | null;
  readonly instrumentIds: readonly InstrumentId[] | null;
  readonly realm: Realm | null;
}

export interface ListedEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly operatorId: number | null;
  /** Empty for the installation itself. */
  readonly operatorEmail: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly hash: Buffer;
}

export interface EntryQuery extends ListPage, ListPeriod {
  readonly operatorId: number | null;
  readonly action: string | null;
  /** Beginning of the subject. */
  readonly subject: string | null;
  /** Whole subject, found by its index. */
  readonly wholeSubject?: string;
}

/** Figures of real accounts for one day in New York. Amounts are from the firm's view: positive for money received. */
export interface DayFigures {
  /** `2026-11-21`. */
  readonly day: string;
  readonly deposits: Money;
  readonly depositCount: number;
  /** Amount paid out, without fees. */
  readonly withdrawals: Money;
  readonly withdrawalCount: number;
  readonly withdrawalFees: Money;
  readonly tradeFees: Money;
  readonly swap: Money;
  /** Clients' losses minus their profits. */
  readonly profitAndLoss: Money;
  /** Negative: amount the firm paid to cover negative balances. */
  readonly negativeBalances: Money;
  readonly activeTraders: number;
  readonly newUsers: number;
  /** Number of orders opened. */
  readonly orders: number;
  /** Decimal texts: lots opened, and their value in USD. */
  readonly lots: string;
  readonly volumeUsd: string;
}

/** Current figures of the real accounts. */
export interface StandingFigures {
  readonly users: number;
  readonly openOrders: number;
  readonly clientMoney: Money;
  readonly locked: Money;
  readonly waiting: {
    readonly deposits: number;
    readonly withdrawals: number;
    readonly corrections: number;
    readonly verifications: number;
  };
  /** Request time of the oldest unfinished withdrawal; null if none waits. */
  readonly oldestWithdrawalMs: number | null;
}

/** Lists and figures for operators, one company at a time; every answer is bounded. */
export interface ConsoleReads {
  accounts(
    companyId: CompanyId,
    query: ListPage & { readonly uid: string | null; readonly realm: Realm | null },
  ): Promise<Listed<ListedAccount>>;
  account(companyId: CompanyId, id: AccountId): Promise<ListedAccount | null>;
  ledger(companyId: CompanyId, key: LedgerKey, query: ListPage & ListPeriod): Promise<Listed<StatedPosting>>;
  orders(companyId: CompanyId, query: OrderQuery): Promise<Listed<ListedOrder>>;
  order(companyId: CompanyId, id: OrderId): Promise<ListedOrder | null>;
  entries(companyId: CompanyId, query: EntryQuery): Promise<Listed<ListedEntry>>;
  /** Lists the notices of an account by time. */
  notices(companyId: CompanyId, accountId: AccountId, page: ListPage): Promise<Listed<StoredNotice>>;
  /** Returns the last `days` days in New York, up to the day of `nowMs`, oldest first; at most 366. */
  days(companyId: CompanyId, days: number, nowMs: number): Promise<readonly DayFigures[]>;
  standing(companyId: CompanyId): Promise<StandingFigures>;
}
