import { type EngineEvent, orderOfEvent } from '@candor/domain/engine/event';
import type { CashRequest } from '@candor/domain/engine/funds/cash-request';
import type { OrderRecord } from '@candor/domain/engine/order';
import { type Fill, fillOfEvent } from '@candor/domain/receipt/to-receipt';
import { toMoney } from '@candor/domain/values/money';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type {
  Posting,
  Projection,
  ProjectionStore,
  ReceiptChain,
  ReceiptChains,
  ReceiptSigner,
} from '../ports/projection.ts';
import type { DecidedEntry } from '../ports/trading-port.ts';
import { decodeDecision } from '../trading/codec.ts';
import { createFoldScheduler } from './fold-scheduler.ts';
import { issueReceipts, openChain, type Receivable } from './issue-receipts.ts';
import { PendingEntries } from './pending-entries.ts';

const batchMax = 1_000;
const retryMs = 500;
const stopMaxMs = 5_000;

export interface Projector {
  /** Hands over entries just stored, so that they are not read again. */
  take(decided: readonly DecidedEntry[]): void;
  /** Notifies that the journal has grown to `seq`. */
  wake(seq: number): void;
  /** Resolves once the tables hold everything up to `seq`. */
  caughtUp(seq: number): Promise<void>;
  readonly seq: number;
  /** True if the last write failed; the tables do not advance meanwhile. */
  readonly isFailing: boolean;
  stop(): Promise<void>;
}

/** Dependencies of folding: journal, tables, receipt chains and the signer of receipts. */
export interface FoldDeps {
  readonly journal: Journal;
  readonly store: ProjectionStore;
  readonly receipts: ReceiptChains;
  readonly signer: ReceiptSigner;
}

export interface ProjectorDeps extends FoldDeps {
  readonly clock: Clock;
  readonly onError: (error: Error) => void;
}

/**
 * Folds the journal into the query tables in batches, each with its checkpoint in the same transaction. Yields to
 * incoming orders, unless somebody waits for it or it has fallen behind (docs/adr/0011).
 */
