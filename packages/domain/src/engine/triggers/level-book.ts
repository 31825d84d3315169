import type { Quote } from '../../values/quote.ts';
import { LevelHeap } from './level-heap.ts';

/** A price at which somebody wants to be looked at: when one side of the quote reaches it. */
export interface Level {
  readonly quoteSide: 'bid' | 'ask';
  readonly when: 'at-or-below' | 'at-or-above';
  readonly price: number;
}

type TwoSided = Pick<Quote, 'bid' | 'ask'>;
type Visit = (heap: LevelHeap, quoteSide: Level['quoteSide'], when: Level['when']) => void;

/** The levels an id waits at now; a resting level that is not among them no longer counts. */
export type LevelsOf = (id: number) => readonly Level[];

const sweepSlack = 64;

export function isReached(level: Level, quote: TwoSided): boolean {
  const price = level.quoteSide === 'bid' ? quote.bid : quote.ask;
  return level.when === 'at-or-below' ? price <= level.price : price >= level.price;
}

/**
 * The resting levels of one instrument in four heaps: each quote side, from below and from above. A quiet tick costs
 * four comparisons however many levels rest. Levels are not searched for when they are given up: they are dropped when
 * they surface, or swept when they outnumber the live ones.
 */
export class LevelBook {
  // "At or below" is reached at its largest level first, "at or above" at its smallest.
  readonly #heaps = {
    bid: { 'at-or-below': new LevelHeap('largest'), 'at-or-above': new LevelHeap('smallest') },
    ask: { 'at-or-below': new LevelHeap('largest'), 'at-or-above': new LevelHeap('smallest') },
  };
  readonly #levelsOf: LevelsOf;
  #live = 0;

  constructor(levelsOf: LevelsOf) {
    this.#levelsOf = levelsOf;
  }

  add(id: number, levels: readonly Level[]): void {
    for (const level of levels) this.#heaps[level.quoteSide][level.when].push(level.price, id);
    this.#live += levels.length;
  }

  /** Tells that so many levels no longer count; `levelsOf` must not name them any more. */
  give(up: number): void {
    this.#live -= up;
    if (this.#size() <= 2 * this.#live + sweepSlack) return;
    this.#forEachHeap((heap, quoteSide, when) => heap.sweep(this.#countsIn(quoteSide, when)));
  }

  isAnyReached(quote: TwoSided): boolean {
    return (
      this.#heaps.bid['at-or-below'].isReached(quote.bid) ||
      this.#heaps.bid['at-or-above'].isReached(quote.bid) ||
      this.#heaps.ask['at-or-below'].isReached(quote.ask) ||
      this.#heaps.ask['at-or-above'].isReached(quote.ask)
    );
  }

  /** Ids with a reached level, ascending, each once. May name ids whose level has since moved. */
  reachedIds(quote: TwoSided): number[] {
    const ids: number[] = [];
    this.#forEachHeap((heap, quoteSide) => heap.collectReached(quote[quoteSide], ids));
    return [...new Set(ids)].sort((a, b) => a - b);
  }

  /** Drops levels on top that were reached and no longer count. */
  dropReached(quote: TwoSided): void {
    this.#forEachHeap((heap, quoteSide, when) => heap.dropReached(quote[quoteSide], this.#countsIn(quoteSide, when)));
  }

  #countsIn(quoteSide: Level['quoteSide'], when: Level['when']): (id: number, price: number) => boolean {
    return (id, price) =>
      this.#levelsOf(id).some((level) => level.quoteSide === quoteSide && level.when === when && level.price === price);
  }

  #size(): number {
    let size = 0;
    this.#forEachHeap((heap) => {
      size += heap.size;
    });
    return size;
  }

  #forEachHeap(visit: Visit): void {
    for (const quoteSide of ['bid', 'ask'] as const) {
      for (const when of ['at-or-below', 'at-or-above'] as const) visit(this.#heaps[quoteSide][when], quoteSide, when);
    }
  }
}
