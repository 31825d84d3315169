import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aggregateCandles } from '@candor/domain/calc/candle';
import { isMarketOpen } from '@candor/domain/calc/session-hours';
import type { InstrumentId } from '@candor/domain/values/ids';
import { type Candle, periods } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryCandles } from '../../../../../testkit/memory-candles.ts';
import { ReplayFeed } from '../../adapters/feeds/replay/replay-feed.ts';
import { planReplay } from '../../adapters/feeds/replay/replay-plan.ts';
import { SimulatorFeed } from '../../adapters/feeds/simulator/simulator-feed.ts';
import type { CandleStore, StoredMinute } from '../../ports/market.ts';
import type { CalendarMode } from './calendars/session-calendars.ts';
import { createMarket, quotedInstruments, type RunningMarket } from './create-market.ts';

const eurusd = 1 as InstrumentId;
const hk50 = 209 as InstrumentId;
const gold = 101 as InstrumentId;
const gbpusd = 2 as InstrumentId;
const at = (text: string) => Date.parse(text);
const noon = at('2026-11-18T12:00:30.500Z');

/** One instrument of each kind. */
const served = new Set<number>([1, 2, 11, 101, 201, 209, 401]);

/** Keeps the last version of a minute. */
class LastCandles extends MemoryCandles {
  override async save(source: string, minutes: readonly StoredMinute[]) {
    const isReplaced = (one: StoredMinute) =>
      minutes.some((other) => other.instrumentId === one.instrumentId && other.candle.timeMs === one.candle.timeMs);
    this.rows = this.rows.filter((one) => !isReplaced(one));
    await super.save(source, minutes);
  }
}

let running: RunningMarket | null = null;
afterEach(async () => {
  vi.useRealTimers();
  await running?.stop();
  running = null;
});

async function startSimulated(options: { nowMs?: number; mode?: CalendarMode; store?: CandleStore } = {}) {
  const clock = { now: options.nowMs ?? noon, nowMs: () => clock.now, monotonicMs: () => clock.now };
  const instruments = quotedInstruments(options.mode ?? 'open').filter(({ spec }) => served.has(spec.id));
  const feed = new SimulatorFeed({ instruments, seed: 'test', clock });
  const errors: Error[] = [];
  running = createMarket({
    instruments,
    feed,
    clock,
    tickLog: null,
    candleStore: options.store ?? null,
    onError: (error) => errors.push(error),
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await running.start();
  const advance = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 40) {
      clock.now += 40;
      await vi.advanceTimersByTimeAsync(40);
    }
  };
  return { market: running.market, feed, clock, advance, errors };
}

const allCandles = (
  market: RunningMarket['market'],
  id: InstrumentId,
  period: (typeof periods)[number],
  limit = 1_000,
  beforeMs: number | null = null,
) => market.candles(id, { period, beforeMs, limit }) as Promise<Candle[]>;