export async function startProjector(deps: ProjectorDeps): Promise<Projector> {
  const { clock } = deps;
  let seq = await deps.store.checkpoint();
  let target = seq;
  let running: Promise<void> | null = null;
  let stopUntilMs = Number.POSITIVE_INFINITY;
  const taken = new PendingEntries();
  /** True after a failed write, which may have succeeded nevertheless, here or in another process. */
  let isInDoubt = false;
  let isFailing = false;
  const waiters: { seq: number; resolve: () => void }[] = [];
  const pace = createFoldScheduler(() => ({ behind: target - seq, isHurried: isStopping() || waiters.length > 0 }));

  function isStopping(): boolean {
    return stopUntilMs !== Number.POSITIVE_INFINITY;
  }

  async function run(): Promise<void> {
    while (seq < target && clock.monotonicMs() < stopUntilMs) {
      await pace.rest();
      try {
        const beganMs = clock.monotonicMs();
        if (isInDoubt) reach(await deps.store.checkpoint());
        else await step();
        isInDoubt = false;
        pace.worked(clock.monotonicMs() - beganMs);
      } catch (error) {
        deps.onError(error as Error);
        isInDoubt = isFailing = true;
        if (isStopping()) break;
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
    running = null;
  }

  async function step(): Promise<void> {
    const held = taken.after(seq, batchMax);
    const entries = held ?? (await readDecided(deps.journal, seq, taken.gapAfter(seq, batchMax)));
    const to = await projectEntries(deps, seq, entries);
    isFailing = false;
    reach(to ?? seq);
  }

  function reach(to: number): void {
    seq = to;
    taken.drop(seq);
    const reached = waiters.filter((waiter) => waiter.seq <= seq);
    for (const waiter of reached) waiters.splice(waiters.indexOf(waiter), 1);
    for (const waiter of reached) waiter.resolve();
  }

  function wake(to: number): void {
    target = Math.max(target, to);
    if (seq < target && !isStopping()) running ??= run();
    pace.look();
  }

  return {
    take(decided) {
      taken.add(decided);
      wake(decided.at(-1)?.seq ?? target);
    },
    wake,
    get seq() {
      return seq;
    },
    get isFailing() {
      return isFailing;
    },
    caughtUp(wanted) {
      if (seq >= wanted) return Promise.resolve();
      return new Promise((resolve) => {
        waiters.push({ seq: wanted, resolve });
        wake(wanted);
      });
    },
    async stop() {
      stopUntilMs = clock.monotonicMs() + stopMaxMs;
      pace.look();
      await running;
    },
  };
}

/**
 * Folds the next entries after `seq`, at most `limit`. Returns the new sequence of the tables, or null if there is
 * nothing to fold.
 */
export async function projectNext(deps: FoldDeps, seq: number, limit: number): Promise<number | null> {
  return projectEntries(deps, seq, await readDecided(deps.journal, seq, limit));
}

async function readDecided(journal: Journal, seq: number, limit: number): Promise<DecidedEntry[]> {
  const entries = await journal.read(seq, limit);
  return entries.map((entry) => ({ seq: entry.seq, hash: entry.hash, decision: decodeDecision(entry.payload) }));
}

async function projectEntries(deps: FoldDeps, seq: number, entries: readonly DecidedEntry[]): Promise<number | null> {
  const { receipts, signer } = deps;
  const folded = foldEntries(entries);
  if (folded === null) return null;
  const { toSeq, orders, funds, postings } = folded;
  const chains = await receipts.chains([...new Set(folded.fills.map(({ order }) => order.accountId))]);
  const issued = await issueReceipts(folded, chains, signer);
  await deps.store.apply(seq, { toSeq, orders, funds, postings, ...issued, receiptKey: signer.key });
  return toSeq;
}

/** Result of folding a run of journal entries. */
type Folded = Pick<Projection, 'toSeq' | 'orders' | 'funds' | 'postings'> & Receivable;

/** Folds a run of journal entries into rows, opened accounts and fills; null for an empty run. */
export function foldEntries(entries: readonly DecidedEntry[]): Folded | null {
  const last = entries.at(-1);
  if (last === undefined) return null;
  const orders = new Map<number, OrderRecord>();
  const funds = new Map<number, CashRequest>();
  const postings: Posting[] = [];
  const opened: ReceiptChain[] = [];
  const fills: Fill[] = [];
  for (const entry of entries) {
    const { decision } = entry;
    if (decision.kind !== 'done') continue;
    let line = 0;
    for (const event of decision.events) {
      for (const order of ordersOf(event)) orders.set(order.id, order);
      if ('funds' in event) funds.set(event.funds.id, event.funds);
      for (const posting of postingsOf(event, entry.seq, line)) postings.push(posting);
      line += event.transfers.length * 2;
      if (event.type === 'AccountOpened') opened.push(openChain(event, entry));
      const fill = fillOfEvent(event);
      if (fill !== null) fills.push(fill);
    }
  }
  return { toSeq: last.seq, orders: [...orders.values()], funds: [...funds.values()], postings, opened, fills };
}

function ordersOf(event: EngineEvent): OrderRecord[] {
  if (!('order' in event)) return [];
  return event.type === 'OrderReduced' ? [event.order, event.closed] : [event.order];
}

function postingsOf(event: EngineEvent, seq: number, firstLine: number): Posting[] {
  const orderId = orderOfEvent(event)?.id ?? null;
  const fundsId = 'funds' in event ? event.funds.id : null;
  return event.transfers.flatMap((transfer, index) => {
    const common = { seq, kind: transfer.kind, atMs: event.atMs, orderId, fundsId };
    const line = firstLine + index * 2;
    return [
      { line, ledgerKey: transfer.from, amount: toMoney(-transfer.amount), ...common },
      { line: line + 1, ledgerKey: transfer.to, amount: transfer.amount, ...common },
    ];
  });
}
