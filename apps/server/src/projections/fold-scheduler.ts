/** Minimum pause between batches, so that entries accumulate. */
const gatherMs = 50;
/** Pause as a multiple of the last batch's duration, which leaves most of the machine to incoming orders… */
const restFactor = 8;
const restMaxMs = 2_000;
/** …unless the tables are this many entries behind. */
const behindMax = 50_000;

export interface FoldScheduler {
  /** Resolves when the next batch is due. */
  rest(): Promise<void>;
  /** Records the duration of the last batch. */
  worked(ms: number): void;
  /** Checks the situation again: ends the pause if a batch is due. */
  look(): void;
}

/** Creates the scheduler of batches: after a pause, or at once if somebody waits or too many entries are pending. */
export function createFoldScheduler(
  situation: () => { readonly behind: number; readonly isHurried: boolean },
): FoldScheduler {
  let restMs = gatherMs;
  let wakeUp: (() => void) | null = null;

  function isDue(): boolean {
    const { behind, isHurried } = situation();
    return isHurried || behind >= behindMax;
  }

  return {
    rest() {
      if (isDue()) return Promise.resolve();
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          if (wakeUp === end) wakeUp = null;
          resolve();
        };
        const timer = setTimeout(end, restMs);
        wakeUp = end;
      });
    },
    worked(ms) {
      restMs = Math.min(restMaxMs, Math.max(gatherMs, ms * restFactor));
    },
    look() {
      if (wakeUp !== null && isDue()) wakeUp();
    },
  };
}
