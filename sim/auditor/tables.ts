import { createHash } from 'node:crypto';
import { firstDifference, require, show } from './compare.ts';
import type { Funds, Happening, Order } from './facts.ts';
import type { Verdict } from './model-commands.ts';

/** The tables, as far as the auditor reads them. */
export interface Tables {
  readonly checkpoint: number;
  readonly orders: ReadonlyMap<number, unknown>;
  readonly funds: ReadonlyMap<number, unknown>;
  readonly postings: readonly PostingRow[];
  readonly balances: ReadonlyMap<string, bigint>;
  readonly receipts: ReadonlyMap<string, ReceiptRow>;
  readonly chains: ReadonlyMap<number, { readonly number: number; readonly hash: string }>;
}

interface PostingRow {
  readonly seq: number;
  readonly line: number;
  readonly ledgerKey: string;
  readonly kind: string;
  readonly amount: bigint;
  readonly atMs: number;
  readonly orderId: number | null;
  readonly fundsId: number | null;
}

interface ReceiptRow {
  readonly id: string;
  readonly accountId: number;
  readonly orderId: number;
  readonly number: number;
  readonly text: string;
  readonly hash: string;
}

interface WantedReceipt {
  readonly id: string;
  readonly order: Order;
  readonly isOpening: boolean;
}

/** Expected tables after the first rows of the journal, computed by the auditor. */
class Fold {
  readonly orders = new Map<number, Order>();
  readonly funds = new Map<number, Funds>();
  readonly postings: PostingRow[] = [];
  /** By account, in the order of the journal. */
  readonly receipts = new Map<number, WantedReceipt[]>();
  rows = 0;

  take(decision: Verdict): void {
    this.rows += 1;
    let line = 0;
    for (const event of decision.kind === 'done' ? decision.events : []) {
      const { type, atMs, order, closed, funds } = event;
      for (const touched of [order, closed]) if (touched !== undefined) this.orders.set(touched.id, touched);
      if (funds !== undefined) this.funds.set(funds.id, funds);
      for (const { kind, from, to, amount } of event.transfers) {
        const common = {
          seq: this.rows,
          kind,
          atMs,
          orderId: (closed ?? order)?.id ?? null,
          fundsId: funds?.id ?? null,
        };
        this.postings.push({ ...common, line, ledgerKey: from, amount: -amount });
        this.postings.push({ ...common, line: line + 1, ledgerKey: to, amount });
        line += 2;
      }
      if (/^Order(Opened|Closed|Reduced)$/.test(type)) this.#receipt(event);
    }
  }

  #receipt({ type, accountId, order, closed }: Happening): void {
    const filled = closed ?? order;
    if (filled === undefined) return;
    const isOpening = type === 'OrderOpened';
    const wanted = { id: `${filled.id}-${isOpening ? 'open' : 'close'}`, order: filled, isOpening };
    this.receipts.set(accountId, [...(this.receipts.get(accountId) ?? []), wanted]);
  }
}

/** Compares the tables with the journal that they are projected from: each row exactly once (R-LED-05). */
export class TablesAudit {
  #fold = new Fold();

