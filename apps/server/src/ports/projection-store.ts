import type { FundsRecord } from '@candor/domain/engine/funds/funds-record';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger-account';
import type { TransferKind } from '@candor/domain/ledger/transfer';
import type { AccountId, OrderId, TenantId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { ReceiptKey } from './receipt-signer.ts';
import type { IssuedReceipt, ReceiptChain } from './receipt-store.ts';

/** One side of a transfer: the two sides of a movement sum to zero. */
export interface Posting {
  readonly seq: number;
  readonly line: number;
  readonly ledgerKey: LedgerKey;
  readonly kind: TransferKind;
  readonly amount: Money;
  readonly atMs: number;
  readonly orderId: number | null;
  /** The deposit, withdrawal or correction it is about. */
  readonly fundsId: number | null;
}

export interface Projection {
  /** The last journal entry folded in. */
  readonly toSeq: number;
  /** The newest state of each order touched, one per id. */
  readonly orders: readonly OrderRecord[];
  /** The same of each deposit, withdrawal and correction. */
  readonly funds: readonly FundsRecord[];
  readonly postings: readonly Posting[];
  /** One per fill, the key that signed them, and where the accounts' chains now end. */
  readonly receipts: readonly IssuedReceipt[];
  readonly receiptKey: ReceiptKey;
  readonly chains: readonly ReceiptChain[];
}

export interface OrderPage {
  readonly orders: readonly OrderRecord[];
  readonly total: number;
  readonly profitTotal: Money;
}

/** A posting of one ledger account with the balance after it. */
export interface StatedPosting extends Posting {
  readonly balance: Money;
}

export interface PostingPage {
  readonly postings: readonly StatedPosting[];
  readonly total: number;
}

/** The tables folded from the journal: exactly once, rebuildable from nothing. */
export interface ProjectionStore {
  checkpoint(): Promise<number>;
  /** Writes a projection that starts right after `fromSeq`, and the checkpoint, in one transaction. */
  apply(fromSeq: number, projection: Projection): Promise<void>;
  /** Empties the tables, but for the receipts, which others may hold; only a rebuild may. */
  clear(): Promise<void>;
  /** A hash over every row of every table, and how many rows there are. */
  digest(): Promise<{ readonly hash: string; readonly rows: number }>;
}

/** What the projection has written of one company's accounts. */
export interface HistoryStore {
  /** Ended orders of an account, newest first; pages count from 1. */
  history(companyId: TenantId, accountId: AccountId, page: number, pageSize: number): Promise<OrderPage>;
  /** Postings of a ledger account, newest first; pages count from 1. */
  postings(companyId: TenantId, key: LedgerKey, page: number, pageSize: number): Promise<PostingPage>;
  /** One order of an account in any state. */
  findOrder(companyId: TenantId, accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null>;
}