describe('the simulated market', () => {
  // A thousand days are 1.4 million minutes: seconds of work, and more on a busy machine.
  it('starts with 1,000 consistent candles in each period (R-SIM-04, R-MKT-10)', async () => {
    const { market } = await startSimulated();
    for (const period of periods) {
      const candles = await allCandles(market, gold, period);
      expect(candles, period).toHaveLength(1_000);
      expect(
        candles.every((candle, index) => index === 0 || candle.timeMs > (candles[index - 1] as Candle).timeMs),
      ).toBe(true);
      expect(
        candles.every(({ open, high, low, close }) => low <= Math.min(open, close) && high >= Math.max(open, close)),
      ).toBe(true);
    }
    const minutes = await allCandles(market, gold, '1min');
    for (const period of ['5min', '15min', '30min', '60min'] as const) {
      const own = aggregateCandles(minutes, period).slice(1);
      expect((await allCandles(market, gold, period)).slice(-own.length), period).toEqual(own);
    }
    const hours = await allCandles(market, gold, '60min');
    const days = aggregateCandles(hours, '1day').slice(1);
    expect((await allCandles(market, gold, '1day')).slice(-days.length)).toEqual(days);
  }, 120_000);

  it('older pages have no end, gap or overlap (R-MKT-12)', async () => {
    const { market } = await startSimulated();
    for (const [period, size] of [
      ['1min', 900],
      ['60min', 900],
      ['1day', 90],
    ] as const) {
      const newest = await allCandles(market, eurusd, period, size);
      const page = await allCandles(market, eurusd, period, 40, (newest[size / 2] as Candle).timeMs);
      expect(page).toEqual(newest.slice(size / 2 - 40, size / 2));
      const older = await allCandles(market, eurusd, period, 50, (newest[0] as Candle).timeMs);
      const both = await allCandles(market, eurusd, period, size + 50);
      expect(older).toEqual(both.slice(0, 50));
    }
    expect(await allCandles(market, eurusd, '1day', 30, at('1999-01-01T00:00:00Z'))).toHaveLength(30);
  });

  it('live candles equal the history of the same minutes (R-SIM-03)', async () => {
    const { market, feed, clock, advance } = await startSimulated();
    const seen: Quote[] = [];
    market.onQuote((quote) => seen.push(quote));
    await advance(130_000);
    const live = await allCandles(market, eurusd, '1min', 5);
    expect(live).toEqual((await feed.history.minutes(eurusd, noon - 3_600_000, clock.now)).slice(-5));
    expect(market.day(eurusd)?.close).toBe(live.at(-1)?.close);
    const seqs = seen.filter((quote) => quote.instrumentId === eurusd).map((quote) => quote.seq);
    expect(seqs.every((seq, index) => index === 0 || seq === (seqs[index - 1] as number) + 1)).toBe(true);
    expect(Object.values(market.refusedQuotes()).every((count) => count === 0)).toBe(true);
  });

  it('no open instrument is stale in normal running; one with a silent feed is (R-MKT-07)', async () => {
    const { market, clock, advance } = await startSimulated();
    let oldest = 0;
    for (let second = 0; second < 10; second += 1) {
      await advance(1_000);
      for (const { spec } of market.entries) {
        if (market.state(spec.id).kind === 'open') oldest = Math.max(oldest, market.ageMs(spec.id));
      }
    }
    expect(oldest).toBeLessThanOrEqual(1_600);
    clock.now += 6_000;
    expect(market.isStale(eurusd)).toBe(true);
  });

  it('is stale while it catches up after a stop (R-MKT-07)', async () => {
    const { market, clock, advance } = await startSimulated();
    clock.now += 300_000;
    await advance(40);
    expect(market.ageMs(eurusd)).toBeGreaterThan(200_000);
    await advance(400);
    expect(market.ageMs(eurusd)).toBeLessThan(1_600);
  });

  it('a closed market has a last price and a day (R-MKT-14)', async () => {
    const { market } = await startSimulated({ mode: 'real', nowMs: at('2026-11-21T12:00:00Z') });
    expect(market.state(hk50)).toEqual({
      kind: 'closed',
      nextOpenMs: at('2026-11-23T01:15:00Z'),
      nextCloseMs: at('2026-11-23T04:00:00Z'),
    });
    expect(market.quote(hk50)?.timeMs).toBeLessThan(at('2026-11-20T19:00:00Z'));
    expect(market.day(hk50)?.close).toBe(market.quote(hk50)?.bid);
    expect(market.isStale(hk50)).toBe(false);
  });

  it('gateway and core agree at each opening and closing whether a market is open', async () => {
    const { market, clock } = await startSimulated({ mode: 'real' });
    for (const id of [eurusd, hk50, gold]) {
      for (let change = 0; change < 6; change += 1) {
        const { kind, nextOpenMs, nextCloseMs } = market.state(id);
        const nextMs = (kind === 'open' ? nextCloseMs : nextOpenMs) ?? Number.NaN;
        for (const nowMs of [nextMs - 1, nextMs]) {
          clock.now = nowMs;
          expect(isMarketOpen(market.sessions, id, nowMs), `${id} at ${nowMs}`).toBe(market.state(id).kind === 'open');
        }
        expect(market.state(id).kind).toBe(kind === 'open' ? 'closed' : 'open');
      }
    }
  });

  it('after a restart shows the same candles and fills the gap (R-MKT-10)', async () => {
    const store = new LastCandles();
    const first = await startSimulated({ store });
    await first.advance(130_000);
    await running?.stop();
    const changed = store.rows.find((row) => row.instrumentId === eurusd) as StoredMinute;
    const seenHigh = changed.candle.high + 5;
    await store.save('', [{ ...changed, candle: { ...changed.candle, high: seenHigh } }]);
    vi.useRealTimers();
    const second = await startSimulated({ store, nowMs: first.clock.now + 600_000 });
    const minutes = await allCandles(second.market, eurusd, '1min', 20);
    expect(minutes.find((candle) => candle.timeMs === changed.candle.timeMs)?.high).toBe(seenHigh);
    expect(
      minutes.every((candle, index) => index === 0 || candle.timeMs - (minutes[index - 1] as Candle).timeMs === 60_000),
    ).toBe(true);
  });

  it('ticks skipped by a long sleep come from the history', async () => {
    const { market, feed, clock, advance } = await startSimulated();
    const read = vi.spyOn(feed.history, 'minutes');
    clock.now += 3_600_000;
    await advance(400);
    const hasEnded = ({ type }: { type: string }) => type === 'fulfilled';
    await expect.poll(() => read.mock.settledResults.filter(hasEnded).length).toBe(served.size);
    await advance(70_000);
    const live = await allCandles(market, eurusd, '1min', 90);
    expect(live).toEqual((await feed.history.minutes(eurusd, noon - 7_200_000, clock.now)).slice(-90));
  });
});

