import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CandleCascade } from '@candor/domain/calc/candle';
import type { Candle } from '@candor/domain/values/period';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../../../../../../testkit/until.ts';
import type { RawQuote } from '../../../ports/market.ts';
import { calendarOf } from '../../../services/market/calendars/session-calendars.ts';
import { catalogue } from '../../../services/market/catalogue/catalogue.ts';
import { toBarQuotes } from './recorded-quotes.ts';
import { parseReplaySpeed, ReplayFeed, type ReplaySpeed } from './replay-feed.ts';
import { planReplay } from './replay-plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'replay-'));
afterAll(() => rmSync(folder, { recursive: true }));
const instruments = catalogue.map((entry) => ({ ...entry, calendar: calendarOf(entry.spec.calendar, 'real') }));
const minute = 60_000;
const start = Date.parse('2012-02-01T00:00:00Z');

function write(name: string, lines: readonly string[], end = '\n'): string {
  const file = join(folder, name);
  writeFileSync(file, lines.join('\n') + end);
  return file;
}

/** A seeded random walk of bars, including flat ones, dojis and opens at an extreme. */
function makeBars(count: number, spread: number) {
  let state = 7;
  const random = (size: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * size);
  };
  let price = 157_597;
  const bars = Array.from({ length: count }, (_, index) => {
    const open = price;
    const high = open + random(4) * random(8);
    const low = open - random(4) * random(8);
    const close = low + random(high - low + 1);
    price = close;
    return { timeMs: start + (index + (index > 40 ? 180 : 0)) * minute, open, high, low, close };
  });
  const lift = (bar: (typeof bars)[number]) => ({
    ...bar,
    open: bar.open + spread,
    high: bar.high + spread + 2,
    low: bar.low + spread - 1,
    close: bar.close + spread,
  });
  return { bids: bars, asks: bars.map(lift) };
}
const price = (ticks: number) => (ticks / 100_000).toFixed(5);
const stamp = (timeMs: number) => new Date(timeMs).toISOString().replace('T', ' ').replace('.000Z', '+00:00');
const barLines = (bars: ReturnType<typeof makeBars>['bids']) => [
  'timestamp,open,high,low,close',
  ...bars.map((bar) => [stamp(bar.timeMs), ...[bar.open, bar.high, bar.low, bar.close].map(price)].join(',')),
];

async function play(
  files: readonly string[],
  options: { symbol?: string; speed?: ReplaySpeed; isLooping?: boolean; until?: number } = {},
) {
  const tracks = await planReplay(files, options.symbol ?? null, instruments);
  const clock = { nowMs: () => 0, monotonicMs: () => performance.now() };
  const feed = new ReplayFeed({ tracks, speed: options.speed ?? 'max', isLooping: options.isLooping ?? false, clock });
  const events: (RawQuote | 'restarted')[] = [];
  let heartbeats = 0;
  const failures: Error[] = [];
  const fail = (error: Error) => void failures.push(error);
  const { until: countMax = Number.POSITIVE_INFINITY } = options;
  await feed
    .start({
      quote: (raw) => events.push(raw),
      alive: () => {
        heartbeats += 1;
      },
      restarted: () => events.push('restarted'),
      skipped: () => {},
      failed: fail,
    })
    .catch(fail);
  await until('the end of the files', () => failures.length > 0 || feed.isFinished || events.length >= countMax);
  await feed.stop();
  return {
    events,
    quotes: events.filter((event) => event !== 'restarted'),
    failure: failures[0] ?? null,
    heartbeats,
    feed,
  };
}

function minutesOf(quotes: readonly RawQuote[], side: 'bid' | 'ask'): Candle[] {
  const candles: Candle[] = [];
  const cascade = new CandleCascade((candle) => candles.push(candle));
  for (const quote of quotes) cascade.fold(quote[side], quote.timeMs);
  const last = cascade.forming('1min');
  return last === null ? candles : [...candles, last];
}

