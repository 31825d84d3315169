import type { Clock } from '../ports/clock.ts';
import type { Projector } from '../ports/projection.ts';
import type { DecidedEntry } from '../ports/trading-port.ts';
import { type HandedPiece, WaitingEntries } from './handed-entries.ts';
import { SeqWaiters } from './seq-waiters.ts';

/** Message to the thread of the projector. */
export type ProjectorOrder =
  /** The journal has grown to `seq`; `handed` are stored entries that need not be read from it. */
  | { readonly kind: 'wake'; readonly seq: number; readonly handed: readonly HandedPiece[] }
  /** A reader waits for the tables to hold `seq`. */
  | { readonly kind: 'want'; readonly seq: number }
  | { readonly kind: 'stop' };

/** News of the thread of the projector. */
export type ProjectorNews =
  /** The tables hold everything up to `seq`; also the first news of each start. */
  | { readonly kind: 'at'; readonly seq: number; readonly isFailing: boolean }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** Running thread, started again by itself when it dies. */
export interface ProjectorThread {
  /** Sends an order; `moved` memory belongs to the thread afterwards. */
  post(order: ProjectorOrder, moved?: readonly ArrayBuffer[]): void;
  close(): Promise<void>;
}

export interface ThreadProjectorDeps {
  /** Starts the thread; `onEnded` is called each time that it died. */
  readonly openThread: (onNews: (news: ProjectorNews) => void, onEnded: (error: Error) => void) => ProjectorThread;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly onError: (error: Error) => void;
}

/** Time without progress after which the tables count as failing. */
const stuckAfterMs = 30_000;
/** Bytes of entries that are kept for the thread while it is busy; it reads others from the journal. */
const handedBytesMax = 8 * 2 ** 20;
/** The thread itself stops after 5 s. */
const stopMaxMs = 6_000;

/**
 * The projector in a thread of its own, as the trading thread sees it. It sends at most one `wake` for each batch of the
 * thread, whatever the number of orders, and never waits for the thread (docs/adr/0011).
 */
export class ThreadProjector implements Projector {
  seq = 0;
  readonly #deps: ThreadProjectorDeps;
  readonly #thread: ProjectorThread;
  readonly #waiters = new SeqWaiters(() => this.seq);
  #target = 0;
  /** Sequences sent to the running thread; 0 before its first news. */
  #sentTarget = 0;
  #sentWanted = 0;
  /** Entries to hand over with the next `wake`. */
  readonly #waiting = new WaitingEntries();
  #isRunning = false;
  #hasFailed = false;
  #newsAtMs: number;
  #stopped: (() => void) | null = null;
  #stopping: Promise<void> | null = null;

  constructor(deps: ThreadProjectorDeps) {
    this.#deps = deps;
    this.#newsAtMs = deps.clock.monotonicMs();
    this.#thread = deps.openThread(
      (news) => this.#note(news),
      (error) => this.#ended(error),
    );
  }

  /** True while the thread is dead, cannot write, or makes no progress. */
  get isFailing(): boolean {
    const isStuck = this.seq < this.#target && this.#deps.clock.monotonicMs() - this.#newsAtMs > stuckAfterMs;
    return this.#hasFailed || isStuck;
  }

  wake(seq: number, entries: readonly DecidedEntry[] = []): void {
    if (this.#waiting.bytes < handedBytesMax) this.#waiting.add(entries);
    if (this.seq >= this.#target) this.#newsAtMs = this.#deps.clock.monotonicMs();
    this.#target = Math.max(this.#target, seq);
    this.#notify();
  }

  caughtUp(seq: number): Promise<void> {
    if (this.seq >= seq) return Promise.resolve();
    const waiting = this.#waiters.wait(seq, this.seq);
    this.wake(seq);
    this.#want(seq);
    return waiting;
  }

  /** Repeated calls wait for the first one. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    if (this.#isRunning) {
      const stopped = new Promise<void>((resolve) => {
        this.#stopped = resolve;
      });
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, stopMaxMs);
      });
      this.#thread.post({ kind: 'stop' });
      await Promise.race([stopped, late]);
      clearTimeout(limit);
    }
    await this.#thread.close();
    this.#waiters.rejectAll();
  }

  /** Notifies the thread of new entries, if it has reached those of the last message. */
  #notify(): void {
    if (!this.#isRunning || this.#target <= this.#sentTarget || this.seq < this.#sentTarget) return;
    this.#sentTarget = this.#target;
    const handed = this.#waiting.take();
    const moved = handed.map(({ bytes }) => bytes.buffer);
    this.#thread.post({ kind: 'wake', seq: this.#target, handed }, moved);
  }

  #want(seq: number): void {
    if (!this.#isRunning || seq <= this.#sentWanted) return;
    this.#sentWanted = seq;
    this.#thread.post({ kind: 'want', seq });
  }

  #note(news: ProjectorNews): void {
    switch (news.kind) {
      case 'at':
        return this.#reach(news.seq, news.isFailing);
      case 'failed':
        this.#hasFailed = true;
        return this.#deps.onError(new Error(news.reason));
      case 'stopped':
        this.#stopped?.();
    }
  }

  #reach(seq: number, isFailing: boolean): void {
    this.#newsAtMs = this.#deps.clock.monotonicMs();
    this.seq = seq;
    this.#hasFailed = isFailing;
    this.#waiters.reach(seq);
    if (!this.#isRunning) {
      this.#isRunning = true;
      this.#want(this.#waiters.wanted);
    }
    this.#notify();
  }

  #ended(error: Error): void {
    this.#isRunning = false;
    this.#hasFailed = true;
    this.#sentTarget = 0;
    this.#sentWanted = 0;
    this.#stopped?.();
    this.#deps.onError(error);
  }
}
