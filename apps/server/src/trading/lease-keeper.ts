import type { Clock } from '../ports/clock.ts';
import { FencedError, type HeldLease, type LeaseStore, leaseMs, UnavailableError } from '../ports/journal.ts';

/** Time before the end of the lease at which the holder stops answering. */
const marginMs = 250;
/** Counted from sending: with answers that take nearly a second the lease is still held without a break. */
const renewEveryMs = 500;
const probeEveryMs = 250;
/** A renewal without an answer after this time means that the database hangs. */
const answerMaxMs = 1_500;

export interface LeaseKeeperDeps {
  readonly store: Pick<LeaseStore, 'renew' | 'release'>;
  readonly epoch: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Monotonic time at which the lease was requested. */
  readonly takenAtMs: number;
  /** Called when the database stops answering, and when it answers again. */
  readonly onAway: (isAway: boolean) => void;
  /** Called once when another process has taken the lead. */
  readonly onDeposed: (error: FencedError) => void;
}

/**
 * Renews a lease until it is released, and decides by the monotonic clock whether it is held. Renewals also detect a
 * database that does not answer. An expired lease is held again once a renewal succeeds, since nobody took it
 * meanwhile.
 */
export class LeaseKeeper implements HeldLease {
  readonly #deps: LeaseKeeperDeps;
  #renewedAtMs: number;
  #isAway = false;
  #isEnded = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: LeaseKeeperDeps) {
    this.#deps = deps;
    this.#renewedAtMs = deps.takenAtMs;
    this.#later(renewEveryMs);
  }

  get isHeld(): boolean {
    return !this.#isEnded && this.#deps.clock.monotonicMs() < this.#renewedAtMs + leaseMs - marginMs;
  }

  /** True while the database does not answer. */
  get isAway(): boolean {
    return this.#isAway;
  }

  beginRenewal(): () => void {
    const sentAtMs = this.#deps.clock.monotonicMs();
    return () => {
      this.#renewedAtMs = Math.max(this.#renewedAtMs, sentAtMs);
    };
  }

  /** Releases the lease, so that a standby can take it at once. */
  async release(): Promise<void> {
    this.#end();
    await withinMs(this.#deps.store.release(this.#deps.epoch), answerMaxMs);
  }

  #end(): void {
    this.#isEnded = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #later(afterMs: number): void {
    if (this.#isEnded) return;
    this.#timer = setTimeout(() => void this.#renew(), afterMs);
  }

  async #renew(): Promise<void> {
    const sentAtMs = this.#deps.clock.monotonicMs();
    const isRecent = sentAtMs - this.#renewedAtMs < renewEveryMs / 2;
    // A recent commit renewed it already.
    if (isRecent && !this.#isAway) return this.#later(renewEveryMs / 2);
    const renewed = this.beginRenewal();
    try {
      if (!(await withinMs(this.#deps.store.renew(this.#deps.epoch), answerMaxMs))) return this.#depose();
      renewed();
      this.#setAway(false);
    } catch {
      this.#setAway(true);
    }
    const passedMs = this.#deps.clock.monotonicMs() - sentAtMs;
    this.#later(this.#isAway ? probeEveryMs : Math.max(0, renewEveryMs - passedMs));
  }

  #depose(): void {
    if (this.#isEnded) return;
    this.#end();
    this.#deps.onDeposed(
      new FencedError(
        'another process has taken the lead. This one acknowledges nothing more; after a restart it waits as a standby.',
      ),
    );
  }

  #setAway(isAway: boolean): void {
    if (this.#isAway === isAway || this.#isEnded) return;
    this.#isAway = isAway;
    this.#deps.onAway(isAway);
  }
}

/**
 * Rejects with UnavailableError if the promise does not settle in time; an answer that has arrived unread still counts.
 */
async function withinMs<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new UnavailableError(`no answer within ${ms} ms`);
    // After a pause of the whole process the answer may have arrived unread.
    timer = setTimeout(() => setImmediate(() => reject(error)), ms);
  });
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