describe('replayed bars (R-MKT-08)', () => {
  const { bids, asks } = makeBars(3_000, 11);
  const bidFile = write('GBPUSD-m1-bid.csv', barLines(bids));
  const askFile = write('gbpusd_m1_ask.csv', barLines(asks));

  it('rebuild exactly the candles of the bid file, and show the ask’s extremes', async () => {
    const { quotes, failure } = await play([bidFile, askFile]);
    expect(failure).toBeNull();
    expect(quotes).toHaveLength(4 * 3_000);
    expect(minutesOf(quotes, 'bid')).toEqual(bids.map((bar) => ({ ...bar, volume: 4 })));
    const rebuiltAsks = minutesOf(quotes, 'ask');
    expect(rebuiltAsks.map(({ high, low }) => [high, low])).toEqual(asks.map(({ high, low }) => [high, low]));
    expect(quotes.every((quote) => quote.ask >= quote.bid)).toBe(true);
    expect(quotes.every((quote) => quote.timeMs % minute > 0)).toBe(true);
  });

  it.each([
    ['the high when it is nearer', { open: 10, high: 12, low: 5, close: 8 }, [10, 12, 5, 8]],
    ['the low when it is nearer', { open: 10, high: 15, low: 9, close: 12 }, [10, 9, 15, 12]],
    ['the low when equal and closing up', { open: 10, high: 12, low: 8, close: 11 }, [10, 8, 12, 11]],
    ['the high when equal and closing down', { open: 10, high: 12, low: 8, close: 9 }, [10, 12, 8, 9]],
    ['nothing else when flat', { open: 10, high: 10, low: 10, close: 10 }, [10, 10, 10, 10]],
  ])('visit %s first', (_, bar, expected) => {
    const quotes = toBarQuotes({ timeMs: 0, ...bar }, { timeMs: 0, open: 20, high: 30, low: 15, close: 20 });
    expect(quotes.map((quote) => quote.bid)).toEqual(expected);
  });

  it('are never crossed, even if the recorded sides are', () => {
    const bar = { timeMs: 0, open: 10, high: 12, low: 5, close: 8 };
    const quotes = toBarQuotes(bar, { ...bar, high: 11, low: 4 });
    expect(quotes.every((quote) => quote.ask >= quote.bid)).toBe(true);
    expect(quotes.map((quote) => quote.bid)).toEqual([10, 12, 5, 8]);
  });

  it('skip a minute that only one side has', async () => {
    const ask = write('GBPUSD gap ask.csv', barLines(asks.slice(0, 10).filter((_, index) => index !== 3)));
    const bid = write('GBPUSD gap bid.csv', barLines(bids.slice(0, 10).filter((_, index) => index !== 7)));
    const { quotes } = await play([bid, ask]);
    expect(new Set(quotes.map((quote) => Math.floor(quote.timeMs / minute))).size).toBe(8);
  });

  it('loop: times start again, the feed’s numbers continue', async () => {
    const bid = write('GBPUSD short bid.csv', barLines(bids.slice(0, 2)));
    const ask = write('GBPUSD short ask.csv', barLines(asks.slice(0, 2)));
    const { events } = await play([bid, ask], { isLooping: true, until: 21 });
    const restarts = events.flatMap((event, index) => (event === 'restarted' ? [index] : []));
    expect(restarts.slice(0, 2)).toEqual([8, 17]);
    const seqs = events.filter((event) => event !== 'restarted').map((quote) => quote.feedSeq);
    expect(seqs.slice(0, 16)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  });

  it('keep their speed (R-RUN-10): at 300 times, four quotes a minute are 50 ms apart', async () => {
    const time = { nowMs: 0, readings: 0 };
    const clock = {
      nowMs: () => 0,
      monotonicMs: () => {
        time.readings += 1;
        return time.nowMs;
      },
    };
    const tracks = await planReplay([bidFile, askFile], null, instruments);
    const feed = new ReplayFeed({ tracks, speed: 300, isLooping: false, clock });
    let played = 0;
    const ignored = () => undefined;
    await feed.start({
      quote: () => (played += 1),
      alive: ignored,
      restarted: ignored,
      skipped: ignored,
      failed: ignored,
    });
    const playedBy: number[] = [];
    for (const nowMs of [0, 49, 50, 149, 150, 200]) {
      time.nowMs = nowMs;
      const { readings } = time;
      await expect.poll(() => time.readings).toBeGreaterThan(readings + 4);
      playedBy.push(played);
    }
    await feed.stop();
    expect(playedBy).toEqual([1, 1, 2, 3, 4, 5]);
  });

  it('are refused with only one side', async () => {
    await expect(planReplay([bidFile], null, instruments)).rejects.toThrow(/bars of GBPUSD need a bid and an ask file/);
    const histData = write('DAT_ASCII_EURUSD_M1_2013.csv', ['20130101 170000;1.32;1.33;1.31;1.325;0']);
    await expect(planReplay([histData], null, instruments)).rejects.toThrow(
      /bars of EURUSD need a bid and an ask file/,
    );
  });
});

describe('replayed ticks (R-MKT-08)', () => {
  const first = Date.parse('2013-01-01T22:00:00.295Z');
  it.each([
    [
      'timestamp,bid,ask',
      'usdjpy-a.csv',
      [
        'timestamp,bid,ask',
        '2013-01-01 22:00:00.295000+00:00,86.655,86.728',
        '2013-01-02 00:02:35.907+02:00,86.657,86.728',
      ],
    ],
    [
      'HistData ticks, Eastern Standard Time',
      'DAT_ASCII_USDJPY_T_201301.csv',
      ['20130101 170000295,86.655000,86.728000,0', '20130101 170235907,86.657000,86.728000,0'],
    ],
    [
      'TrueFX',
      'ticks.csv',
      ['USD/JPY,20130101 22:00:00.295,86.655,86.728', 'USD/JPY,20130101 22:02:35.907,86.657,86.728'],
    ],
    [
      'Dukascopy',
      'USDJPY_Ticks.csv',
      [
        'Gmt time,Ask,Bid,AskVolume,BidVolume',
        '01.01.2013 22:00:00.295,86.728,86.655,1.5,2',
        '01.01.2013 22:02:35.907,86.728,86.657,1.5,2',
      ],
    ],
  ])('are read from %s', async (_, name, lines) => {
    const { quotes, failure } = await play([write(name, lines)]);
    expect(failure).toBeNull();
    expect(quotes.map(({ bid, ask, timeMs }) => [bid, ask, timeMs])).toEqual([
      [86_655, 86_728, first],
      [86_657, 86_728, first + 155_612],
    ]);
  });

  it('use Eastern Standard Time in summer', async () => {
    const { quotes } = await play([write('usdjpy-summer.csv', ['20130701 170000295,99.6,99.7,0'])]);
    expect(quotes[0]?.timeMs).toBe(Date.parse('2013-07-01T22:00:00.295Z'));
  });

  it.each([
    ['a malformed price', '2013-01-01 22:00:01+00:00,86.6x5,86.728', /line 3: a price is malformed/],
    [
      'a price finer than the instrument',
      '2013-01-01 22:00:01+00:00,86.65512,86.728',
      /line 3: a price is malformed or has more than 3/,
    ],
    ['a malformed time', '2013-13-01 22:00:01+00:00,86.655,86.728', /line 3: its time is malformed/],
    ['a missing column', '2013-01-01 22:00:01+00:00,86.655', /line 3: not a line of timestamp,bid,ask/],
  ])('name file and line of %s', async (_, line, message) => {
    const file = write('usdjpy-bad.csv', ['timestamp,bid,ask', '2013-01-01 22:00:00+00:00,86.655,86.728', line]);
    const { failure } = await play([file]);
    expect(failure?.message).toMatch(message);
    expect(failure?.message).toContain('usdjpy-bad.csv');
  });

  it('take the instrument from the setting if the file name has none', async () => {
    const file = write('recording.csv', ['timestamp,bid,ask', '2013-01-01 22:00:00+00:00,1.31,1.32']);
    await expect(planReplay([file], null, instruments)).rejects.toThrow(/FEED_SYMBOL/);
    const { feed } = await play([file], { symbol: 'eur/usd' });
    expect([...feed.instrumentIds]).toEqual([1]);
  });

  it('refuse missing, empty and unknown files', async () => {
    await expect(planReplay([join(folder, 'eurusd-none.csv')], null, instruments)).rejects.toThrow(/cannot be read/);
    await expect(planReplay([write('eurusd-empty.csv', [], '')], null, instruments)).rejects.toThrow(/empty/);
    await expect(planReplay([write('eurusd-x.csv', ['hello'])], null, instruments)).rejects.toThrow(
      /none of the known/,
    );
  });

  it('parse the speed', () => {
    expect(['1', '60', '0.5', 'max', '0', '-1', 'fast', ''].map(parseReplaySpeed)).toEqual([
      1,
      60,
      0.5,
      'max',
      null,
      null,
      null,
      null,
    ]);
  });
});
