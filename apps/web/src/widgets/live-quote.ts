import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { LiveQuote } from '../data/quotes.ts';
import { quotes } from '../data/quotes.ts';
import { isOffscreen } from './offscreen-rows.ts';

type Paint = (quote: LiveQuote | undefined, isTick: boolean) => void;

/**
 * Runs `paint` now and for every new quote of the instrument, without rendering (R-SCR-21). `isTick` is true for a
 * quote that has just arrived.
 */
export function useQuotePaint(id: number, paint: Paint): void {
  const latest = useRef(paint);
  useLayoutEffect(() => {
    latest.current = paint;
  });
  useLayoutEffect(() => {
    latest.current(quotes.get(id), false);
    return quotes.subscribe(id, (quote, isTick) => latest.current(quote, isTick));
  }, [id]);
}

/** Paints a figure of the quote into its element; a row far out of sight waits until it comes near. */
export function useFigurePaint<Figure extends Element>(
  id: number,
  paint: (figure: Figure, quote: LiveQuote | undefined, isTick: boolean) => void,
): RefObject<Figure | null> {
  const figure = useRef<Figure>(null);
  useQuotePaint(id, (quote, isTick) => {
    if (figure.current !== null && !isOffscreen(figure.current)) paint(figure.current, quote, isTick);
  });
  return figure;
}

/** Quote for components that compute from it: at most one render per interval, and the last quote is always shown. */
export function useSlowQuote(id: number | null, intervalMs = 300): LiveQuote | undefined {
  const shown = useRef<{ id: number | null; quote: LiveQuote | undefined }>({ id: null, quote: undefined });
  const subscribe = useCallback(
    (listener: () => void) => {
      if (id === null) return () => undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const leave = quotes.subscribe(id, () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          shown.current = { id, quote: quotes.get(id) };
          listener();
        }, intervalMs);
      });
      return () => {
        leave();
        clearTimeout(timer);
      };
    },
    [id, intervalMs],
  );
  return useSyncExternalStore(subscribe, () => {
    if (id === null) return undefined;
    const { id: shownId, quote } = shown.current;
    if (shownId !== id || quote === undefined) shown.current = { id, quote: quotes.get(id) };
    return shown.current.quote;
  });
}

/** One slowly changing fact of a quote; renders only when it changes. */
export function useQuoteFact<Fact extends string | number | boolean | null | undefined>(
  id: number,
  select: (quote: LiveQuote | undefined) => Fact,
): Fact {
  return useSyncExternalStore(
    (listener) => quotes.subscribe(id, listener),
    () => select(quotes.get(id)),
  );
}

/** State of a quote. Trading needs `open`: market open, price fresh and present. */
export type TradeState = 'open' | 'closed' | 'no-price' | 'stale' | 'unknown';

export function tradeStateOf(quote: LiveQuote | undefined): TradeState {
  if (quote === undefined) return 'unknown';
  if (quote.marketStatus === 2 || quote.bid === null) return quote.marketStatus === 0 ? 'closed' : 'no-price';
  if (quote.marketStatus === 0) return 'closed';
  return quote.isStale ? 'stale' : 'open';
}

/** Attribute that greys live figures inside an element while the price of their instrument is stale (R-SCR-26). */
export function useStaleMark(id: number): StaleMark {
  return useQuoteFact(id, tradeStateOf) === 'stale' ? staleMark : noMark;
}

/** The same for figures that come from several instruments: it is set while one of their prices is stale. */
export function useAnyStaleMark(ids: readonly number[]): StaleMark {
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaves = ids.map((id) => quotes.subscribe(id, listener));
      return () => {
        for (const leave of leaves) leave();
      };
    },
    [ids],
  );
  const isStale = useSyncExternalStore(subscribe, () => ids.some((id) => tradeStateOf(quotes.get(id)) === 'stale'));
  return isStale ? staleMark : noMark;
}

interface StaleMark {
  readonly 'data-stale'?: '';
}

const staleMark: StaleMark = { 'data-stale': '' };
const noMark: StaleMark = {};

/**
 * The same for opening orders: under a halt or with a wide spread, prices move and nothing can be opened (R-OPS-52,
 * R-MKT-17).
 */
export type DealState = TradeState | 'halted' | 'wide';

export function dealStateOf(quote: LiveQuote | undefined): DealState {
  const state = tradeStateOf(quote);
  if (state !== 'open' || quote?.isHalted !== true) return state;
  return quote.isWide ? 'wide' : 'halted';
}
