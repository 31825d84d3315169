import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger';
import { receiptIdsOf } from '@candor/domain/receipt/receipt';
import type { AccountId, CompanyId, InstrumentId, OrderId } from '@candor/domain/values/ids';
import { UnavailableError } from '../../ports/journal.ts';
import type {
  EndedAsk,
  EndedOrders,
  HistoryAsk,
  HistoryStore,
  IssuedReceipt,
  OrderPage,
  PostingPage,
  PublishedKey,
  ReceiptSigner,
  ReceiptStore,
} from '../../ports/projection.ts';

/** Ended orders and postings from the tables; reads wait until the tables hold everything already announced. */
export interface OrderHistory {
  page(companyId: CompanyId, ask: HistoryAsk): Promise<OrderPage>;
  /** Postings to an account's balance, newest first. */
  postings(companyId: CompanyId, key: LedgerKey, page: number, pageSize: number): Promise<PostingPage>;
  /** The newest ended orders of an account, oldest first. */
  ended(companyId: CompanyId, ask: EndedAsk): Promise<EndedOrders>;
  /** An order of the account in any state; null if unknown. */
  find(companyId: CompanyId, accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null>;
  /**
   * Returns the instrument of an order of the account; null if unknown. It never changes, so tables that hold the order
   * are not waited for; others are for at most 2 s. Throws UnavailableError.
   */
  instrumentOf(companyId: CompanyId, accountId: AccountId, orderId: OrderId): Promise<InstrumentId | null>;
}

/** Time for which a trader's change of an order waits for the tables. */
const instrumentWaitMaxMs = 2_000;

export function createOrderHistory(deps: {
  readonly store: HistoryStore;
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
}): OrderHistory {
  return {
    async page(companyId, ask) {
      await deps.caughtUp(companyId);
      return deps.store.history(companyId, ask);
    },
    async postings(companyId, key, page, pageSize) {
      await deps.caughtUp(companyId);
      return deps.store.postings(companyId, key, page, pageSize);
    },
    async ended(companyId, ask) {
      await deps.caughtUp(companyId);
      return deps.store.ended(companyId, ask);
    },
    async find(companyId, accountId, orderId) {
      await deps.caughtUp(companyId);
      return deps.store.findOrder(companyId, accountId, orderId);
    },
    async instrumentOf(companyId, accountId, orderId) {
      const find = () => deps.store.findOrder(companyId, accountId, orderId);
      const known = await find();
      if (known !== null) return known.instrumentId;
      await within(instrumentWaitMaxMs, deps.caughtUp(companyId));
      return (await find())?.instrumentId ?? null;
    },
  };
}

/** Rejects with UnavailableError if the tables take longer. */
async function within(ms: number, caughtUp: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new UnavailableError(`the tables were not current within ${ms} ms`)), ms);
  });
  await Promise.race([caughtUp, late]).finally(() => clearTimeout(timer));
}

/** A receipt with the proof that it is in the public log; null while no checkpoint covers it. */
export interface ProvenReceipt extends IssuedReceipt {
  readonly logProof: string | null;
}

export interface Receipts {
  /** Receipts of an order of the account, oldest first; null if unknown. */
  ofOrder(companyId: CompanyId, accountId: AccountId, orderId: OrderId): Promise<ProvenReceipt[] | null>;
  /** All keys that have signed receipts, and the current one. */
  keys(): Promise<PublishedKey[]>;
}

/** Returns the proofs of those receipts that a checkpoint of the company's log covers, by id. */
export type LogProofs = (companyId: CompanyId, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export function createReceipts(deps: {
  readonly store: ReceiptStore;
  readonly history: OrderHistory;
  readonly signer: ReceiptSigner;
  readonly proofs: LogProofs;
}): Receipts {
  const { store, history, signer, proofs } = deps;
  return {
    async ofOrder(companyId, accountId, orderId) {
      // The history has waited for the projection, which writes orders and receipts in one transaction.
      const order = await history.find(companyId, accountId, orderId);
      if (order === null) return null;
      const receipts = await store.find(companyId, accountId, receiptIdsOf(order));
      const proven = await proofs(
        companyId,
        receipts.map(({ id }) => id),
      );
      return receipts.map((receipt) => ({ ...receipt, logProof: proven.get(receipt.id) ?? null }));
    },
    async keys() {
      const used = await store.keys();
      return used.some(({ keyId }) => keyId === signer.key.keyId)
        ? used
        : [...used, { ...signer.key, fromMs: null, untilMs: null, compromisedMs: null }];
    },
  };
}
