import type { FundsRecord } from '@candor/domain/engine/funds/funds-record';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger-account';
import type { TransferKind } from '@candor/domain/ledger/transfer';
import type { AccountId, OrderId, Realm, TenantId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';

/** An Ed25519 key that anyone may know. */
export interface ReceiptKey {
  /** First 16 hex digits of the SHA-256 of the public key. */
  readonly keyId: string;
  /** The 32 bytes in hex. */
  readonly publicKey: string;
}

export interface ReceiptSigner {
  readonly key: ReceiptKey;
  /** Ed25519 over the UTF-8 bytes, as hex: the same text always gets the same signature. */
  sign(text: string): Promise<string>;
}

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

export interface StatementAsk {
  readonly companyId: TenantId;
  readonly accountId: AccountId;
  /** The account's balance in the ledger. */
  readonly key: LedgerKey;
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  /** Nothing is read of a period with more postings than this, or more closed orders. */
  readonly rowsMax: number;
}

/** What the tables hold of an account's period, all as of one instant. */
export interface StatementRows {
  /** Sum of every posting before the period. */
  readonly opening: Money;
  /** The balance that stands beside the last posting before the period's end. */
  readonly closing: Money;
  /** Oldest first. */
  readonly postings: readonly StatedPosting[];
  /** Closed in the period, oldest first. */
  readonly orders: readonly OrderRecord[];
  /** Every order that `orders` were opened as or with: themselves, the wholes they are parts of, and the other parts. */
  readonly families: readonly OrderRecord[];
  /** What was charged at the opening of those, by the id of the whole. */
  readonly feesCharged: ReadonlyMap<number, Money>;
}

export interface StatementStore {
  /** Null where there is more than `rowsMax`. */
  read(ask: StatementAsk): Promise<StatementRows | null>;
}