describe('a replayed market (R-MKT-08)', () => {
  it('has the file’s candles, prices for its instruments only, and is open', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'market-'));
    const header = 'timestamp,open,high,low,close';
    const rows = [
      '1.57597,1.57606,1.57576,1.57576',
      '1.57576,1.57583,1.57543,1.57543',
      '1.57543,1.57551,1.57542,1.57548',
    ];
    const lift = (row: string) =>
      row
        .split(',')
        .map((cell) => (Number(cell) + 0.00012).toFixed(5))
        .join(',');
    const write = (name: string, lines: string[]) => {
      const file = join(folder, name);
      writeFileSync(
        file,
        [header, ...lines.map((line, index) => `2012-02-01 00:0${index}:00+00:00,${line}`)].join('\n'),
      );
      return file;
    };
    const files = [write('gbpusd-bid.csv', rows), write('gbpusd-ask.csv', rows.map(lift))];
    const instruments = quotedInstruments('real');
    const clock = { nowMs: () => noon, monotonicMs: () => performance.now() };
    const tracks = await planReplay(files, null, instruments);
    const feed = new ReplayFeed({ tracks, speed: 'max', isLooping: false, clock });
    running = createMarket({ instruments, feed, clock, tickLog: null, candleStore: null, onError: () => {} });
    await running.start();
    await vi.waitFor(() => expect(running?.market.quote(gbpusd)?.bid).toBe(157_548));
    rmSync(folder, { recursive: true });
    const { market } = running;
    const candles = await allCandles(market, gbpusd, '1min');
    const ticks = (row: string) => row.split(',').map((cell) => Math.round(Number(cell) * 100_000));
    expect(candles.map(({ open, high, low, close }) => [open, high, low, close])).toEqual(rows.map(ticks));
    expect(candles.map(({ timeMs }) => timeMs)).toEqual(
      [0, 1, 2].map((minute) => at('2012-02-01T00:00:00Z') + minute * 60_000),
    );
    expect(market.quote(gbpusd)?.source).toBe('replay');
    expect(market.state(gbpusd).kind).toBe('open');
    expect(market.state(eurusd).kind).toBe('no-price');
    expect(market.quote(eurusd)).toBeNull();
    expect(await allCandles(market, eurusd, '1min')).toEqual([]);
  });
});
