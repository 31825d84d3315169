import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger-account';
import type { TransferKind } from '@candor/domain/ledger/transfer';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';

/** One side of a transfer: the two sides of a movement sum to zero. */
export interface Posting {
  readonly seq: number;
  readonly line: number;
  readonly ledgerKey: LedgerKey;
  readonly kind: TransferKind;
  readonly amount: Money;
  readonly atMs: number;
  readonly orderId: number | null;
}

export interface Projection {
  /** The last journal entry folded in. */
  readonly toSeq: number;
  /** The newest state of each order touched, one per id. */
  readonly orders: readonly OrderRecord[];
  readonly postings: readonly Posting[];
}

export interface OrderPage {
  readonly orders: readonly OrderRecord[];
  readonly total: number;
  readonly profitTotal: Money;
}

/** The tables folded from the journal: exactly once, rebuildable from nothing. */
export interface ProjectionStore {
  checkpoint(): Promise<number>;
  /** Writes a projection that starts right after `fromSeq`, and the checkpoint, in one transaction. */
  apply(fromSeq: number, projection: Projection): Promise<void>;
  /** Ended orders of an account, newest first; pages count from 1. */
  history(accountId: AccountId, page: number, pageSize: number): Promise<OrderPage>;
  /** One order of an account in any state. */
  findOrder(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null>;
}
