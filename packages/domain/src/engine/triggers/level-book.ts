import type { Quote } from '../../values/quote.ts';
import { LevelHeap, type Work } from './level-heap.ts';

/** A price at which an order or account must be looked at: when one side of the quote reaches it. */
export interface Level {
  readonly quoteSide: 'bid' | 'ask';
  readonly when: 'at-or-below' | 'at-or-above';
  readonly price: number;
}

type TwoSided = Pick<Quote, 'bid' | 'ask'>;

export function isReached(level: Level, quote: TwoSided): boolean {
  const price = level.quoteSide === 'bid' ? quote.bid : quote.ask;
  return level.when === 'at-or-below' ? price <= level.price : price >= level.price;
}

/**
 * The resting levels of one instrument in four heaps: each quote side, from below and from above. A quiet tick costs
 * four comparisons however many levels rest; a change costs only the levels that are new or gone.
 */
export class LevelBook {
  // "At or below" is reached at its largest level first, "at or above" at its smallest.
  readonly #heaps: Record<Level['quoteSide'], Record<Level['when'], LevelHeap>>;

  constructor(work: Work) {
    const side = () => ({
      'at-or-below': new LevelHeap('largest', work),
      'at-or-above': new LevelHeap('smallest', work),
    });
    this.#heaps = { bid: side(), ask: side() };
  }

  /** Levels at rest. */
  get size(): number {
    const { bid, ask } = this.#heaps;
    return bid['at-or-below'].size + bid['at-or-above'].size + ask['at-or-below'].size + ask['at-or-above'].size;
  }

  /** Replaces an id's levels; those in both lists stay where they are. An id has at most one level per side and direction. */
  change(id: number, before: readonly Level[], after: readonly Level[]): void {
    for (const level of before) if (!isAmong(after, level)) this.#heapOf(level).remove(id);
    for (const level of after) if (!isAmong(before, level)) this.#heapOf(level).push(level.price, id);
  }

  isAnyReached(quote: TwoSided): boolean {
    return (
      this.#heaps.bid['at-or-below'].isReached(quote.bid) ||
      this.#heaps.bid['at-or-above'].isReached(quote.bid) ||
      this.#heaps.ask['at-or-below'].isReached(quote.ask) ||
      this.#heaps.ask['at-or-above'].isReached(quote.ask)
    );
  }

  /** Ids with a reached level, ascending, each once. */
  reachedIds(quote: TwoSided): number[] {
    const ids: number[] = [];
    for (const quoteSide of ['bid', 'ask'] as const) {
      for (const when of ['at-or-below', 'at-or-above'] as const) {
        this.#heaps[quoteSide][when].collectReached(quote[quoteSide], ids);
      }
    }
    return [...new Set(ids)].sort((a, b) => a - b);
  }

  #heapOf({ quoteSide, when }: Level): LevelHeap {
    return this.#heaps[quoteSide][when];
  }
}

function isAmong(levels: readonly Level[], { quoteSide, when, price }: Level): boolean {
  return levels.some((level) => level.quoteSide === quoteSide && level.when === when && level.price === price);
}
