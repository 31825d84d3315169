import type { OrderRecord, OrderStatus } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger-account';
import type { AccountId, InstrumentId, OrderId, Realm, TenantId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { StatedPosting } from './projection.ts';

/** Which page of a list, counted from 1, by number. */
export interface ListPage {
  readonly page: number;
  readonly pageSize: number;
  readonly isNewestFirst: boolean;
}

/** From `fromMs` on and before `toMs`; null for no bound. */
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
  /** How it begins. */
  readonly subject: string | null;
}

/** What real accounts did on one day in New York. Money is the house's side: above zero it came in. */
export interface DayFigures {
  /** `2026-11-21`. */
  readonly day: string;
  readonly deposits: Money;
  readonly depositCount: number;
  /** What was paid out, without fees. */
  readonly withdrawals: Money;
  readonly withdrawalCount: number;
  readonly withdrawalFees: Money;
  readonly tradeFees: Money;
  readonly swap: Money;
  /** What clients lost, less what they made. */
  readonly profitAndLoss: Money;
  /** Below zero: what the firm paid so that nobody owes. */
  readonly negativeBalances: Money;
  readonly activeTraders: number;
  readonly newUsers: number;
  /** Orders opened. */
  readonly orders: number;
  /** Decimal texts: lots opened, and what they were worth in USD. */
  readonly lots: string;
  readonly volumeUsd: string;
}

/** What stands now at the real accounts. */
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
  /** Since when the oldest withdrawal that is not finished has been asked for; null where none waits. */
  readonly oldestWithdrawalMs: number | null;
}

/** What the operators of one company at a time read beside single things; bounded whatever is asked. */
export interface ConsoleReads {
  accounts(
    companyId: TenantId,
    query: ListPage & { readonly uid: string | null; readonly realm: Realm | null },
  ): Promise<Listed<ListedAccount>>;
  account(companyId: TenantId, id: AccountId): Promise<ListedAccount | null>;
  ledger(companyId: TenantId, key: LedgerKey, query: ListPage & ListPeriod): Promise<Listed<StatedPosting>>;
  orders(companyId: TenantId, query: OrderQuery): Promise<Listed<ListedOrder>>;
  order(companyId: TenantId, id: OrderId): Promise<ListedOrder | null>;
  entries(companyId: TenantId, query: EntryQuery): Promise<Listed<ListedEntry>>;
  /** The last `days` days in New York up to the one that holds `nowMs`, oldest first; at most 366. */
  days(companyId: TenantId, days: number, nowMs: number): Promise<readonly DayFigures[]>;
  standing(companyId: TenantId): Promise<StandingFigures>;
}
