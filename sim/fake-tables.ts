import { createHash } from 'node:crypto';
import type { FundsRequest } from '@candor/domain/engine/funds/funds-request';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { SwapStep } from '@candor/domain/receipt/receipt';
import { swapStepsMax } from '@candor/domain/receipt/swap-steps';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import { type Money, toMoney } from '@candor/domain/values/money';
import type {
  IssuedReceipt,
  Projection,
  ProjectionStore,
  ReceiptChain,
  ReceiptChains,
  ReceiptKey,
  StatedPosting,
} from '../apps/server/src/ports/projection.ts';
import { encode } from '../apps/server/src/trading/codec.ts';
import { ConstraintError } from './fake-connection.ts';

/** The queried tables, in memory, with the guarantees of the ports; they outlive every process. */
export class TableRows {
  checkpoint = 0;
  readonly orders = new Map<number, OrderRecord>();
  readonly funds = new Map<number, FundsRequest>();
  readonly postings: StatedPosting[] = [];
  readonly balances = new Map<string, Money>();
  readonly receipts = new Map<string, IssuedReceipt>();
  readonly chains = new Map<number, ReceiptChain>();
  readonly swapSteps = new Map<number, readonly SwapStep[]>();
  readonly keys: ReceiptKey[] = [];

  /** Applies one transaction: checks all constraints before it writes anything. */
  apply(fromSeq: number, projection: Projection): void {
    const { toSeq, orders, funds, postings, receipts, receiptKey, chains } = projection;
    if (this.checkpoint !== fromSeq) throw new ConstraintError(`${fromSeq}…${toSeq} does not follow its checkpoint`);
    for (const { id, text } of receipts) {
      const given = this.receipts.get(id);
      if (given !== undefined && given.text !== text) throw new ConstraintError(`receipt ${id} was given otherwise`);
    }
    this.checkpoint = toSeq;
    for (const order of orders) this.orders.set(order.id, order);
    for (const [id, steps] of projection.swapSteps)
      this.swapSteps.set(id, [...(this.swapSteps.get(id) ?? []), ...steps].slice(-swapStepsMax));
    for (const { id, status } of orders) if (status === 'closed') this.swapSteps.delete(id);
    for (const one of funds) this.funds.set(one.id, one);
    for (const posting of postings) {
      const balance = toMoney((this.balances.get(posting.ledgerKey) ?? 0n) + posting.amount);
      this.balances.set(posting.ledgerKey, balance);
      this.postings.push({ ...posting, balance });
    }
    for (const chain of chains) this.chains.set(chain.accountId, chain);
    for (const receipt of receipts) if (!this.receipts.has(receipt.id)) this.receipts.set(receipt.id, receipt);
    if (receipts.length > 0 && !this.keys.some(({ keyId }) => keyId === receiptKey.keyId)) this.keys.push(receiptKey);
  }

  clear(): void {
    this.checkpoint = 0;
    this.postings.length = 0;
    for (const rows of [this.orders, this.funds, this.balances, this.chains, this.swapSteps]) rows.clear();
  }

  digest(): { hash: string; rows: number } {
    const { checkpoint, orders, funds, postings, balances, receipts, chains, swapSteps } = this;
    const lines = [orders, funds, balances, receipts, chains, swapSteps]
      .flatMap((rows, table) => [...rows].map((row) => encode([table, row])))
      .concat(
        postings.map((posting) => encode(posting)),
        String(checkpoint),
      );
    const hash = createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
    return { hash, rows: lines.length };
  }
}

/** Access to the tables: over a connection, or direct. */
export interface Way {
  call<Value>(effect: () => Value): Promise<Value>;
  write(transaction: () => void): Promise<void>;
}

export const atOnce: Way = {
  call: async (effect) => effect(),
  write: async (transaction) => transaction(),
};

/** The ports to the tables as one process accesses them. */
export class FakeTables implements ProjectionStore, ReceiptChains {
  readonly #rows: TableRows;
  readonly #way: Way;
  readonly #onApplied: () => void;

  constructor(rows: TableRows, way: Way = atOnce, onApplied: () => void = () => undefined) {
    this.#rows = rows;
    this.#way = way;
    this.#onApplied = onApplied;
  }

  checkpoint(): Promise<number> {
    return this.#way.call(() => this.#rows.checkpoint);
  }

  apply(fromSeq: number, projection: Projection): Promise<void> {
    return this.#way.write(() => {
      this.#rows.apply(fromSeq, projection);
      this.#onApplied();
    });
  }

  clear(): Promise<void> {
    return this.#way.write(() => this.#rows.clear());
  }

  digest(): Promise<{ hash: string; rows: number }> {
    return this.#way.call(() => this.#rows.digest());
  }

  /** Read with the chains, over the same connection: its faults are theirs. */
  async swapSteps(orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, readonly SwapStep[]>> {
    return new Map(orderIds.map((id) => [id, this.#rows.swapSteps.get(id) ?? []]));
  }

  chains(accountIds: readonly AccountId[]): Promise<ReceiptChain[]> {
    return this.#way.call(() => accountIds.flatMap((id) => this.#rows.chains.get(id) ?? []));
  }
}
