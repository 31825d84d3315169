import { SeqWaiters } from './seq-waiters.ts';

export interface RemoteTablesDeps {
  /** Reads the checkpoint of the tables, which is the truth. */
  readonly checkpoint: () => Promise<number>;
  /** Asks the projector to fold up to `seq` without a pause; may be lost. */
  readonly hurry: (seq: number) => Promise<void>;
  /** Asks for the sequence of the last stored entry, also if another process caused it. */
  readonly latestSeq: () => Promise<number>;
}

/** Pause between two looks at the checkpoint, without a notification. */
const lookEveryMs = 100;

/**
 * The tables as a process without the projector sees them. Readers wait for the checkpoint in the database; notifications
 * only wake them up earlier, so that a lost one costs a tenth of a second. Asks the database only while somebody waits.
 */
export class RemoteTables {
  readonly #deps: RemoteTablesDeps;
  #seq = 0;
  #isLate = false;
  #isLooking = false;
  #wakeUp: () => void = () => undefined;
  readonly #waiters = new SeqWaiters(
    () => this.#seq,
    () => {
      this.#isLate = true;
    },
  );

  constructor(deps: RemoteTablesDeps) {
    this.#deps = deps;
  }

  /** Resolves once the tables hold `seq` and everything that was stored when asked, by any process (R-LED-26). */
  readonly caughtUp = async (seq: number): Promise<void> => {
    const waiting = this.#waiters.wait(Math.max(seq, await this.#deps.latestSeq()), null);
    if (this.#isLooking) this.wake();
    else void this.#look();
    return waiting;
  };

  /** True after a reader waited in vain, until the tables advance. */
  get isFailing(): boolean {
    return this.#isLate;
  }

  /** Looks at the checkpoint at once; called for each notification of the projector. */
  wake(): void {
    this.#wakeUp();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    let hurriedFor = 0;
    while (this.#waiters.wanted > 0) {
      try {
        this.#reach(await this.#deps.checkpoint());
        const { wanted } = this.#waiters;
        if (wanted > hurriedFor) await this.#deps.hurry(wanted);
        hurriedFor = wanted;
      } catch (error) {
        this.#waiters.rejectAll(error);
      }
      if (this.#waiters.wanted > 0) await this.#pause();
    }
    this.#isLooking = false;
  }

  /** The checkpoint goes back when the tables are rebuilt. */
  #reach(seq: number): void {
    if (seq > this.#seq) this.#isLate = false;
    this.#seq = seq;
    this.#waiters.reach(seq);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
