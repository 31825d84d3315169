import {
  FencedError,
  type HeldLease,
  type Journal,
  type JournalEntry,
  type JournalPosition,
  type Leadership,
  UnavailableError,
} from '../ports/journal.ts';
import { chainHash } from './hash-chain.ts';

type Draft = Omit<JournalEntry, 'seq' | 'hash'>;

interface Staged {
  readonly entry: JournalEntry;
  /** Ticks ingested before the decision. */
  readonly tickOffset: number;
}
type CommittedListener = (entries: readonly JournalEntry[]) => void;

export interface GroupCommitHooks {
  /** Called with each batch once it is stored. */
  readonly onCommitted: CommittedListener;
  /** Called once, when storing has failed permanently. */
  readonly onFatal: (error: Error) => void;
  /** Resolves once the ticks before an offset are durable. */
  readonly ticksStored: (offset: number) => Promise<void>;
  /** Lease under which this process leads; absent if no other process can lead. */
  readonly lease?: HeldLease;
}

interface Waiter {
  readonly seq: number;
  /** True if it waits through a stall. */
  readonly isPatient: boolean;
  readonly settle: Settle;
  /** Promise of the waiters that share it; null without one. */
  readonly settled: Promise<void> | null;
}

/** Called with null once everything waited for is stored, or with the reason why that is not known. */
type Settle = (error: Error | null) => void;

/** Most entries of a batch, and the length from which no further entry joins it. */
const batchMax = 1_000;
const batchLengthMax = 1_000_000;
const retryMs = 200;
/**
 * Time after which an unstored batch counts as stalled and its waiters are rejected as unavailable; it may still be
 * stored later.
 */
const stallMs = 3_500;

/** Lease of a core without competitors. */
const unlimitedLease: HeldLease = { isHeld: true, beginRenewal: () => () => undefined };

/**
 * Writes decided entries to the journal in order, one batch in flight while the next one fills: throughput rises with
 * load, latency stays one commit. Nothing is answered before the commit; after an unclear commit the journal is read
 * again. Every wait is bounded: while a batch stalls, or the lease may have expired, it rejects with UnavailableError.
 */
export class GroupCommit {
  readonly #journal: Journal;
  readonly #epoch: number;
  readonly #onCommitted: CommittedListener;
  readonly #onFatal: (error: Error) => void;
  readonly #ticksStored: (offset: number) => Promise<void>;
  readonly #staged: Staged[] = [];
  readonly #waiters: Waiter[] = [];
  #stagedSeq: number;
  #committedSeq: number;
  #lastHash: Buffer;
  readonly #lease: HeldLease;
  #isRunning = false;
  #isStalled = false;
  #failure: Error | null = null;
  #savedOffset: number;
  /** Ticks ingested so far; later decisions include them. */
  tickOffset: number;

  constructor(journal: Journal, leadership: Leadership, hooks: GroupCommitHooks) {
    this.#journal = journal;
    this.#epoch = leadership.epoch;
    this.#stagedSeq = leadership.lastSeq;
    this.#committedSeq = leadership.lastSeq;
    this.#lastHash = leadership.lastHash;
    this.tickOffset = leadership.tickOffset;
    this.#savedOffset = leadership.tickOffset;
    this.#onCommitted = hooks.onCommitted;
    this.#onFatal = hooks.onFatal;
    this.#ticksStored = hooks.ticksStored;
    this.#lease = hooks.lease ?? unlimitedLease;
  }

  /** True while a batch exceeds the stall time. */
  get isStalled(): boolean {
    return this.#isStalled;
  }

  get committedSeq(): number {
    return this.#committedSeq;
  }

  /** Number of entries decided and not yet stored. */
  get backlog(): number {
    return this.#stagedSeq - this.#committedSeq;
  }

