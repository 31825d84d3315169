import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { InstrumentId } from '@candor/domain/values/ids';
import { periods } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandFeed } from '../../../../../testkit/hand-feed.ts';
import { MemoryCandles } from '../../../../../testkit/memory-candles.ts';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { TickLines } from '../../../../../testkit/tick-line.ts';
import { startTickRole, type TickRole, turns } from '../../../../../testkit/tick-role.ts';
import { until } from '../../../../../testkit/until.ts';
import { SimulatorFeed } from '../../adapters/feeds/simulator/simulator-feed.ts';
import type { StoredMinute } from '../../ports/market.ts';
import { minutePageMax, tickQuestions } from '../../ports/tick-stream.ts';
import { staleAfterMs } from './base-market.ts';
import { quotedInstruments } from './create-market.ts';
import { createMarketView, type FollowedMarket } from './create-market-view.ts';

const eurusd = 1 as InstrumentId;
const gold = 101 as InstrumentId;
const ids = [1, 101];
const noonMs = Date.parse('2026-11-18T12:00:30.500Z');

let folder: string;
let role: TickRole | null;
let view: FollowedMarket | null;
/** Product time; the monotonic clock of the gateway is ahead of the market role's by an unknown time. */
let time: { nowMs: number };
const marketClock = { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs - noonMs };
const gatewayClock = { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs - noonMs + 7_777_777 };
beforeEach(() => {
  folder = scratchFolder('view-');
  time = { nowMs: noonMs };
  role = null;
  view = null;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  view?.stop();
  vi.useRealTimers();
  await role?.stop();
  rmSync(folder, { recursive: true });
});

/** Passes time on all clocks in steps of the feed, and lets files and messages arrive. */
async function pass(ms: number, stepMs = 40): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    time.nowMs += stepMs;
    await vi.advanceTimersByTimeAsync(stepMs);
    if (passed % 1_000 === 0) await arrive();
  }
  await arrive();
}
async function arrive(): Promise<void> {
  if (role !== null) await role.log.stored(role.log.nextOffset);
  await turns();
}
const reach = (what: string, check: () => boolean) =>
  until(what, async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    await arrive();
    return check();
  });

function openView(lines: TickLines, feed?: SimulatorFeed): FollowedMarket {
  view = createMarketView({
    instruments: quotedInstruments('open').filter(({ spec }) => ids.includes(spec.id)),
    clock: gatewayClock,
    line: lines.line,
    history: feed === undefined ? null : { storeKey: feed.storeKey, candles: feed.history },
    onError: () => undefined,
  });
  return view;
}

function simulator(): SimulatorFeed {
  const instruments = quotedInstruments('open').filter(({ spec }) => ids.includes(spec.id));
  return new SimulatorFeed({ instruments, seed: 'view', clock: marketClock });
}

/** Stored minutes that differ from what the feed's history derives, as after a move of the clock. */
class OddMinutes extends MemoryCandles {
  override async load(_source: string, fromMs: number): Promise<StoredMinute[]> {
    const timeMs = Math.max(fromMs, Math.floor((noonMs - 1_800_000) / 60_000) * 60_000);
    return [
      {
        instrumentId: eurusd,
        candle: { timeMs, open: 1_000, high: 9_000_000, low: 900, close: 1_100, volume: 12_345 },
      },
    ];
  }
}

async function expectSameCandles({ market }: FollowedMarket, of: TickRole): Promise<void> {
  for (const id of [eurusd, gold]) {
    expect(market.quote(id)).toEqual(of.market.quote(id));
    expect(market.day(id)).toEqual(of.market.day(id));
    for (const period of periods) {
      expect(market.forming(id, period)).toEqual(of.market.forming(id, period));
      const request = { period, beforeMs: null, limit: period === '1min' ? 300 : 40 };
      expect(await market.candles(id, request)).toEqual(await of.market.candles(id, request));
      const page = { period, beforeMs: noonMs - 3 * 3_600_000, limit: 20 };
      expect(await market.candles(id, page)).toEqual(await of.market.candles(id, page));
    }
  }
}

