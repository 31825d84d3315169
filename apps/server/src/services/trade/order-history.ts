import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger-account';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import type { OrderPage, PostingPage, ProjectionStore } from '../../ports/projection-store.ts';

/** Ended orders from the tables; a reader waits until they hold everything he may already have been told of. */
export interface OrderHistory {
  page(accountId: AccountId, page: number, pageSize: number): Promise<OrderPage>;
  /** Postings of an account's balance, newest first. */
  postings(key: LedgerKey, page: number, pageSize: number): Promise<PostingPage>;
  /** An order of the account, ended or not; null when it has none of that id. */
  find(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null>;
}

export function createOrderHistory(deps: {
  readonly store: ProjectionStore;
  readonly committedSeq: () => number;
  readonly caughtUp: (seq: number) => Promise<void>;
}): OrderHistory {
  return {
    async page(accountId, page, pageSize) {
      await deps.caughtUp(deps.committedSeq());
      return deps.store.history(accountId, page, pageSize);
    },
    async postings(key, page, pageSize) {
      await deps.caughtUp(deps.committedSeq());
      return deps.store.postings(key, page, pageSize);
    },
    async find(accountId, orderId) {
      await deps.caughtUp(deps.committedSeq());
      return deps.store.findOrder(accountId, orderId);
    },
  };
}
