import type { AccountNotice } from '@candor/domain/engine/account-notice';
import type { FundsRequest } from '@candor/domain/engine/funds/funds-request';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey, TransferKind } from '@candor/domain/ledger/ledger';
import type { SwapStep } from '@candor/domain/receipt/receipt';
import type { AccountId, CompanyId, Currency, InstrumentId, OrderId, Realm } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { DecidedEntry } from './trading-port.ts';

/** A public Ed25519 key. */
export interface ReceiptKey {
  /** First 16 hex digits of the SHA-256 of the public key. */
  readonly keyId: string;
  /** The 32 bytes in hex. */
  readonly publicKey: string;
}

/** A key as it is published, with its times in ms; null where there is none (docs/adr/0063). */
export interface PublishedKey extends ReceiptKey {
  readonly fromMs: number | null;
  /** Time of the last text that it signs. */
  readonly untilMs: number | null;
  /** Since when others may have had it. */
  readonly compromisedMs: number | null;
}

export interface ReceiptSigner {
  readonly key: ReceiptKey;
  /** Ed25519 over the UTF-8 bytes, as hex: the same text always gets the same signature. */
  sign(text: string): Promise<string>;
}

/** End of an account's chain of receipts, and the account data that receipts state. */
export interface ReceiptChain {
  readonly accountId: AccountId;
  readonly company: CompanyId;
  readonly realm: Realm;
  readonly currency: Currency;
  readonly fingerprint: string;
  /** Number of receipts, and the hash of the last one. */
  readonly number: number;
  readonly hash: string;
}

/** A signed receipt; `text` holds the bytes that were hashed and signed. Hex is lower case. */
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

/** Chains of receipts that the projection continues. */
export interface ReceiptChains {
  chains(accountIds: readonly AccountId[]): Promise<ReceiptChain[]>;
}

/** Receipts and keys as projected. */
export interface ReceiptStore {
  /** Returns those of the account's receipts that are among `ids`, in the order of its chain. */
  find(companyId: CompanyId, accountId: AccountId, ids: readonly string[]): Promise<IssuedReceipt[]>;
  /** Returns every key that has signed, in order of first use. */
  keys(): Promise<PublishedKey[]>;
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
  /** Id of the deposit, withdrawal or correction that caused it. */
  readonly fundsId: number | null;
}

export interface Projection {
  /** Last journal entry included. */
  readonly toSeq: number;
  /** Newest state of each order that changed, one per id. */
  readonly orders: readonly OrderRecord[];
  /** Newest state of each deposit, withdrawal and correction that changed. */
  readonly funds: readonly FundsRequest[];
  readonly postings: readonly Posting[];
  /** Notices that are added to the lists of their accounts. */
  readonly notices: readonly AccountNotice[];
  /** One receipt per fill, the key that signed them, and the new ends of the accounts' chains. */
  readonly receipts: readonly IssuedReceipt[];
  readonly receiptKey: ReceiptKey;
  readonly chains: readonly ReceiptChain[];
  /** Demos that ended; their rows are removed some time later (R-RUN-42). */
  readonly ended: readonly EndedAccount[];
  /** New steps of orders' swaps, which the receipts of their closings list; dropped with the close of the whole order. */
  readonly swapSteps: ReadonlyMap<OrderId, readonly SwapStep[]>;
}