describe('market view from the stream (R-MKT-20)', () => {
  it('has the quotes and candles of the market role, also after lost, doubled and late messages', async () => {
    const lines = new TickLines();
    const feed = simulator();
    role = await startTickRole({ folder, feed, clock: marketClock, lines, candleStore: new OddMinutes() });
    await pass(3_000);
    const followed = openView(lines, feed);
    const seen: Quote[] = [];
    followed.market.onQuote((quote) => seen.push(quote));
    await pass(2_000);
    let at = 0;
    lines.fault = () => ({ copies: [1, 0, 2, 1][(at += 1) % 4] ?? 1, lateBy: at % 3 });
    await pass(70_000);
    lines.fault = () => ({ copies: 1, lateBy: 0 });
    await pass(3_000);
    await reach('a view that has caught up', () => followed.market.isCaughtUp && followed.market.day(gold) !== null);
    await expectSameCandles(followed, role);
    const seqs = seen.filter(({ instrumentId }) => instrumentId === eurusd).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
    expect(seqs.length).toBeGreaterThan(50);
  });

  it('continues with the current prices after more missed ticks than the market role remembers', async () => {
    const lines = new TickLines();
    const feed = new HandFeed(ids);
    role = await startTickRole({ folder, feed, clock: marketClock, lines });
    const followed = openView(lines);
    feed.quote(1, 100_000, 100_003, noonMs);
    await reach('a first price', () => followed.market.quote(eurusd) !== null);
    lines.cut();
    for (let at = 0; at < 40_000; at += 1) {
      feed.quote(1, 100_000 + (at % 2), 100_003, noonMs + at);
      if (at % 1_000 === 0) await arrive();
    }
    await role.published();
    lines.mend();
    await turns(200);
    expect(followed.market.quote(eurusd)).toEqual(role.market.quote(eurusd));
    await reach('the current price', () => followed.market.quote(eurusd)?.seq === role?.market.quote(eurusd)?.seq);
    await reach('the same volume', () => followed.market.day(eurusd)?.volume === role?.market.day(eurusd)?.volume);
    expect(lines.asked.get(tickQuestions.prices)).toBe(2);
    expect(lines.asked.get(tickQuestions.read) ?? 0).toBeLessThanOrEqual(2);
    await expectSameCandles(followed, role);
  });

  it('copies the candles again when a recording starts over or the market role restarts', async () => {
    const lines = new TickLines();
    const feed = new HandFeed(ids);
    role = await startTickRole({ folder: join(folder, 'a'), feed, clock: marketClock, lines });
    const followed = openView(lines);
    for (let at = 0; at < 10; at += 1) feed.quote(1, 100_000 + at, 100_005 + at, noonMs + at * 60_000);
    await reach('the last minute', () => followed.market.forming(eurusd, '1min')?.close === 100_009);
    const copied = lines.asked.get(tickQuestions.minutes) ?? 0;
    feed.restart(1);
    feed.quote(1, 50_000, 50_003, noonMs - 3_600_000);
    // By the message, before the next status.
    await until('another copy', () => (lines.asked.get(tickQuestions.minutes) ?? 0) > copied);
    await reach('candles of the new round', () => followed.market.day(eurusd)?.volume === 1);
    await expectSameCandles(followed, role);
    role.cut();
    await role.stop();
    role = await startTickRole({ folder: join(folder, 'a'), feed, clock: marketClock, lines });
    feed.quote(1, 60_000, 60_003, noonMs);
    await reach('candles of the new run', () => followed.market.day(eurusd)?.open === 60_000);
    await expectSameCandles(followed, role);
  });

  it('copies a series that is longer than one page', async () => {
    const lines = new TickLines();
    const feed = new HandFeed(ids);
    role = await startTickRole({ folder, feed, clock: marketClock, lines });
    const count = 2 * minutePageMax + 500;
    for (let at = 0; at < count; at += 1) {
      feed.quote(1, 100_000 + (at % 40), 100_050, noonMs + at * 60_000);
      if (at % 1_000 === 0) await arrive();
    }
    const followed = openView(lines);
    await reach('all minutes', () => followed.market.day(eurusd) !== null);
    const request = { period: '1min', beforeMs: null, limit: count + 1 } as const;
    const copied = await followed.market.candles(eurusd, request);
    expect(copied).toHaveLength(count);
    expect(copied).toEqual(await role.market.candles(eurusd, request));
    // Three pages, one of the other series, and those under way when the first prices arrived.
    expect(lines.asked.get(tickQuestions.minutes)).toBeLessThanOrEqual(3 + 1 + 3);
  });

  it('prices of a market role that goes away become stale in time and recover alone', async () => {
    const lines = new TickLines();
    const feed = simulator();
    role = await startTickRole({ folder, feed, clock: marketClock, lines });
    const followed = openView(lines, feed);
    await pass(3_000);
    expect(followed.market.isStale(eurusd)).toBe(false);
    expect(followed.market.ageMs(eurusd)).toBeLessThan(2_000);
    lines.cut();
    await pass(staleAfterMs - 2_000);
    expect(followed.market.isStale(eurusd)).toBe(false);
    await pass(3_500);
    expect(followed.market.isStale(eurusd)).toBe(true);
    expect(followed.isAway).toBe(true);
    lines.mend();
    await pass(3_000);
    expect(followed.market.isStale(eurusd)).toBe(false);
    expect(followed.isAway).toBe(false);
  });

  it('a message delayed on its way makes no old price fresh', async () => {
    const lines = new TickLines();
    const feed = new HandFeed(ids);
    role = await startTickRole({ folder, feed, clock: marketClock, lines });
    const followed = openView(lines);
    await pass(2_000, 1_000);
    // The process sleeps, as after SIGSTOP: what was sent meanwhile arrives all at once.
    const held: Uint8Array[] = [];
    const deliver = lines.publish.bind(lines);
    lines.publish = (_topic, body) => void held.push(body);
    feed.quote(1, 100_000, 100_003, time.nowMs);
    feed.alive();
    await arrive();
    time.nowMs += 30_000;
    for (const body of held) deliver('ticks', body);
    await arrive();
    expect(followed.market.quote(eurusd)?.bid).toBe(100_000);
    expect(followed.market.ageMs(eurusd)).toBeGreaterThanOrEqual(30_000);
    expect(followed.market.isStale(eurusd)).toBe(true);
  });

  it('before the first contact no instrument has a price and none is open', async () => {
    const followed = openView(new TickLines());
    await arrive();
    expect(followed.market.state(eurusd).kind).toBe('no-price');
    expect(followed.market.ageMs(eurusd)).toBe(Number.POSITIVE_INFINITY);
    expect(followed.market.isCaughtUp).toBe(false);
    expect(followed.isAway).toBe(true);
  });
});
