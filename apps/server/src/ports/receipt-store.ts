import type { AccountId, OrderId, Realm, TenantId } from '@candor/domain/values/ids';
import type { ReceiptKey } from './receipt-signer.ts';

/** Where the chain of an account's receipts ends, and what they say of their holder. */
export interface ReceiptChain {
  readonly accountId: AccountId;
  readonly company: TenantId;
  readonly realm: Realm;
  readonly fingerprint: string;
  /** Receipts so far, and the hash of the last. */
  readonly number: number;
  readonly hash: string;
}

/** A receipt as it was signed; `text` holds the bytes that `hash` and `signature` are of. Hex is lower case. */
export interface IssuedReceipt {
  readonly id: string;
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  readonly number: number;
  readonly text: string;
  readonly hash: string;
  readonly signature: string;
  readonly keyId: string;
}

/** What the projection needs of what it has written before. */
export interface ReceiptChains {
  chains(accountIds: readonly AccountId[]): Promise<ReceiptChain[]>;
}

/** Reads what the projection has written. */
export interface ReceiptStore {
  /** Those of a company's account among `ids`, in the order of its chain. */
  find(companyId: TenantId, accountId: AccountId, ids: readonly string[]): Promise<IssuedReceipt[]>;
  /** Every key that has signed, first used first. */
  keys(): Promise<ReceiptKey[]>;
}
