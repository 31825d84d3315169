import { type EngineEvent, orderOfEvent } from '@candor/domain/engine/event';
import type { OrderRecord } from '@candor/domain/engine/order';
import { type Fill, fillOfEvent } from '@candor/domain/receipt/to-receipt';
import { toMoney } from '@candor/domain/values/money';
import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { Posting, Projection, ProjectionStore } from '../ports/projection-store.ts';
import type { ReceiptSigner } from '../ports/receipt-signer.ts';
import type { ReceiptChain, ReceiptChains } from '../ports/receipt-store.ts';
import { decodeDecision } from '../trading/codec.ts';
import { issueReceipts, openChain, type Receivable } from './issue-receipts.ts';

const batchMax = 1_000;
const retryMs = 500;

export interface Projector {
  /** Tells that the journal has grown to `seq`. */
  wake(seq: number): void;
  /** Resolves once the tables hold everything up to `seq`. */
  caughtUp(seq: number): Promise<void>;
  readonly seq: number;
  stop(): Promise<void>;
}

/** What folding needs: where it reads, where it writes, and who signs the receipts among it. */
export interface FoldDeps {
  readonly journal: Journal;
  readonly store: ProjectionStore;
  readonly receipts: ReceiptChains;
  readonly signer: ReceiptSigner;
}

export interface ProjectorDeps extends FoldDeps {
  readonly onError: (error: Error) => void;
}

/** Folds the journal into the tables people query, in batches, each with its checkpoint in the same transaction. */
export async function startProjector(deps: ProjectorDeps): Promise<Projector> {
  let seq = await deps.store.checkpoint();
  let target = seq;
  let running: Promise<void> | null = null;
  let isStopped = false;
  /** A write failed: it may have been done all the same, or by another process. */
  let isInDoubt = false;
  const waiters: { seq: number; resolve: () => void }[] = [];

  async function run(): Promise<void> {
    while (seq < target && !isStopped) {
      try {
        if (isInDoubt) seq = await deps.store.checkpoint();
        else seq = (await projectNext(deps, seq, batchMax)) ?? seq;
        isInDoubt = false;
        const reached = waiters.filter((waiter) => waiter.seq <= seq);
        for (const waiter of reached) waiters.splice(waiters.indexOf(waiter), 1);
        for (const waiter of reached) waiter.resolve();
      } catch (error) {
        deps.onError(error as Error);
        isInDoubt = true;
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
    running = null;
  }

  function wake(to: number): void {
    target = Math.max(target, to);
    if (seq < target && !isStopped) running ??= run();
  }

  return {
    wake,
    get seq() {
      return seq;
    },
    caughtUp(wanted) {
      if (seq >= wanted) return Promise.resolve();
      wake(wanted);
      return new Promise((resolve) => waiters.push({ seq: wanted, resolve }));
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Folds in the next entries after `seq`, at most `limit`; answers where the tables then stand, or null when there are none. */
export async function projectNext(deps: FoldDeps, seq: number, limit: number): Promise<number | null> {
  const { receipts, signer } = deps;
  const entries = await deps.journal.read(seq, limit);
  const folded = foldEntries(entries);
  if (folded === null) return null;
  const { toSeq, orders, postings } = folded;
  const chains = await receipts.chains([...new Set(folded.fills.map(({ order }) => order.accountId))]);
  const issued = await issueReceipts(folded, chains, signer);
  await deps.store.apply(seq, { toSeq, orders, postings, ...issued, receiptKey: signer.key });
  return toSeq;
}

/** What a run of journal entries leads to. */
type Folded = Pick<Projection, 'toSeq' | 'orders' | 'postings'> & Receivable;

/** The rows, accounts and fills that a run of journal entries leads to; null for none. */
export function foldEntries(entries: readonly JournalEntry[]): Folded | null {
  const last = entries.at(-1);
  if (last === undefined) return null;
  const orders = new Map<number, OrderRecord>();
  const postings: Posting[] = [];
  const opened: ReceiptChain[] = [];
  const fills: Fill[] = [];
  for (const entry of entries) {
    const decision = decodeDecision(entry.payload);
    if (decision.kind !== 'done') continue;
    let line = 0;
    for (const event of decision.events) {
      for (const order of ordersOf(event)) orders.set(order.id, order);
      for (const posting of postingsOf(event, entry.seq, line)) postings.push(posting);
      line += event.transfers.length * 2;
      if (event.type === 'AccountOpened') opened.push(openChain(event, entry));
      const fill = fillOfEvent(event);
      if (fill !== null) fills.push(fill);
    }
  }
  return { toSeq: last.seq, orders: [...orders.values()], postings, opened, fills };
}

function ordersOf(event: EngineEvent): OrderRecord[] {
  if (!('order' in event)) return [];
  return event.type === 'OrderReduced' ? [event.order, event.closed] : [event.order];
}

function postingsOf(event: EngineEvent, seq: number, firstLine: number): Posting[] {
  const orderId = orderOfEvent(event)?.id ?? null;
  return event.transfers.flatMap((transfer, index) => {
    const common = { seq, kind: transfer.kind, atMs: event.atMs, orderId };
    const line = firstLine + index * 2;
    return [
      { line, ledgerKey: transfer.from, amount: toMoney(-transfer.amount), ...common },
      { line: line + 1, ledgerKey: transfer.to, amount: transfer.amount, ...common },
    ];
  });
}
