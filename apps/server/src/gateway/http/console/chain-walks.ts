import type { ChainCheck } from '../../../ports/audit.ts';
import { WorkBusyError, WorkEndedError } from '../../../ports/work.ts';
import { SharedWork } from '../shared-work.ts';

const waitingMax = 100;

/**
 * Hash-chain walks, one at a time per installation. Requests for a queued or running walk share its result; a walk that
 * nobody waits for any more ends (R-OPS-19).
 */
export class ChainWalks {
  readonly #walks = new Map<string, SharedWork<ChainCheck>>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Throws WorkBusyError if the queue is full. */
  async of(
    chain: string,
    signal: AbortSignal,
    walk: (signal: AbortSignal) => Promise<ChainCheck>,
  ): Promise<ChainCheck> {
    let shared = this.#walks.get(chain);
    if (shared === undefined || shared.isDone || shared.isEnded) {
      if (this.#waiting >= waitingMax) throw new WorkBusyError(chain);
      shared = new SharedWork((ended) => this.#inTurn(chain, ended, walk));
      this.#walks.set(chain, shared);
    }
    try {
      return await shared.wait(signal);
    } finally {
      if ((shared.isDone || shared.isEnded) && this.#walks.get(chain) === shared) this.#walks.delete(chain);
    }
  }

  #inTurn(chain: string, ended: AbortSignal, walk: (signal: AbortSignal) => Promise<ChainCheck>): Promise<ChainCheck> {
    this.#waiting += 1;
    const walked = this.#last.then(() => {
      this.#waiting -= 1;
      if (ended.aborted) throw new WorkEndedError(chain);
      return walk(ended);
    });
    this.#last = walked.catch(() => undefined);
    return walked;
  }
}