  /** Requires that the tables hold exactly the rows up to their checkpoint. */
  require(decisions: readonly Verdict[], tables: Tables): void {
    const { checkpoint } = tables;
    const where = `tables at row ${checkpoint} of ${decisions.length}`;
    require(checkpoint <= decisions.length, 'R1-checkpoint', () => where);
    if (checkpoint < this.#fold.rows) this.#fold = new Fold();
    for (const decision of decisions.slice(this.#fold.rows, checkpoint)) this.#fold.take(decision);
    this.#requireOrders(tables, where);
    this.#requirePostings(tables, where);
    this.#requireReceipts(tables, where);
  }

  #requireOrders(tables: Tables, where: string): void {
    const { orders, funds } = this.#fold;
    const byId = (rows: ReadonlyMap<number, unknown>) => [...rows].sort(([a], [b]) => a - b);
    const difference = firstDifference(byId(orders), byId(tables.orders));
    require(difference === null, 'R2-orders', () => `${where}${difference}`);
    const inFunds = firstDifference(byId(funds), byId(tables.funds));
    require(inFunds === null, 'R2-funds', () => `${where}${inFunds}`);
  }

  /** L1 to L3 again, on the queried tables. */
  #requirePostings(tables: Tables, where: string): void {
    const byPlace = (a: PostingRow, b: PostingRow) => a.seq - b.seq || a.line - b.line;
    const difference = firstDifference(this.#fold.postings, tables.postings.toSorted(byPlace));
    require(difference === null, 'R3-postings', () => `${where}${difference}`);
    const [sums, ledgers] = [new Map<string, bigint>(), new Map<string, bigint>()];
    for (const { ledgerKey, amount } of tables.postings) {
      const ledger = ledgerKey.split('/').slice(0, 3).join('/');
      sums.set(ledgerKey, (sums.get(ledgerKey) ?? 0n) + amount);
      ledgers.set(ledger, (ledgers.get(ledger) ?? 0n) + amount);
    }
    for (const key of new Set([...sums.keys(), ...tables.balances.keys()])) {
      const [sum, balance] = [sums.get(key), tables.balances.get(key)];
      require(sum === balance, 'R4-balances', () => `${where}: ${key} holds ${balance}, its postings sum to ${sum}`);
    }
    for (const [ledger, sum] of ledgers) require(sum === 0n, 'R5-zero-sum', () => `${where}: ${ledger} sums to ${sum}`);
  }

  /** Each fill has one receipt, and an account's receipts are a chain without a gap (R-ORD-25). */
  #requireReceipts(tables: Tables, where: string): void {
    const wantedCount = [...this.#fold.receipts.values()].reduce((sum, { length }) => sum + length, 0);
    // During a rebuild, receipts of later rows exist already: they were issued before.
    const isWhole = tables.receipts.size >= wantedCount;
    require(isWhole, 'R6-receipts', () => `${where}: ${wantedCount} fills, ${tables.receipts.size} receipts`);
    for (const [accountId, wanted] of this.#fold.receipts) {
      let previous = '0'.repeat(64);
      for (const [at, { id, order, isOpening }] of wanted.entries()) {
        const receipt = tables.receipts.get(id);
        const about = () => `${where}: receipt ${id} is ${show(receipt)}`;
        require(receipt?.accountId === accountId && receipt.orderId === order.id, 'R6-receipts', about);
        require(isTrue(receipt.text, order, isOpening), 'R6-receipts', about);
        const { number, previous: named } = JSON.parse(receipt.text) as { number: number; previous: string };
        const isLinked = number === at + 1 && receipt.number === number && named === previous;
        require(isLinked, 'R7-chain', () => `${about()}, after ${previous}`);
        previous = createHash('sha256').update(receipt.text).digest('hex');
        require(receipt.hash === previous, 'R7-chain', about);
      }
      const end = tables.chains.get(accountId);
      const isEnd = end?.number === wanted.length && end.hash === previous;
      require(isEnd, 'R7-chain', () => `${where}: account ${accountId} ends at ${show(end)}, not ${previous}`);
    }
  }

  /** Requires, once no projector runs, that there are no more receipts than fills. */
  requireNoMore(tables: Tables): void {
    const wanted = new Set([...this.#fold.receipts.values()].flatMap((list) => list.map(({ id }) => id)));
    const extra = [...tables.receipts.keys()].filter((id) => !wanted.has(id));
    require(extra.length === 0, 'R6-receipts', () => `receipts of no fill: ${extra.join(', ')}`);
  }
}

/** True if the receipt names the order's price with its digits, and its side and lots. */
function isTrue(text: string, order: Order, isOpening: boolean): boolean {
  const stated = JSON.parse(text) as { order: number; side: string; price: string; profit: string };
  const price = isOpening ? order.openPrice : order.closePrice;
  const profit = isOpening ? 0n : order.profit;
  const isPriced = Number(stated.price.replace('.', '')) === price && BigInt(stated.profit.replace('.', '')) === profit;
  return isPriced && stated.order === order.id && stated.side === order.side;
}
