import type { CandleFeed } from './folded-candles.ts';
import type { Candle } from './instruments.ts';
import { onReconnected } from './live.ts';
import { type LiveQuote, quotes } from './quotes.ts';
import { TickBuffer } from './ticks.ts';

interface Collection {
  readonly buffer: TickBuffer;
  readonly listeners: Set<(candle: Candle) => void>;
  holders: number;
  readonly leave: () => void;
}

const collections = new Map<number, Collection>();

function begin(instrumentId: number): Collection {
  const buffer = new TickBuffer();
  const listeners = new Set<(candle: Candle) => void>();
  const take = (quote: LiveQuote | undefined) => {
    const tick = quote === undefined ? null : buffer.add(quote);
    if (tick !== null) for (const listener of listeners) listener(tick);
  };
  take(quotes.get(instrumentId));
  const leaves = [
    quotes.subscribe(instrumentId, (quote, isTick) => (isTick ? take(quote) : undefined)),
    // Ticks were missed meanwhile: the line begins again instead of bridging the gap.
    onReconnected(() => buffer.clear()),
  ];
  return { buffer, listeners, holders: 0, leave: () => leaves.forEach((leave) => leave()) };
}

/** Keeps the last ticks of an instrument until the returned function is called (R-CHT-02). */
export function collectTicks(instrumentId: number): () => void {
  const collection = collections.get(instrumentId) ?? begin(instrumentId);
  collections.set(instrumentId, collection);
  collection.holders += 1;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    collection.holders -= 1;
    if (collection.holders > 0) return;
    collection.leave();
    collections.delete(instrumentId);
  };
}

/** Ticks of an instrument as this page has received them: those that are kept, then each as it arrives. */
export function tickFeed(instrumentId: number): CandleFeed {
  return {
    fetchPage: async (before) => {
      // After a reconnect the collection is cleared by the same event that asks for the page.
      await Promise.resolve();
      return before === null ? (collections.get(instrumentId)?.buffer.ticks() ?? []) : [];
    },
    subscribe: (listener) => {
      const stop = collectTicks(instrumentId);
      const listeners = collections.get(instrumentId)?.listeners;
      listeners?.add(listener);
      return () => {
        listeners?.delete(listener);
        stop();
      };
    },
  };
}