export interface EndedAccount {
  readonly accountId: AccountId;
  readonly atMs: number;
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

/** Tables projected from the journal: each entry exactly once, and rebuildable from the journal alone. */
export interface ProjectionStore {
  checkpoint(): Promise<number>;
  /** Writes a projection that starts right after `fromSeq`, and the checkpoint, in one transaction. */
  apply(fromSeq: number, projection: Projection): Promise<void>;
  /** Returns the stored steps of orders' swaps, oldest first, at most `swapStepsMax` each (R-LOG-25). */
  swapSteps(orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, readonly SwapStep[]>>;
  /** Empties the tables except the receipts, which users may hold; only for a rebuild. */
  clear(): Promise<void>;
  /** Returns a hash of every row of every table, and the number of rows. */
  digest(): Promise<{ readonly hash: string; readonly rows: number }>;
}

/** Folds the stored journal into the tables, in this thread or in another one. */
export interface Projector {
  /** Notifies that the journal has grown to `seq`; `entries` are those just stored, if known. */
  wake(seq: number, entries?: readonly DecidedEntry[]): void;
  /**
   * Resolves once the tables hold everything up to `seq`. Another thread's projector rejects with UnavailableError if that
   * takes too long.
   */
  caughtUp(seq: number): Promise<void>;
  /** Last entry that the tables hold. */
  readonly seq: number;
  /** True while the tables cannot be written; they do not advance meanwhile. */
  readonly isFailing: boolean;
  /** Folds what it was notified of, for at most 5 s, and ends. */
  stop(): Promise<void>;
}

/** Newest closed orders of an account; `isCut` if there may be more of them. */
export interface EndedOrders {
  readonly orders: readonly OrderRecord[];
  readonly isCut: boolean;
}

/** The newest ended orders of an account that are asked for. */
export interface EndedAsk {
  readonly accountId: AccountId;
  /** Null for those of every instrument. */
  readonly instrumentId: InstrumentId | null;
  /** Those that ended at this time or later. */
  readonly sinceMs: number;
  /** True to leave out those that were cancelled or expired. */
  readonly isClosed: boolean;
  readonly rowsMax: number;
}

/** Ended orders of an account that are asked for, a page at a time; pages count from 1. */
export interface HistoryAsk {
  readonly accountId: AccountId;
  /** Null for those of every instrument. */
  readonly instrumentId: InstrumentId | null;
  /** Those that ended at this time or later; null for all. */
  readonly sinceMs: number | null;
  readonly page: number;
  readonly pageSize: number;
}

/** Projected history of one company's accounts. */
export interface HistoryStore {
  /** Lists ended orders, newest first, with the number and the gross profit of all that are asked for. */
  history(companyId: CompanyId, ask: HistoryAsk): Promise<OrderPage>;
  /** Lists a ledger account's postings, newest first; pages count from 1. */
  postings(companyId: CompanyId, key: LedgerKey, page: number, pageSize: number): Promise<PostingPage>;
  /** Returns the newest ended orders that are asked for, oldest first. */
  ended(companyId: CompanyId, ask: EndedAsk): Promise<EndedOrders>;
  /** Returns an order of an account in any state. */
  findOrder(companyId: CompanyId, accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null>;
}

export interface StatementAsk {
  readonly companyId: CompanyId;
  readonly accountId: AccountId;
  /** Ledger account of the balance. */
  readonly key: LedgerKey;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Maximum postings, and maximum closed orders, for which a period is read. */
  readonly rowsMax: number;
}

/** Rows of an account's period from one database snapshot. */
export interface StatementRows {
  /** Sum of all postings before the period. */
  readonly opening: Money;
  /** Balance stated with the last posting before the end of the period. */
  readonly closing: Money;
  /** Oldest first. */
  readonly postings: readonly StatedPosting[];
  /** Orders closed in the period, oldest first. */
  readonly orders: readonly OrderRecord[];
  /** Every order related to `orders`: themselves, the original orders that they are parts of, and the other parts. */
  readonly families: readonly OrderRecord[];
  /** Fee charged when the original order was opened, by its id. */
  readonly feesCharged: ReadonlyMap<number, Money>;
}

export interface StatementStore {
  /** Null if there are more than `rowsMax` rows. */
  read(ask: StatementAsk): Promise<StatementRows | null>;
}

/** Tables folded from the journal, for everyone who reads them after a decision. */
export interface FoldedTables {
  /** Resolves once the tables hold everything of a company that was stored when it was called, as far as this process knows. */
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
  /** True if the last write failed; the tables do not advance meanwhile. */
  readonly isFailing: boolean;
}
