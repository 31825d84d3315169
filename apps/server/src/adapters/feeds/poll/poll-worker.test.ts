import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HandTimers } from '../../../../../../testkit/hand-timers.ts';
import { pollPlanOf, samplePoll } from '../../../../../../testkit/poll-plans.ts';
import { until } from '../../../../../../testkit/until.ts';
import type { QuoteFeedSink, RawQuote } from '../../../ports/market.ts';
import { type FeedNews, unpackRows } from '../live/feed-messages.ts';
import { LiveFeed } from '../live/live-feed.ts';
import { PollWorker } from './poll-worker.ts';

const nowMs = Date.parse('2026-11-27T10:00:00Z');
let server: Server;
let timers: HandTimers;
let worker: PollWorker | null = null;
let news: FeedNews[];
let asked: IncomingMessage[];
let answer: (response: ServerResponse, request: IncomingMessage) => void;

beforeEach(async () => {
  [timers, news, asked] = [new HandTimers(), [], []];
  server = createServer((request, response) => {
    asked.push(request);
    answer(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  worker?.stop();
  worker = null;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const table = (euro: string, time = '2026-11-27T10:00:00Z') =>
  `pair,bid,ask,as_of\nEUR,${euro},1.3,${time}\nJPY,150,151,${time}\n`;

function create(change: object = {}, tell: (one: FeedNews) => void = () => undefined): PollWorker {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/table.csv?key=SECRETKEY`;
  const around = { schedule: timers.schedule, monotonicMs: () => timers.nowMs, random: () => 0 };
  worker = new PollWorker(
    pollPlanOf({ ...samplePoll(url), ...change }),
    (one) => {
      news.push(one);
      tell(one);
      if (one.kind === 'batch') worker?.order({ kind: 'taken', number: one.number });
    },
    around,
  );
  return worker;
}

const rows = () => news.flatMap((one) => (one.kind === 'batch' ? unpackRows(one.rows) : []));
const bids = () => rows().map(({ isQuote, bid }) => (isQuote ? bid : 'doubt'));
const losses = () => news.flatMap((one) => (one.kind === 'lost' ? [one] : []));
const countOf = (reason: string) =>
  news.reduce((sum, one) => sum + (one.kind === 'counts' ? (one.counts[reason] ?? 0) : 0), 0);
const soon = (what: string, check: () => boolean, stepMs = 10) =>
  until(what, () => {
    timers.advance(stepMs);
    return check();
  });
const send =
  (content: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(200, headers).end(content);

test('R-MKT-39 the table is asked for at its interval, with the mark of the last; only changes are quotes', async () => {
  answer = send(table('1.1'), { etag: '"a"', 'last-modified': 'Fri, 27 Nov 2026 10:00:00 GMT' });
  create({ headers: { 'x-key': 'SECRETKEY' } }).start();
  await soon('two rates', () => rows().length === 2);
  expect(asked[0]?.headers).toMatchObject({ 'x-key': 'SECRETKEY' });
  expect(asked[0]?.headers).not.toHaveProperty('if-none-match');
  answer = (response) => void response.writeHead(304).end();
  await soon('another request', () => asked.length === 2, 100);
  expect(asked[1]?.headers).toMatchObject({
    'if-none-match': '"a"',
    'if-modified-since': 'Fri, 27 Nov 2026 10:00:00 GMT',
  });
  answer = send(table('1.2'), { etag: '"b"' });
  await soon('a change', () => rows().length === 3, 100);
  expect(bids()).toEqual([110_000, 150_000, 120_000]);
  expect(news.filter(({ kind }) => kind === 'connected')).toHaveLength(1);
  const batches = news.flatMap((one) => (one.kind === 'batch' ? [one.alive] : []));
  expect(batches.filter((alive) => alive !== null).length).toBeGreaterThanOrEqual(2);
});

test('R-MKT-39 a row that vanished, and a table that is none, put rates in doubt', async () => {
  answer = send(table('1.1'));
  create().start();
  await soon('two rates', () => rows().length === 2);
  answer = send(table('1.1').replace('JPY', 'CHF'));
  await soon('a doubt', () => rows().length === 3, 100);
  answer = send('<html>');
  await soon('another doubt', () => rows().length === 4, 100);
  expect(bids().slice(2)).toEqual(['doubt', 'doubt']);
  await soon('the counts', () => countOf('no-column') > 0 && countOf('missing') > 0, 100);
  expect(losses()).toEqual([]);
});

describe('R-MKT-41 a failing venue', () => {
  test('is asked later each time, never sooner than the interval, and as late as it wants', async () => {
    answer = (response) => void response.writeHead(500).end('SECRETKEY');
    create({ everyMs: 2_000 }).start();
    for (let at = 1; at <= 4; at += 1) await soon(`failure ${at}`, () => losses().length >= at, 250);
    expect(
      losses()
        .slice(0, 4)
        .map(({ retryMs }) => retryMs),
    ).toEqual([2_000, 2_000, 2_000, 4_000]);
    answer = (response) => void response.writeHead(429, { 'retry-after': '90' }).end();
    await soon('a refusal', () => losses().at(-1)?.reason.includes('429') === true, 1_000);
    expect(losses().at(-1)?.retryMs).toBe(90_000);
    // The clock of the venue is behind; what counts is the time between its two dates.
    const dates = { date: 'Fri, 27 Nov 2015 10:00:00 GMT', 'retry-after': 'Fri, 27 Nov 2015 10:05:00 GMT' };
    answer = (response) => void response.writeHead(503, dates).end();
    await soon('a refusal by a date', () => losses().at(-1)?.reason.includes('503') === true, 1_000);
    expect(losses().at(-1)?.retryMs).toBe(300_000);
    answer = send(table('1.1'));
    await soon('rates again', () => rows().length === 2, 1_000);
    expect(JSON.stringify(news)).not.toContain('SECRETKEY');
  });

  test('with a body beyond the bound, a redirect, or no answer is none, and the next session gets all rates', async () => {
    answer = send(table('1.1'), { etag: '"a"' });
    create({ bytesMax: 1_024 }).start();
    await soon('two rates', () => rows().length === 2);
    answer = send('x'.repeat(2_000));
    await soon('a failure', () => losses().length === 1, 100);
    answer = (response) => void response.writeHead(302, { location: '/other' }).end();
    await soon('a failure', () => losses().length === 2, 100);
    answer = (response) => void response.destroy();
    await soon('a failure', () => losses().length === 3, 100);
    expect(losses().map(({ reason }) => reason)).toEqual([
      'the answer is larger than 1024 bytes',
      'the venue answered with status 302',
      'the venue cannot be reached',
    ]);
    answer = send(table('1.1'), { etag: '"a"' });
    await soon('the same rates', () => rows().length === 4, 100);
    expect(asked.at(-1)?.headers).not.toHaveProperty('if-none-match');
    expect(rows().at(-1)).toMatchObject({ session: 2 });
  });
});

test('R-MKT-41 rates keep their own times: an old one is taken, and never confirmed', async () => {
  const quotes: RawQuote[] = [];
  const alive: number[][] = [];
  const sink = {
    quote: (raw: RawQuote) => void quotes.push(raw),
    alive: (ids: Iterable<number>) => void alive.push([...ids]),
  };
  const feed = new LiveFeed({
    plan: pollPlanOf(samplePoll()),
    clock: { nowMs: () => nowMs + timers.nowMs, monotonicMs: () => timers.nowMs },
    processMs: () => timers.nowMs,
    openThread: (onNews) => {
      const polling = create({}, onNews);
      polling.start();
      return { post: (order) => polling.order(order), close: async () => polling.stop() };
    },
    report: () => undefined,
  });
  expect(feed).toMatchObject({ source: 'desk-indicative', isIndicative: true });
  answer = send(table('1.1', '2026-11-27T09:00:00Z'));
  await feed.start({ ...sink, skipped: () => undefined } as unknown as QuoteFeedSink);
  await soon('two rates', () => quotes.length === 2);
  answer = send(table('1.2', '2026-11-27T09:30:00Z'));
  await soon('a change', () => quotes.length === 4, 100);
  expect(quotes.at(-1)).toMatchObject({ timeMs: nowMs - 1_800_000 });
  expect(alive.flat()).toEqual([]);
  answer = send(table('1.25', new Date(nowMs + timers.nowMs + 1_000).toISOString()));
  await soon('a change of now', () => alive.flat().length > 0, 100);
  await feed.stop();
});
