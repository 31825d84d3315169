import { type AccountNotice, accountNoticesOf } from '@candor/domain/engine/account-notice';
import { type EngineEvent, orderOfEvent } from '@candor/domain/engine/event';
import type { FundsRequest } from '@candor/domain/engine/funds/funds-request';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { SwapStep } from '@candor/domain/receipt/receipt';
import { swapStepOf } from '@candor/domain/receipt/swap-steps';
import { fillOfEvent } from '@candor/domain/receipt/to-receipt';
import type { OrderId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type {
  EndedAccount,
  Posting,
  Projection,
  ProjectionStore,
  Projector,
  ReceiptChain,
  ReceiptChains,
  ReceiptSigner,
} from '../ports/projection.ts';
import type { DecidedEntry } from '../ports/trading-port.ts';
import { decodeDecision } from '../trading/codec.ts';
import { createFoldScheduler, type FoldScheduler } from './fold-scheduler.ts';
import type { HandedEntries } from './handed-entries.ts';
import { type FillWithSwap, issueReceipts, openChain, type Receivable, swapOwnersOf } from './issue-receipts.ts';

const batchMax = 1_000;
/** A batch ends with the entry that reaches this number of events. */
const eventsMax = 5_000;
const retryMs = 500;
/** Pause after a page without entries: the notification was earlier than the entries. */
const emptyMs = 20;
const stopMaxMs = 5_000;

/** Dependencies of folding: journal, tables, receipt chains and the signer of receipts. */
export interface FoldDeps {
  readonly journal: Pick<Journal, 'read'>;
  readonly store: ProjectionStore;
  readonly receipts: ReceiptChains;
  readonly signer: ReceiptSigner;
}

export interface ProjectorDeps extends FoldDeps {
  /** Stored entries that the trading thread handed over; absent if the journal is always read back. */
  readonly handed?: HandedEntries;
  readonly clock: Clock;
  readonly onError: (error: Error) => void;
  /** Called when the tables hold a further entry, and after a doubt about them is settled. */
  readonly onReached?: (seq: number, isFailing: boolean) => void;
}

/**
 * Folds the journal into the query tables in batches, each with its checkpoint in the same transaction. Yields to
 * incoming orders, unless somebody waits for it or it has fallen behind (docs/adr/0011).
 */
export async function startProjector(deps: ProjectorDeps): Promise<Projector> {
  const folding = new Folding(deps, await deps.store.checkpoint());
  return {
    wake: (seq) => folding.wake(seq),
    caughtUp: (seq) => folding.caughtUp(seq),
    get seq() {
      return folding.seq;
    },
    get isFailing() {
      return folding.isFailing;
    },
    stop: () => folding.stop(),
  };
}

/** Run of batches from the tables' checkpoint to the end of the journal. */
class Folding {
  seq: number;
  isFailing = false;
  readonly #deps: ProjectorDeps;
  /** Entries read and not yet folded. */
  #page: readonly DecidedEntry[] = [];
  readonly #waiters: { readonly seq: number; readonly resolve: () => void }[] = [];
  readonly #pace: FoldScheduler;
  #target: number;
  #running: Promise<void> | null = null;
  #stopUntilMs = Number.POSITIVE_INFINITY;
  /** True after a failed write, which may have succeeded nevertheless, here or in another process. */
  #isInDoubt = false;

  constructor(deps: ProjectorDeps, checkpoint: number) {
    this.#deps = deps;
    this.seq = checkpoint;
    this.#target = checkpoint;
    this.#pace = createFoldScheduler(() => ({
      behind: this.#target - this.seq,
      isHurried: this.#isStopping || this.#waiters.length > 0,
    }));
  }

  wake(to: number): void {
    this.#target = Math.max(this.#target, to);
    if (this.seq < this.#target && !this.#isStopping) this.#running ??= this.#run();
    this.#pace.look();
  }

  caughtUp(wanted: number): Promise<void> {
    if (this.seq >= wanted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ seq: wanted, resolve });
      this.wake(wanted);
    });
  }

  async stop(): Promise<void> {
    this.#stopUntilMs = this.#deps.clock.monotonicMs() + stopMaxMs;
    this.#pace.look();
    await this.#running;
  }

  get #isStopping(): boolean {
    return this.#stopUntilMs !== Number.POSITIVE_INFINITY;
  }

  async #run(): Promise<void> {
    const { clock, store, onError } = this.#deps;
    while (this.seq < this.#target && clock.monotonicMs() < this.#stopUntilMs) {
      await this.#pace.rest();
      try {
        const beganMs = clock.monotonicMs();
        if (this.#isInDoubt) this.#reach(await store.checkpoint());
        else await this.#step();
        this.#isInDoubt = false;
        this.#pace.worked(clock.monotonicMs() - beganMs);
      } catch (error) {
        onError(error as Error);
        this.#isInDoubt = this.isFailing = true;
        if (this.#isStopping) break;
        await delay(retryMs);
      }
    }
    this.#running = null;
  }

  async #step(): Promise<void> {
    if (this.#page[0]?.seq !== this.seq + 1) this.#page = await this.#nextPage();
    const batch = this.#page.slice(0, batchLength(this.#page));
    const to = await projectEntries(this.#deps, this.seq, batch);
    this.#page = this.#page.slice(batch.length);
    this.isFailing = false;
    this.#reach(to ?? this.seq);
    if (to === null) await delay(emptyMs);
  }

  /** Returns entries that were handed over, or those of the journal up to the first one of them. */
  async #nextPage(): Promise<readonly DecidedEntry[]> {
    const { journal, handed } = this.#deps;
    const entries = handed?.after(this.seq, batchMax) ?? [];
    const last = entries.at(-1);
    if (last === undefined) {
      const next = handed?.firstAfter(this.seq) ?? Number.POSITIVE_INFINITY;
      return readDecided(journal, this.seq, Math.min(batchMax, next - this.seq - 1));
    }
    // Each hash covers all entries before it: if the last one is stored, so are the others.
    const [stored] = await journal.read(last.seq - 1, 1);
    if (stored?.seq !== last.seq || !stored.hash.equals(last.hash)) {
      handed?.clear();
      throw new Error(`Invariant: entry ${last.seq} was handed over as the journal holds it`);
    }
    return entries;
  }

  #reach(to: number): void {
    this.seq = to;
    const reached = this.#waiters.filter((waiter) => waiter.seq <= to);
    for (const waiter of reached) this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
    for (const waiter of reached) waiter.resolve();
    this.#deps.onReached?.(to, this.isFailing);
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns how many of the next entries are folded together: those whose events a transaction bears, at least one. */
function batchLength(entries: readonly DecidedEntry[]): number {
  let events = 0;
  const last = entries.findIndex(({ decision }) => {
    events += decision.kind === 'done' ? decision.events.length : 0;
    return events >= eventsMax;
  });
  return last < 0 ? entries.length : last + 1;
}

/**
 * Folds the next entries after `seq`, at most `limit`. Returns the new sequence of the tables, or null if there is
 * nothing to fold.
 */
export async function projectNext(deps: FoldDeps, seq: number, limit: number): Promise<number | null> {
  return projectEntries(deps, seq, await readDecided(deps.journal, seq, limit));
}
async function readDecided(journal: Pick<Journal, 'read'>, seq: number, limit: number): Promise<DecidedEntry[]> {
  const entries = await journal.read(seq, limit);
  return entries.map((entry) => ({ seq: entry.seq, hash: entry.hash, decision: decodeDecision(entry.payload) }));
}

async function projectEntries(deps: FoldDeps, seq: number, entries: readonly DecidedEntry[]): Promise<number | null> {
  const { receipts, signer } = deps;
  const folded = foldEntries(entries);
  if (folded === null) return null;
  if (entries[0]?.seq !== seq + 1 || folded.toSeq !== seq + entries.length)
    throw new Error(
      `Invariant: the journal goes on at entry ${seq + 1} without gaps, was ${entries[0]?.seq}…${folded.toSeq}`,
    );
  const { toSeq, orders, funds, postings, notices, ended } = folded;
  const chains = await receipts.chains([...new Set(folded.fills.map(({ order }) => order.accountId))]);
  const stored = await deps.store.swapSteps(swapOwnersOf(folded));
  const issued = await issueReceipts(folded, chains, stored, signer);
  const records = { orders, funds, postings, notices, ended, swapSteps: folded.swapSteps };
  await deps.store.apply(seq, { toSeq, ...records, ...issued, receiptKey: signer.key });
  return toSeq;
}

/** Result of folding a run of journal entries. */
type Folded = Pick<Projection, 'toSeq' | 'orders' | 'funds' | 'postings' | 'notices' | 'ended' | 'swapSteps'> &
  Receivable;

/** Folds a run of journal entries into rows, opened accounts and fills; null for an empty run. */
export function foldEntries(entries: readonly DecidedEntry[]): Folded | null {
  const last = entries.at(-1);
  if (last === undefined) return null;
  const orders = new Map<number, OrderRecord>();
  const funds = new Map<number, FundsRequest>();
  const postings: Posting[] = [];
  const notices: AccountNotice[] = [];
  const opened: ReceiptChain[] = [];
  const ended: EndedAccount[] = [];
  const fills: FillWithSwap[] = [];
  const swapSteps = new Map<OrderId, SwapStep[]>();
  for (const entry of entries) {
    const { decision } = entry;
    if (decision.kind !== 'done') continue;
    notices.push(...accountNoticesOf(entry.seq, decision.events));
    let line = 0;
    for (const event of decision.events) {
      for (const order of ordersOf(event)) orders.set(order.id, order);
      if ('funds' in event) funds.set(event.funds.id, event.funds);
      for (const posting of postingsOf(event, entry.seq, line)) postings.push(posting);
      line += event.transfers.length * 2;
      if (event.type === 'AccountOpened') opened.push(openChain(event, entry));
      if (event.type === 'DemoExpired' || event.type === 'AccountClosed')
        ended.push({ accountId: event.accountId, atMs: event.atMs });
      const fill = fillOfEvent(event);
      // A copy: later steps of the order are not those of this fill.
      if (fill !== null) fills.push({ ...fill, steps: [...(swapSteps.get(fill.rest?.id ?? fill.order.id) ?? [])] });
      const swap = swapStepOf(event);
      if (swap !== null) swapSteps.set(swap.orderId, [...(swapSteps.get(swap.orderId) ?? []), swap.step]);
    }
  }
  const records = { orders: [...orders.values()], funds: [...funds.values()], postings, notices };
  return { toSeq: last.seq, ...records, opened, ended, fills, swapSteps };
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
