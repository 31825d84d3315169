import { tradingDayStart } from '@candor/domain/calc/trading-day';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Period } from '@candor/domain/values/period';
import { afterEach, expect, test } from 'vitest';
import { MemoryCandles } from '../../../../../testkit/memory-candles.ts';
import type { CandleStore, QuoteFeed, QuoteFeedSink, StoredMinute } from '../../ports/market.ts';
import { createMarket, quotedInstruments, type RunningMarket } from './create-market.ts';

const bitcoin = 401 as InstrumentId;
const minuteMs = 60_000;
const startMs = Date.parse('2026-11-27T01:00:30Z');

/** A feed of now: wall-clock times, and no history of its own. */
class LiveFeed implements QuoteFeed {
  readonly source = 'venue';
  readonly hours = 'calendar';
  readonly storeKey = 'websocket/venue/1';
  readonly history = null;
  readonly instrumentIds = new Set([bitcoin]);
  sink: QuoteFeedSink | null = null;

  async start(sink: QuoteFeedSink): Promise<void> {
    this.sink = sink;
  }

  async stop(): Promise<void> {}
}

let running: RunningMarket | null = null;
afterEach(async () => {
  await running?.stop();
  running = null;
});

async function start(store: CandleStore, nowMs = startMs) {
  const clock = { now: nowMs, nowMs: () => clock.now, monotonicMs: () => clock.now };
  const feed = new LiveFeed();
  const deps = { instruments: quotedInstruments('open'), feed, clock, tickLog: null, candleStore: store };
  running = createMarket({
    ...deps,
    onError: (error) => {
      throw error;
    },
  });
  await running.start();
  const quote = (bid: number) =>
    feed.sink?.quote({ instrumentId: bitcoin, bid, ask: bid + 1, timeMs: clock.now, feedSeq: null });
  return { market: running.market, clock, quote, feed, stop: running.stop };
}

test('R-MKT-31 a heartbeat does not confirm the price before a leap that is on hold', async () => {
  const { market, clock, quote, feed } = await start(new MemoryCandles());
  quote(10_000);
  clock.now += 4_000;
  feed.sink?.alive([bitcoin]);
  expect(market.ageMs(bitcoin)).toBe(0);
  clock.now += 1_000;
  quote(11_000);
  expect(market.quote(bitcoin)?.bid).toBe(10_000);
  for (let at = 0; at < 5; at += 1) {
    clock.now += 1_000;
    feed.sink?.alive([bitcoin]);
  }
  expect(market.ageMs(bitcoin)).toBe(6_000);
  expect(market.isStale(bitcoin)).toBe(true);
  quote(11_001);
  expect(market.quote(bitcoin)?.bid).toBe(11_001);
  expect(market.isStale(bitcoin)).toBe(false);
  feed.sink?.alive([bitcoin]);
  expect(market.ageMs(bitcoin)).toBe(0);
});

test.each([
  ['a crossed quote', 10_100, 10_050, 0],
  ['a very wide spread', 10_000, 12_000, 0],
  ['a quote from the future', 10_010, 10_011, 60_000],
  ['a quote from the past', 10_010, 10_011, -1_000],
])('R-MKT-31 a heartbeat does not confirm the price before %s', async (_, bid, ask, shiftMs) => {
  const { market, clock, quote, feed } = await start(new MemoryCandles());
  quote(10_000);
  const offer = () => feed.sink?.quote({ instrumentId: bitcoin, bid, ask, timeMs: clock.now + shiftMs, feedSeq: null });
  offer();
  // Sent again, it is refused as a repetition, which changes nothing.
  offer();
  clock.now += 6_000;
  feed.sink?.alive([bitcoin]);
  expect(market.isStale(bitcoin)).toBe(true);
  quote(10_020);
  clock.now += 4_000;
  feed.sink?.alive([bitcoin]);
  expect(market.ageMs(bitcoin)).toBe(0);
});

