import { receiptIdsOf } from '@candor/domain/receipt/receipt';
import type { AccountId, OrderId, TenantId } from '@candor/domain/values/ids';
import type { IssuedReceipt, ReceiptKey, ReceiptSigner, ReceiptStore } from '../../ports/projection.ts';
import type { OrderHistory } from './order-history.ts';

export interface Receipts {
  /** The receipts of one of the account's orders, oldest first; null when it has no such order. */
  ofOrder(companyId: TenantId, accountId: AccountId, orderId: OrderId): Promise<IssuedReceipt[] | null>;
  /** Every key that has signed a receipt, and the one that signs now. */
  keys(): Promise<ReceiptKey[]>;
}

export function createReceipts(deps: {
  readonly store: ReceiptStore;
  readonly history: OrderHistory;
  readonly signer: ReceiptSigner;
}): Receipts {
  const { store, history, signer } = deps;
  return {
    async ofOrder(companyId, accountId, orderId) {
      // The history has waited for the projection, which writes orders and receipts in one transaction.
      const order = await history.find(companyId, accountId, orderId);
      return order === null ? null : store.find(companyId, accountId, receiptIdsOf(order));
    },
    async keys() {
      const used = await store.keys();
      return used.some(({ keyId }) => keyId === signer.key.keyId) ? used : [...used, signer.key];
    },
  };
}