  /** Queues a decided entry; `whenCommitted` resolves once it is stored. */
  stage(draft: Draft): void {
    // `seq` before the spread: a field added after it gives every object its own hidden class.
    const entry = { seq: this.#stagedSeq + 1, ...draft };
    const hash = chainHash(this.#lastHash, entry);
    this.#lastHash = hash;
    this.#stagedSeq = entry.seq;
    this.#staged.push({ entry: { hash, ...entry }, tickOffset: this.tickOffset });
    if (!this.#isRunning) void this.#run();
  }

  /** Stores the tick offset if no decision carries it. */
  saveOffset(): void {
    if (this.#isRunning || this.#failure !== null || this.tickOffset === this.#savedOffset) return;
    void this.#run(true);
  }

  /**
   * Resolves once everything staged before this call is stored. Rejects when that has become impossible, or with
   * UnavailableError when it takes too long, unless `isPatient`.
   */
  whenCommitted(isPatient = false): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (this.#stagedSeq === this.#committedSeq) return this.#lead();
    if (this.#isStalled && !isPatient) return Promise.reject(stalled());
    const last = this.#waiters.at(-1);
    // Waiters of the same entry share one promise.
    const isSame = last?.seq === this.#stagedSeq && last.isPatient === isPatient;
    if (isSame && last.settled !== null) return last.settled;
    let settle: Settle = () => undefined;
    const settled = new Promise<void>((resolve, reject) => {
      settle = (error) => (error === null ? resolve() : reject(error));
    });
    this.#waiters.push({ seq: this.#stagedSeq, isPatient, settle, settled });
    return settled;
  }

  /** Calls `settle` when `whenCommitted` would resolve or reject: one answer needs no promise for it. */
  onceCommitted(settle: Settle): void {
    if (this.#failure !== null) settle(this.#failure);
    else if (this.#stagedSeq === this.#committedSeq) settle(this.#lease.isHeld ? null : lapsed());
    else if (this.#isStalled) settle(stalled());
    else this.#waiters.push({ seq: this.#stagedSeq, isPatient: false, settle, settled: null });
  }

  /** Rejects unless the lease is held: only then is the state here complete. */
  #lead(): Promise<void> {
    return this.#lease.isHeld ? Promise.resolve() : Promise.reject(lapsed());
  }

  /** Resolves if no other process has taken the shard, so that the state here is complete. */
  async confirmLead(): Promise<void> {
    if (this.#isStalled) throw stalled();
    const { epoch } = await this.#journal.position();
    this.#requireEpoch(epoch);
  }

  #requireEpoch(epoch: number): void {
    if (epoch !== this.#epoch) throw new FencedError(`Epoch ${this.#epoch} is superseded by epoch ${epoch}`);
  }

  async #run(hasOffsetOnly = false): Promise<void> {
    this.#isRunning = true;
    // Wait one turn, so that everything decided in it shares the first batch.
    await Promise.resolve();
    let isOffsetDue = hasOffsetOnly;
    while ((this.#staged.length > 0 || isOffsetDue) && this.#failure === null) {
      isOffsetDue = false;
      const staged = this.#staged.splice(0, this.#countOfBatch());
      const batch = staged.map(({ entry }) => entry);
      // A tick counts as ingested only together with the decisions it caused.
      const offset = staged.at(-1)?.tickOffset ?? this.tickOffset;
      const stall = this.#watchStall();
      try {
        // A tick that counts as ingested must be in the log: if it were restated after a crash, it would affect later
        // decisions.
        await this.#ticksStored(offset);
        await this.#store(batch, offset);
        this.#savedOffset = offset;
      } catch (error) {
        this.#fail(error as Error);
        break;
      } finally {
        clearTimeout(stall);
      }
      this.#isStalled = false;
      this.#committedSeq += batch.length;
      try {
        if (batch.length > 0) this.#onCommitted(batch);
      } catch (error) {
        // Stored entries are answered. But a listener that missed something is wrong from now on, as after a broken
        // invariant; only a restart from the journal repairs it.
        this.#settleWaiters();
        this.#fail(error as Error);
        break;
      }
      this.#settleWaiters();
    }
    this.#isRunning = false;
  }

  /**
   * Returns how many staged entries form the next batch. A long one, as after a tick that reaches every account, is
   * divided, so that encoding it and handing it on leaves room for other turns.
   */
  #countOfBatch(): number {
    let length = 0;
    let count = 0;
    for (const { entry } of this.#staged) {
      if (count === batchMax || length >= batchLengthMax) break;
      length += entry.payload.length;
      count += 1;
    }
    return count;
  }

  /** Rejects the waiters when the batch stalls; the batch itself is retried. */
  #watchStall(): NodeJS.Timeout {
    const committedSeq = this.#committedSeq;
    const savedOffset = this.#savedOffset;
    return setTimeout(() => {
      // After a pause of the whole process the answer may have arrived unread.
      setImmediate(() => {
        if (this.#committedSeq !== committedSeq || this.#savedOffset !== savedOffset || !this.#isRunning) return;
        this.#isStalled = true;
        const waiting = this.#waiters.splice(0);
        for (const waiter of waiting) {
          if (waiter.isPatient) this.#waiters.push(waiter);
          else waiter.settle(stalled());
        }
      });
    }, stallMs);
  }

  async #store(batch: readonly JournalEntry[], tickOffset: number): Promise<void> {
    const from = this.#committedSeq;
    for (;;) {
      try {
        const renewed = this.#lease.beginRenewal();
        await this.#journal.commit(this.#epoch, from, tickOffset, batch);
        renewed();
        return;
      } catch (error) {
        if (await this.#wasStored(error, from, batch.length)) return;
      }
    }
  }

  /** True if the batch was stored despite an unclear commit; false if it was not and may be retried (R-LED-08). */
  async #wasStored(error: unknown, from: number, length: number): Promise<boolean> {
    const position = await this.#readPosition();
    this.#requireEpoch(position.epoch);
    if (position.lastSeq === from + length) return true;
    if (position.lastSeq !== from)
      throw new Error(`Invariant: the journal ends at ${from} or ${from + length}, was ${position.lastSeq}`);
    if (error instanceof FencedError) throw error;
    await delay(retryMs);
    return false;
  }

  async #readPosition(): Promise<JournalPosition> {
    for (;;) {
      try {
        return await this.#journal.position();
      } catch {
        // The database does not answer: no waiter is settled until it does.
        await delay(retryMs);
      }
    }
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const waiter of this.#waiters.splice(0)) waiter.settle(error);
    this.#onFatal(error);
  }

  #settleWaiters(): void {
    let settled = 0;
    while (settled < this.#waiters.length && (this.#waiters[settled]?.seq ?? Infinity) <= this.#committedSeq)
      settled += 1;
    const error = this.#lease.isHeld ? null : lapsed();
    for (const waiter of this.#waiters.splice(0, settled)) waiter.settle(waiter.isPatient ? null : error);
  }
}

function stalled(): UnavailableError {
  return new UnavailableError('The decision is not stored yet');
}

function lapsed(): UnavailableError {
  return new UnavailableError('The lease may have expired');
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
