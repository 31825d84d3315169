import { noticesOf } from '@candor/domain/engine/notice';
import type { Journal, JournalEntry } from '../../ports/journal.ts';
import type { DecidedEntry, StoredBatch } from '../../ports/trading-port.ts';
import { decodeDecision } from '../codec.ts';
import { eventsOf } from '../decision-log.ts';
import type { StoredPush } from './core-wire.ts';

const pageMax = 500;
const readAgainMs = 250;

interface Hooks {
  /** Called with entries before the followers. */
  readonly onEntries: (entries: readonly DecidedEntry[]) => void;
  readonly onError: (error: Error) => void;
  readonly onFatal: (error: Error) => void;
}

/**
 * Stored entries of a core in another process, each delivered once and in order: from pushes while they follow one
 * another, otherwise from the journal.
 */
export class StoredEntries {
  readonly #journal: Pick<Journal, 'read'>;
  readonly #hooks: Hooks;
  readonly #followers = new Set<(batch: StoredBatch) => void>();
  #delivered: number | null = null;
  /** Last entry known to be stored. */
  #target = 0;
  #isReading = false;
  #isClosed = false;

  constructor(journal: Pick<Journal, 'read'>, hooks: Hooks) {
    this.#journal = journal;
    this.#hooks = hooks;
  }

  /** Last entry delivered; null until the core is reached for the first time. */
  get delivered(): number | null {
    return this.#delivered;
  }

  follow(follower: (batch: StoredBatch) => void): () => void {
    // One object for each call: the same follower may follow twice.
    const own = (batch: StoredBatch) => follower(batch);
    this.#followers.add(own);
    return () => this.#followers.delete(own);
  }

  /** Delivers a push that follows the entries delivered so far; anything else is read from the journal. */
  take({ from, to, entries }: StoredPush): void {
    if (this.#delivered === null) return;
    const isNext = from <= this.#delivered + 1 && !this.#isReading && entries !== null;
    if (!isNext) return this.reach(to);
    this.#target = Math.max(this.#target, to);
    const known = this.#delivered;
    const fresh = entries.filter(({ seq }) => seq > known);
    if (fresh.length > 0) this.#deliver(fresh);
    this.reach(this.#target);
  }

  /** Entry `seq` is stored: what is missing up to it is read. The first call sets the start. */
  reach(seq: number): void {
    this.#delivered ??= seq;
    this.#target = Math.max(this.#target, seq);
    if (this.#delivered < this.#target && !this.#isReading && !this.#isClosed) void this.#read();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#delivered !== null && this.#delivered < this.#target && !this.#isClosed) {
      try {
        const page = await this.#journal.read(this.#delivered, pageMax);
        if (this.#isClosed) break;
        if (page[0]?.seq !== this.#delivered + 1) throw new Error(`entry ${this.#delivered + 1} cannot be read yet`);
        this.#deliver(page.map(toDecided));
      } catch (error) {
        this.#hooks.onError(error as Error);
        await new Promise((resolve) => setTimeout(resolve, readAgainMs).unref());
      }
    }
    this.#isReading = false;
  }

  #deliver(entries: readonly DecidedEntry[]): void {
    const committedSeq = entries.at(-1)?.seq ?? 0;
    this.#delivered = committedSeq;
    this.#hooks.onEntries(entries);
    const events = entries.flatMap(({ decision }) => eventsOf(decision));
    const notices = entries.flatMap(({ seq, decision }) => noticesOf(seq, eventsOf(decision)));
    const batch: StoredBatch = { entries, events, notices, committedSeq };
    for (const follower of this.#followers) {
      try {
        follower(batch);
      } catch (error) {
        this.#hooks.onFatal(error as Error);
      }
    }
  }
}

function toDecided({ seq, hash, payload }: JournalEntry): DecidedEntry {
  return { seq, hash, decision: decodeDecision(payload) };
}
