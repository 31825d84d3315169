import type { DayMarketLine } from '@candor/contracts/ws/messages';
import { expect, it, vi } from 'vitest';
import type { LiveQuote } from './quotes.ts';
import { createQuoteStore } from './quotes.ts';

function line(seq: number, bid: string, timeMs = seq): DayMarketLine {
  return {
    Id: 1,
    Bid: bid,
    Ask: bid,
    Close: bid,
    Open: '1',
    High: '2',
    Low: '1',
    Change: '0.10',
    Seq: seq,
    Time: timeMs,
    MarketStatus: 1,
    Halted: false,
    WideSpread: false,
    Stale: false,
  };
}

function setUp() {
  const frames: (() => void)[] = [];
  const store = createQuoteStore((paint) => frames.push(paint));
  const runFrame = () => frames.splice(0).forEach((paint) => paint());
  return { store, frames, runFrame };
}

it('paints only the latest quote once per frame, whatever the number of ticks (R-SCR-21)', () => {
  const { store, frames, runFrame } = setUp();
  const seen = vi.fn<(quote: LiveQuote) => void>();
  store.subscribe(1, seen);
  store.acceptLines([line(1, '1.1'), line(2, '1.2')]);
  store.acceptLines([line(3, '1.3')]);
  expect(frames).toHaveLength(1);
  runFrame();
  expect(seen).toHaveBeenCalledOnce();
  expect(seen.mock.lastCall?.[0].bid).toBe('1.3');
});

it('distinguishes a tick from a repaint', () => {
  const { store, runFrame } = setUp();
  const seen = vi.fn<(quote: LiveQuote, isTick: boolean) => void>();
  store.subscribe(1, seen);
  store.repaint(1);
  expect(seen).not.toHaveBeenCalled();
  store.acceptLines([line(1, '1.1')]);
  runFrame();
  store.repaint(1);
  expect(seen.mock.calls.map(([quote, isTick]) => [quote.bid, isTick])).toEqual([
    ['1.1', true],
    ['1.1', false],
  ]);
});

it('drops a late quote, but accepts a restarted sequence at a later time', () => {
  const { store } = setUp();
  store.acceptLines([line(5, '1.5')]);
  store.acceptLines([line(4, '1.4')]);
  expect(store.get(1)?.bid).toBe('1.5');
  store.acceptLines([line(1, '1.6', 9)]);
  expect(store.get(1)?.bid).toBe('1.6');
  expect(store.newestMs()).toBe(9);
});

it('stops painting for a removed listener', () => {
  const { store, runFrame } = setUp();
  const seen = vi.fn<(quote: LiveQuote) => void>();
  const leave = store.subscribe(1, seen);
  store.acceptLines([line(1, '1.1')]);
  leave();
  runFrame();
  expect(seen).not.toHaveBeenCalled();
});

it('R-SCR-22 reports when a known market opens or closes, not the first state of a market', () => {
  const { store } = setUp();
  expect(store.acceptLines([line(1, '1.1')])).toBe(false);
  expect(store.acceptLines([line(2, '1.2')])).toBe(false);
  expect(store.acceptLines([{ ...line(3, '1.2'), MarketStatus: 0 }])).toBe(true);
  expect(store.acceptLines([{ ...line(4, '1.2'), MarketStatus: 0 }])).toBe(false);
  // A late quote changes no state.
  expect(store.acceptLines([line(2, '1.1')])).toBe(false);
});