test('R-MKT-43 a quiet price that another source takes over is as old as that source’s last word, not as its change', async () => {
  const { market, clock, feed } = await start(new MemoryCandles());
  const price = { instrumentId: bitcoin, bid: 10_000, ask: 10_001, timeMs: clock.now, feedSeq: null };
  clock.now += 60_000;
  feed.sink?.quote({ ...price, confirmedAgoMs: 300 });
  expect([market.ageMs(bitcoin), market.isStale(bitcoin)]).toEqual([300, false]);
  // A price without a later word counts from its own time.
  feed.sink?.quote({ ...price, bid: 10_002, ask: 10_003, timeMs: clock.now - 6_000 });
  expect([market.ageMs(bitcoin), market.isStale(bitcoin)]).toEqual([6_000, true]);
});

test('R-MKT-31 a heartbeat does not confirm a price whose number came again with another', async () => {
  const { market, clock, feed } = await start(new MemoryCandles());
  const offer = (feedSeq: number, bid: number) =>
    feed.sink?.quote({ instrumentId: bitcoin, bid, ask: bid + 1, timeMs: clock.now, feedSeq });
  offer(1, 10_000);
  offer(1, 10_010);
  clock.now += 6_000;
  feed.sink?.alive([bitcoin]);
  expect(market.isStale(bitcoin)).toBe(true);
  expect(market.quote(bitcoin)?.bid).toBe(10_000);
  offer(2, 10_010);
  expect(market.isStale(bitcoin)).toBe(false);
});

test('R-MKT-32 candles of a live feed are there after a restart, and a reconnection takes none away', async () => {
  const store = new MemoryCandles();
  const first = await start(store);
  for (const bid of [10_000, 10_010, 10_020]) {
    first.quote(bid);
    first.clock.now += minuteMs;
  }
  await first.stop();
  running = null;
  expect(store.rows).toHaveLength(2);
  const second = await start(store, first.clock.now);
  const candles = async () =>
    (await second.market.candles(bitcoin, { period: '1min', beforeMs: null, limit: 10 }))?.map(({ open }) => open);
  expect(await candles()).toEqual([10_000, 10_010]);
  second.quote(10_030);
  second.feed.sink?.skipped(second.clock.now);
  second.clock.now += minuteMs;
  second.quote(10_040);
  expect(await candles()).toEqual([10_000, 10_010, 10_030, 10_040]);
  expect(store.loads).toBe(2);
});

test('R-MKT-32 R-MKT-46 stored candles of any age are shown, older ones from storage, and none of the future', async () => {
  const store = new MemoryCandles();
  const minute = (timeMs: number, close = 1): StoredMinute => {
    return { instrumentId: bitcoin, candle: { timeMs, open: 1, high: 9, low: 1, close, volume: 1 } };
  };
  const thisMinute = startMs - 30_000;
  const dayMs = 86_400_000;
  const past = [300 * dayMs, 8 * dayMs, 8 * dayMs - minuteMs, minuteMs].map((ms) => thisMinute - ms);
  store.rows = [...past.map((timeMs, at) => minute(timeMs, at + 1)), minute(thisMinute + minuteMs)];
  const { market } = await start(store);
  const times = async (period: Period, limit: number, beforeMs: number | null = null) =>
    (await market.candles(bitcoin, { period, beforeMs, limit }))?.map(({ timeMs, close }) => [timeMs, close]);
  expect(await times('1min', 3)).toEqual(past.slice(1).map((timeMs, at) => [timeMs, at + 2]));
  expect(await times('1min', 10, past[2])).toEqual([[past[1], 2]]);
  expect(await times('1day', 400)).toEqual(
    [past[0], past[1], past[3]].map((timeMs, at) => [tradingDayStart(timeMs ?? 0), [1, 3, 4][at]]),
  );
});

test('R-MKT-46 a live feed’s minutes are packed after two days, and kept for 400; memory has one day of them', async () => {
  const store = new MemoryCandles();
  const { clock, quote, stop } = await start(store);
  quote(10_000);
  clock.now += minuteMs;
  quote(10_010);
  await stop();
  running = null;
  const minute = Math.floor(startMs / minuteMs) * minuteMs;
  expect(store.packs).toEqual([minute - 2 * 86_400_000]);
  expect(store.deletions).toEqual([minute - 400 * 86_400_000]);
});
