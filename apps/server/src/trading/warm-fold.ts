import type { JournalReader } from '../ports/journal.ts';
import type { StartSnapshots } from '../ports/snapshots.ts';
import type { JournalFold } from './journal-fold.ts';
import { restoreFold } from './snapshots/restore-fold.ts';

const readPage = 500;
const pollMs = 200;
const retryMs = 1_000;

export interface WarmFoldDeps {
  readonly journal: JournalReader;
  /** Null: the fold begins at entry 1. */
  readonly snapshots: StartSnapshots | null;
  /** Creates an empty fold with the state of the core to come. */
  readonly createFold: () => JournalFold;
  /** Called once when entries cannot be read or do not follow; the fold tries again. */
  readonly onError: (error: Error) => void;
}

/**
 * Fold of the stored journal that a standby keeps near its end, so that taking the lead replays only the rest
 * (R-LED-40). Reads in small pages and yields between them.
 */
export class WarmFold {
  readonly #deps: WarmFoldDeps;
  #fold: JournalFold | null = null;
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  #isEnded = false;
  #isFailing = false;

  constructor(deps: WarmFoldDeps) {
    this.#deps = deps;
  }

  /** Number of the last entry taken; 0 before the first. */
  get seq(): number {
    return this.#fold?.seq ?? 0;
  }

  /** Begins to follow; once. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Stops following. Returns the fold; null if it was never begun or its last page failed. */
  async end(): Promise<JournalFold | null> {
    this.#isEnded = true;
    this.#wake?.();
    await this.#running;
    return this.#fold;
  }

  async #run(): Promise<void> {
    while (!this.#isEnded) {
      try {
        const hasMore = await this.#step();
        this.#isFailing = false;
        if (!hasMore) await this.#rest(pollMs);
      } catch (error) {
        // An entry may be applied in part: the next step begins at a snapshot again.
        this.#fold = null;
        if (!this.#isFailing) this.#deps.onError(error as Error);
        this.#isFailing = true;
        await this.#rest(retryMs);
      }
    }
  }

  /** Takes the next page; true if more entries may wait. */
  async #step(): Promise<boolean> {
    const { journal } = this.#deps;
    this.#fold ??= await this.#begin();
    const entries = await journal.read(this.#fold.seq, readPage);
    for (const entry of entries) this.#fold.take(entry);
    return entries.length === readPage;
  }

  async #begin(): Promise<JournalFold> {
    const { journal, snapshots, createFold } = this.#deps;
    const fold = createFold();
    const { lastSeq } = await journal.position();
    if (snapshots === null || lastSeq === 0) return fold;
    const { store, onDamaged } = snapshots;
    await restoreFold(fold, await store.heads(), { journal, snapshots: store, lastSeq, onDamaged });
    return fold;
  }

  #rest(ms: number): Promise<void> {
    if (this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), ms);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
  }
}
