import type { Candle } from './instruments.ts';
import type { LiveQuote } from './quotes.ts';

/** Most ticks that are kept of one instrument. */
export const ticksMax = 600;

/** A tick as a bar: it opens at the bid before, closes at its own, and reaches to its ask. */
export interface Tick extends Candle {
  readonly ask: number;
}

/** The last ticks of one instrument, oldest first, with times that rise (R-CHT-02). */
export class TickBuffer {
  #ticks: Tick[] = [];
  #last: { readonly seq: number; readonly timeMs: number } | null = null;

  /** Adds a quote and returns its tick; null if it has no price or is the one before. */
  add({ bid, ask, seq, timeMs }: Pick<LiveQuote, 'bid' | 'ask' | 'seq' | 'timeMs'>): Tick | null {
    if (bid === null || ask === null) return null;
    if (this.#last !== null && this.#last.seq === seq && this.#last.timeMs === timeMs) return null;
    this.#last = { seq, timeMs };
    const before = this.#ticks.at(-1);
    const [close, askPrice] = [Number(bid), Number(ask)];
    const tick = {
      timeMs: before === undefined ? timeMs : Math.max(timeMs, before.timeMs + 1),
      open: before?.close ?? close,
      high: askPrice,
      low: close,
      close,
      ask: askPrice,
      volume: 0,
    };
    this.#ticks.push(tick);
    // Halved at twice the limit, so that a tick costs the same however many came before.
    if (this.#ticks.length >= 2 * ticksMax) this.#ticks = this.#ticks.slice(-ticksMax);
    return tick;
  }

  ticks(): readonly Tick[] {
    return this.#ticks.slice(-ticksMax);
  }

  clear(): void {
    this.#ticks = [];
    this.#last = null;
  }
}
