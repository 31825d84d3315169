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
  /** Ticks taken in when it was decided. */
  readonly tickOffset: number;
}
type CommittedListener = (entries: readonly JournalEntry[]) => void;

export interface GroupCommitHooks {
  /** Called with each batch once it is stored. */
  readonly onCommitted: CommittedListener;
  /** Called once, when nothing can be stored any more. */
  readonly onFatal: (error: Error) => void;
  /** Resolves once the ticks before an offset outlive a crash. */
  readonly ticksStored: (offset: number) => Promise<void>;
  /** Lease under which this process leads; left out if no other process can lead. */
  readonly lease?: HeldLease;
}

interface Waiter {
  readonly seq: number;
  /** Waits through a stall. */
  readonly isPatient: boolean;
  readonly settle: (error: Error | null) => void;
  readonly settled: Promise<void>;
}

const batchMax = 1_000;
const retryMs = 200;
/** A batch that is not stored within this is told to be unavailable; it may be stored later. */
const stallMs = 3_500;

/** For a core beside which nobody else can lead. */
const unlimitedLease: HeldLease = { isHeld: true, beginRenewal: () => () => undefined };

/**
 * Writes decided entries to the journal in order, one batch in flight while the next one fills: throughput rises with
 * load, latency stays one commit. Nobody is answered before the commit; an unclear commit is re-read, never guessed.
 * Who waits is answered within a bound: while a batch stalls, or the lease may have run out, every wait rejects with
 * UnavailableError.
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
  /** Ticks taken in so far; what is decided from now on has seen them. */
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

  /** True while a batch waits for longer than anybody is let wait. */
  get isStalled(): boolean {
    return this.#isStalled;
  }

  get committedSeq(): number {
    return this.#committedSeq;
  }

  /** Entries decided and not yet stored. */
  get backlog(): number {
    return this.#stagedSeq - this.#committedSeq;
  }

  /** Puts a decided entry in line; `whenCommitted` tells when it is stored. */
  stage(draft: Draft): void {
    // Own fields first: fields added after a spread give every object a hidden class of its own.
    const entry = { seq: this.#stagedSeq + 1, ...draft };
    const hash = chainHash(this.#lastHash, entry);
    this.#lastHash = hash;
    this.#stagedSeq = entry.seq;
    this.#staged.push({ entry: { hash, ...entry }, tickOffset: this.tickOffset });
    if (!this.#isRunning) void this.#run();
  }

  /** Stores how many ticks were taken in, where nothing was decided that would carry it. */
  saveOffset(): void {
    if (this.#isRunning || this.#failure !== null || this.tickOffset === this.#savedOffset) return;
    void this.#run(true);
  }

  /**
   * Resolves once everything staged before this call is stored; rejects when that can no longer happen, or with
   * UnavailableError when it takes too long, which `isPatient` waits for.
   */
  whenCommitted(isPatient = false): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (this.#stagedSeq === this.#committedSeq) return this.#lead();
    if (this.#isStalled && !isPatient) return Promise.reject(stalled());
    const last = this.#waiters.at(-1);
    // All who wait for the same entry share one promise: however many ask, there is one per entry at most.
    if (last?.seq === this.#stagedSeq && last.isPatient === isPatient) return last.settled;
    let settle: Waiter['settle'] = () => undefined;
    const settled = new Promise<void>((resolve, reject) => {
      settle = (error) => (error === null ? resolve() : reject(error));
    });
    this.#waiters.push({ seq: this.#stagedSeq, isPatient, settle, settled });
    return settled;
  }

  /** What is known here is all there is only while nobody else can have taken the lead. */
  #lead(): Promise<void> {
    return this.#lease.isHeld ? Promise.resolve() : Promise.reject(lapsed());
  }

  /** Resolves while nobody else has taken the shard; what is known here is then all there is. */
  async confirmLead(): Promise<void> {
    if (this.#isStalled) throw stalled();
    const { epoch } = await this.#journal.position();
    this.#requireEpoch(epoch);
  }

  #requireEpoch(epoch: number): void {
    if (epoch !== this.#epoch) throw new FencedError(`Epoch ${this.#epoch} was succeeded by ${epoch}`);
  }

  async #run(hasOffsetOnly = false): Promise<void> {
    this.#isRunning = true;
    // One turn of the loop lets everything decided in it share the first batch.
    await Promise.resolve();
    let isOffsetDue = hasOffsetOnly;
    while ((this.#staged.length > 0 || isOffsetDue) && this.#failure === null) {
      isOffsetDue = false;
      const staged = this.#staged.splice(0, batchMax);
      const batch = staged.map(({ entry }) => entry);
      // A tick counts as taken in only together with what was decided on it.
      const offset = staged.at(-1)?.tickOffset ?? this.tickOffset;
      const stall = this.#watchStall();
      try {
        // A tick that is counted as taken in must be in the log: else, said again after a crash, it would act on what
        // came after it.
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
        // What is stored is answered; but a listener that missed something is wrong from here on, as after a broken
        // invariant, and only a restart from the journal puts it right.
        this.#settleWaiters();
        this.#fail(error as Error);
        break;
      }
      this.#settleWaiters();
    }
    this.#isRunning = false;
  }

  /** While a batch stalls nobody waits for it; it goes on being tried. */
  #watchStall(): NodeJS.Timeout {
    const committedSeq = this.#committedSeq;
    const savedOffset = this.#savedOffset;
    return setTimeout(() => {
      // After a pause of the whole process the answer may be there, unread.
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

  /** After an unclear commit: true when the batch is there, false when it is not and may be retried (R-LED-08). */
  async #wasStored(error: unknown, from: number, length: number): Promise<boolean> {
    const position = await this.#readPosition();
    this.#requireEpoch(position.epoch);
    if (position.lastSeq === from + length) return true;
    if (position.lastSeq !== from)
      throw new Error(`Invariant: journal stands at ${from} or ${from + length}, was ${position.lastSeq}`);
    if (error instanceof FencedError) throw error;
    await delay(retryMs);
    return false;
  }

  async #readPosition(): Promise<JournalPosition> {
    for (;;) {
      try {
        return await this.#journal.position();
      } catch {
        // The database is away: stay silent towards everybody until it answers.
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
  return new UnavailableError('What was decided is not stored yet');
}

function lapsed(): UnavailableError {
  return new UnavailableError('The lease may have run out');
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
