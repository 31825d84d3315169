import type { InstrumentId } from '@candor/domain/values/ids';
import { beforeEach, describe, expect, test } from 'vitest';
import { planOf, sampleMapping } from '../../../../../../testkit/feed-mappings.ts';
import type { QuoteFeedSink, RawQuote } from '../../../ports/market.ts';
import { type FeedNews, type FeedOrder, type FeedRow, packRows } from './feed-messages.ts';
import { type FeedReport, LiveFeed } from './live-feed.ts';

const bitcoin = 401 as InstrumentId;
const ripple = 404 as InstrumentId;
const dayMs = 86_400_000;
const startMs = Date.parse('2026-11-27T01:00:00Z');

let now: number;
let quotes: RawQuote[];
let alive: InstrumentId[][];
let skipped: number[];
let orders: FeedOrder[];
let reports: FeedReport[];
let tell: (news: FeedNews) => void;
let end: (error: Error) => void;
let feed: LiveFeed;
let number: number;
let isThrowing: boolean;

const sink: QuoteFeedSink = {
  quote(raw) {
    if (isThrowing) throw new Error('the disk is full');
    quotes.push(raw);
  },
  alive: (ids) => alive.push([...ids]),
  restarted: () => {
    throw new Error('a live feed has no recorded times');
  },
  skipped: (untilMs) => skipped.push(untilMs),
  failed: (error) => {
    throw error;
  },
};

beforeEach(async () => {
  now = startMs;
  [quotes, alive, skipped, orders, reports, number, isThrowing] = [[], [], [], [], [], 0, false];
  feed = new LiveFeed({
    plan: planOf(sampleMapping()),
    clock: { nowMs: () => now, monotonicMs: () => now },
    processMs: () => now,
    openThread: (onNews, onEnded) => {
      [tell, end] = [onNews, onEnded];
      return { post: (order) => orders.push(order), close: async () => undefined };
    },
    report: (report) => reports.push(report),
  });
  await feed.start(sink);
});

function row(change: Partial<FeedRow> = {}): FeedRow {
  const prices = { bid: 100, ask: 101, timeMs: now, sequence: null };
  return { instrumentId: bitcoin, isQuote: true, ...prices, session: 1, receivedMs: now, ...change };
}

function batch(rows: readonly FeedRow[], aliveIn: number | null = null, atMs = now): void {
  number += 1;
  tell({ kind: 'batch', number, rows: packRows(rows), alive: aliveIn === null ? null : { session: aliveIn, atMs } });
}

function connect(session = 1): void {
  if (session === 1) tell({ kind: 'started' });
  tell({ kind: 'connected', session, atMs: now });
}

test('R-MKT-28 a feed of now has nothing to catch up with: the market may trade once prices come', () => {
  expect(alive).toEqual([[]]);
  expect(feed).toMatchObject({ source: 'fake', hours: 'calendar', history: null, isConnected: false });
  expect([...feed.instrumentIds]).toEqual([bitcoin, ripple]);
});

test('R-MKT-28 quotes keep the venue’s times and numbers, and get the number of their connection', () => {
  connect();
  now += 100;
  batch([row({ sequence: 7 }), row({ instrumentId: ripple, timeMs: null, receivedMs: now - 40 })]);
  const common = { bid: 100, ask: 101, feedSession: 1, isRestated: false };
  expect(quotes).toEqual([
    { ...common, instrumentId: bitcoin, timeMs: now, feedSeq: 7 },
    // Without a time it is the time of arrival, not that of the batch.
    { ...common, instrumentId: ripple, timeMs: now - 40, feedSeq: null },
  ]);
  expect(orders).toEqual([{ kind: 'taken', number: 1 }]);
});

test('R-MKT-28 times of arrival never run back by a difference between two clocks, which would look like disorder', () => {
  connect();
  now += 5_000;
  const arrival = (receivedMs: number) => batch([row({ timeMs: null, receivedMs })]);
  arrival(now);
  arrival(now - 1);
  now += 50;
  arrival(now);
  expect(quotes.map(({ timeMs }) => timeMs - startMs)).toEqual([5_000, 5_000, 5_050]);
  // An operator confirmed an earlier time: the clock is right, and the filter accepts the new order after a while.
  now -= 60_000;
  arrival(now);
  expect(quotes.at(-1)?.timeMs).toBe(now);
});

