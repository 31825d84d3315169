/** Entries are gathered for so long, so that a batch has something to gather. */
const gatherMs = 50;
/** At rest for so many times as long as at work, so that orders that come in keep most of the machine… */
const restFactor = 8;
const restMaxMs = 2_000;
/** …unless the tables are this far behind. */
const behindMax = 50_000;

export interface FoldScheduler {
  /** Resolves when the next batch is due. */
  rest(): Promise<void>;
  /** Tells how long the last batch took. */
  worked(ms: number): void;
  /** Tells that something may have changed: a rest that has lost its reason ends. */
  look(): void;
}

/** When to work next: after a while, or at once when somebody waits or too much has gathered. */
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
