import type { FeedRow } from './feed-messages.ts';

/** Rows that wait until newer ones of the same instrument replace them. */
export const queuedMax = 1_024;
/** Rows of one batch: the market takes a batch in one turn. */
const batchMax = 256;

/**
 * Quotes on their way to the market. Every quote is kept in order while at most `queuedMax` wait; beyond, a quote replaces the
 * last one of its instrument, so that a slow market gets the newest prices and the queue is bounded by `queuedMax` and the
 * number of instruments (R-MKT-29).
 */
export class QuoteQueue {
  #rows: FeedRow[] = [];
  /** Place in `#rows` of the last row of each instrument. */
  readonly #last = new Map<number, number>();
  #replaced = 0;

  get length(): number {
    return this.#rows.length;
  }

  add(row: FeedRow): void {
    const at = this.#rows.length >= queuedMax ? this.#last.get(row.instrumentId) : undefined;
    if (at !== undefined) {
      this.#rows[at] = row;
      this.#replaced += 1;
      return;
    }
    this.#last.set(row.instrumentId, this.#rows.length);
    this.#rows.push(row);
  }

  /** Removes and returns the oldest rows, at most a batch. */
  take(): FeedRow[] {
    const taken = this.#rows.slice(0, batchMax);
    this.#rows = this.#rows.slice(batchMax);
    this.#last.clear();
    for (const [at, { instrumentId }] of this.#rows.entries()) this.#last.set(instrumentId, at);
    return taken;
  }

  /** Returns how many quotes were replaced since the last call. */
  takeReplaced(): number {
    const replaced = this.#replaced;
    this.#replaced = 0;
    return replaced;
  }
}