describe('R-MKT-28 unchanged prices are confirmed', () => {
  beforeEach(() => {
    connect();
    alive = [];
  });

  test('for instruments that this connection has priced, and no others', () => {
    batch([row()], 1);
    expect(alive).toEqual([[bitcoin]]);
    batch([row({ instrumentId: ripple })], 1);
    expect(alive.at(-1)).toEqual([bitcoin, ripple]);
  });

  test('not after the connection is lost, nor by a proof of an earlier one', () => {
    batch([row()], 1);
    tell({ kind: 'lost', reason: 'gone', retryMs: 5 });
    batch([], 1);
    connect(2);
    batch([], 1);
    expect(alive).toEqual([[bitcoin]]);
    batch([], 2);
    expect(alive.at(-1)).toEqual([]);
    batch([row({ session: 2 })], 2);
    expect(alive.at(-1)).toEqual([bitcoin]);
  });

  test('not by a proof that waited for this thread', () => {
    batch([row()], 1, now - 2_001);
    expect(alive).toEqual([]);
    batch([], 1, now - 1_999);
    expect(alive).toEqual([[bitcoin]]);
  });

  test('not while the last word about an instrument was no price', () => {
    batch([row(), row({ isQuote: false })], 1);
    expect(alive).toEqual([[]]);
    batch([row()], 1);
    expect(alive.at(-1)).toEqual([bitcoin]);
  });

  test('not for a change that comes late, or from the future', () => {
    batch([row()]);
    now += 60_000;
    batch([row({ timeMs: now - 5_001 })], 1);
    expect(alive).toEqual([[]]);
    expect(feed.counts().get('late')).toBe(1);
    batch([row({ timeMs: now + 5_001 })], 1);
    expect(alive.at(-1)).toEqual([]);
    batch([row({ timeMs: now - 4_999 })], 1);
    expect(alive.at(-1)).toEqual([bitcoin]);
    // The filter judges order, crossing and future times; it gets them all.
    expect(quotes).toHaveLength(4);
  });
});

describe('R-MKT-28 a new connection', () => {
  beforeEach(() => {
    connect();
    batch([row({ bid: 100 })]);
    now += 30_000;
    tell({ kind: 'lost', reason: 'gone', retryMs: 5 });
    now += 1_000;
    connect(2);
    quotes = [];
  });

  test('is a session of its own after a reported gap', () => {
    expect(skipped).toEqual([now]);
    batch([row({ session: 2 })]);
    expect(quotes).toMatchObject([{ feedSession: 2, isRestated: false }]);
  });

  test('restates a price from before, which is no movement', () => {
    batch([row({ session: 2, timeMs: startMs + 10_000, bid: 90 })], 2);
    expect(quotes).toMatchObject([{ bid: 90, isRestated: true, timeMs: startMs + 10_000 }]);
    expect(alive.at(-1)).toEqual([bitcoin]);
    batch([row({ session: 2, bid: 91 })]);
    expect(quotes[1]).toMatchObject({ bid: 91, isRestated: false });
  });

  test('does not bring back a price older than the last known, nor confirm it', () => {
    batch([row({ session: 2, timeMs: startMs - 1, bid: 80 })], 2);
    expect(quotes).toEqual([]);
    expect(alive.at(-1)).toEqual([]);
    expect(feed.counts().get('older')).toBe(1);
    batch([row({ session: 2 })], 2);
    expect(quotes).toHaveLength(1);
    expect(alive.at(-1)).toEqual([bitcoin]);
  });

  test('of a thread that was started again has a higher number than those before', () => {
    end(new Error('out of memory'));
    expect(feed.isConnected).toBe(false);
    connect(1);
    batch([row({ session: 1 })], 1);
    expect(quotes.at(-1)).toMatchObject({ feedSession: 3 });
    expect(alive.at(-1)).toEqual([bitcoin]);
    expect(reports.filter(({ kind }) => kind === 'lost')).toEqual([
      { kind: 'lost', reason: 'gone', retryMs: 5 },
      { kind: 'lost', reason: 'its thread ended: out of memory', retryMs: 0 },
    ]);
  });
});

test('R-MKT-28 times in a wrong unit give no price', () => {
  connect();
  for (const timeMs of [now - 8 * dayMs, Math.floor(now / 1_000), 0]) batch([row({ timeMs })], 1);
  expect(quotes).toEqual([]);
  expect(feed.counts().get('too-old')).toBe(3);
  batch([row({ timeMs: now - 6 * dayMs })], 1);
  expect(quotes).toMatchObject([{ isRestated: true }]);
  batch([row({ timeMs: now - 600_001 })], 1);
  expect(feed.counts().get('too-old')).toBe(4);
  expect(alive.at(-1)).toEqual([]);
});

test('R-MKT-29 the next batch is asked for even if the market fails on one', () => {
  connect();
  isThrowing = true;
  expect(() => batch([row()])).toThrow('the disk is full');
  expect(orders).toEqual([{ kind: 'taken', number: 1 }]);
});

test('R-MKT-25 counts add up over the messages of the thread', () => {
  const counts = { crossed: 2, 'not-json': 1 };
  tell({ kind: 'counts', counts, venueError: 'no such pair' });
  tell({ kind: 'counts', counts: { crossed: 3 }, venueError: null });
  expect([...feed.counts()]).toEqual([
    ['crossed', 5],
    ['not-json', 1],
  ]);
  expect(reports[0]).toEqual({ kind: 'refused', counts, venueError: 'no such pair' });
});

test('a stopped feed is silent', async () => {
  connect();
  await feed.stop();
  batch([row()], 1);
  expect(quotes).toEqual([]);
  expect(feed.isConnected).toBe(false);
});
