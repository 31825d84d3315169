import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeVenue } from '../../../../../../testkit/fake-venue.ts';
import { planOf, quoteFrame, sampleMapping } from '../../../../../../testkit/feed-mappings.ts';
import { until } from '../../../../../../testkit/until.ts';
import { type FeedNews, type FeedRow, unpackRows } from '../live/feed-messages.ts';
import { queuedMax } from '../live/quote-queue.ts';
import { FeedWorker } from './feed-worker.ts';

let venue: FakeVenue;
let worker: FeedWorker | null = null;
let news: FeedNews[];

beforeEach(async () => {
  venue = await FakeVenue.start();
  news = [];
});
afterEach(async () => {
  worker?.stop();
  await venue.stop();
});

async function start(change: object = {}, isTaking = true): Promise<void> {
  // Its last counts may come after it was stopped.
  const own = news;
  worker = new FeedWorker(
    planOf({ ...sampleMapping(venue.url), ...change }),
    (one) => {
      own.push(one);
      if (one.kind === 'batch' && isTaking) worker?.order({ kind: 'taken', number: one.number });
    },
    {
      schedule(work, afterMs) {
        const timer = setTimeout(work, afterMs);
        return () => clearTimeout(timer);
      },
      monotonicMs: () => performance.now(),
      random: () => 0.9,
    },
  );
  worker.start();
  await until('a connection', () => venue.connected === 1 && news.some(({ kind }) => kind === 'connected'));
}

const batches = () => news.flatMap((one) => (one.kind === 'batch' ? [one] : []));
const rows = (): FeedRow[] => batches().flatMap((one) => unpackRows(one.rows));
const proofs = () => batches().filter(({ alive }) => alive !== null);
const countOf = (reason: string) =>
  news.reduce((sum, one) => sum + (one.kind === 'counts' ? (one.counts[reason] ?? 0) : 0), 0);

test('R-MKT-29 frames become rows, in order, with session and time of arrival', async () => {
  await start();
  const before = performance.now();
  for (let at = 1; at <= 500; at += 1) venue.send(quoteFrame('BTC-USD', `${at}.00`, `${at}.01`, at));
  await until('every quote', () => rows().length === 500);
  expect(rows().map(({ bid }) => bid)).toEqual(Array.from({ length: 500 }, (_, at) => (at + 1) * 100));
  for (const { session, receivedMs } of rows()) {
    expect(session).toBe(1);
    expect(receivedMs).toBeGreaterThanOrEqual(before);
  }
});

test('R-MKT-29 a market that takes nothing is sent one batch, then the newest prices of each instrument', async () => {
  await start({}, false);
  const flood = 10_000;
  for (let at = 1; at <= flood; at += 1)
    venue.send(quoteFrame(at % 2 === 0 ? 'BTC-USD' : 'XRP-USD', `${at}`, `${at}.01`, at));
  venue.send('no JSON');
  await until('the end of the flood', () => countOf('not-json') === 1);
  expect(batches()).toHaveLength(1);
  // Batches are taken from now on.
  for (let taken = 0; taken < batches().length; taken += 1) {
    worker?.order({ kind: 'taken', number: taken + 1 });
    await until('the next batch', () => batches().length > taken + 1 || rows().some(({ timeMs }) => timeMs === flood));
  }
  const last = new Map(rows().map(({ instrumentId, timeMs }) => [instrumentId, timeMs]));
  await until('the count of replaced quotes', () => countOf('replaced') + rows().length === flood);
  expect(last).toEqual(
    new Map([
      [401, flood],
      [404, flood - 1],
    ]),
  );
  expect(rows().length).toBeLessThanOrEqual(queuedMax + 256 + 2);
});

test('R-MKT-29 a batch that was taken twice, or by an earlier thread, asks for no other', async () => {
  await start({}, false);
  venue.send(quoteFrame('BTC-USD', '1', '2', 1));
  await until('a batch', () => batches().length === 1);
  worker?.order({ kind: 'taken', number: 7 });
  venue.send(quoteFrame('BTC-USD', '1', '2', 2));
  venue.send('no JSON');
  await until('the frames', () => countOf('not-json') === 1);
  expect(batches()).toHaveLength(1);
  worker?.order({ kind: 'taken', number: 1 });
  await until('the next batch', () => batches().length === 2);
});

test.each([
  ['connection', { t: 'ack' }, false],
  ['connection', { t: 'err', why: 'x' }, false],
  ['connection', 'no JSON', false],
  ['connection', { t: 'halt' }, false],
  ['heartbeats', { t: 'halt' }, false],
  ['connection', { t: 'new' }, false],
  ['connection', { t: 'q', s: 'ETH-USD' }, false],
  ['connection', quoteFrame('BTC-USD', '1', '2', 1), true],
  ['connection', { t: 'hb' }, true],
  ['heartbeats', { t: 'hb' }, true],
  ['heartbeats', quoteFrame('BTC-USD', '1', '2', 1), true],
  ['heartbeats', { t: 'ack' }, false],
  ['heartbeats', 'no JSON', false],
  ['heartbeats', quoteFrame('ETH-USD', '1', '2', 1), false],
  ['heartbeats', quoteFrame('BTC-USD', '2', '1', 1), false],
  ['heartbeats', { t: 'q' }, false],
  ['never', { t: 'hb' }, false],
  ['never', quoteFrame('BTC-USD', '1', '2', 1), false],
])('R-MKT-28 unchanged by %s: %j is a proof: %s', async (unchanged, frame, isProof) => {
  await start({ unchanged });
  venue.send(frame);
  venue.send({ t: 'err', why: 'end' });
  await until('the end', () => countOf('venue-error') >= 1);
  expect(proofs().length > 0).toBe(isProof);
  if (isProof) expect(proofs()[0]?.alive?.session).toBe(1);
});

test('R-MKT-28 a venue withdraws all prices until the next quote of each', async () => {
  await start();
  for (const symbol of ['BTC-USD', 'XRP-USD']) venue.send(quoteFrame(symbol, '1', '2', 1));
  venue.send({ t: 'halt' });
  venue.send(quoteFrame('XRP-USD', '1', '2', 2));
  await until('the last quote', () => rows().length === 5);
  expect(rows().map(({ instrumentId, isQuote }) => [instrumentId, isQuote])).toEqual([
    [401, true],
    [404, true],
    [401, false],
    [404, false],
    [404, true],
  ]);
  await until('the count', () => countOf('withdrawn') === 1);
});

test('R-MKT-28 a proof does not overtake a doubt that waits in the queue', async () => {
  await start({}, false);
  venue.send(quoteFrame('BTC-USD', '2', '1', 1));
  await until('a batch', () => batches().length === 1);
  for (let at = 1; at <= 300; at += 1) venue.send(quoteFrame('BTC-USD', '1', '2', at));
  for (const frame of [{ t: 'halt' }, { t: 'hb' }, 'no JSON']) venue.send(frame);
  await until('the frames', () => countOf('not-json') === 1);
  for (let number = 1; number <= 2; number += 1) {
    worker?.order({ kind: 'taken', number });
    await until('the next batch', () => batches().length === number + 1);
  }
  expect(rows()).toHaveLength(302);
  expect(batches().map(({ alive }) => alive !== null)).toEqual([false, false, true]);
});

test('R-MKT-28 a new connection forgets kept sides, and its rows are of the next session', async () => {
  const { bidSize: _bid, askSize: _ask, ...paths } = sampleMapping().quote;
  await start({ quote: { ...paths, sides: 'changed' } });
  venue.send({ t: 'q', s: 'BTC-USD', b: '1', a: '2', ts: 1 });
  await until('a quote', () => rows().length === 1);
  venue.drop();
  await until('another connection', () => venue.sessions === 2 && venue.connected === 1);
  venue.send({ t: 'q', s: 'BTC-USD', b: '1.5', ts: 2 });
  venue.send({ t: 'q', s: 'BTC-USD', b: '1.6', a: '2', ts: 3 });
  await until('the quote after', () => rows().length === 3);
  expect(rows().map(({ isQuote, session, bid }) => [isQuote, session, bid])).toEqual([
    [true, 1, 100],
    [false, 2, 0],
    [true, 2, 160],
  ]);
  expect(news.map(({ kind }) => kind)).toContain('lost');
});

test('R-MKT-27 a venue that repeats the key of the address in its error does not bring it into the log', async () => {
  await start({ url: `${venue.url}?key=SECRETKEY` });
  venue.send({ t: 'err', why: 'the key SECRETKEY has expired' });
  await until('the error', () => countOf('venue-error') === 1);
  expect(news.filter(({ kind }) => kind === 'counts')).toMatchObject([{ venueError: 'the key … has expired' }]);
});

test('R-MKT-27 nor the key of a message, and its error is kept short', async () => {
  const subscribe = [{ op: 'subscribe', auth: { token: 'MESSAGEKEY' } }];
  await start({ subscribe, keepAlive: { message: { session: 'PINGKEY-1' }, everyMs: 600_000 } });
  venue.send({ t: 'err', why: `MESSAGEKEY and PINGKEY-1 of BTC-USD are not known ${'x'.repeat(500)}` });
  await until('the error', () => countOf('venue-error') === 1);
  const [counts] = news.flatMap((one) => (one.kind === 'counts' ? [one.venueError] : []));
  expect(counts).toMatch(/^… and … of BTC-USD are not known x+$/);
  expect(counts?.length).toBeLessThanOrEqual(200);
});

test('R-MKT-25 garbage of every kind ends nothing: prices go on', async () => {
  await start();
  const garbage = ['', '{', '[]', 'null', '"q"', '{"t":"q"}', '['.repeat(10_000), '{"t":"q","s":"BTC-USD","b":1e400}'];
  for (const frame of garbage) venue.send(frame);
  venue.sendBinary(Buffer.alloc(100, 0xff));
  venue.send(quoteFrame('BTC-USD', '1', '2', 1));
  await until('a quote', () => rows().some(({ isQuote }) => isQuote));
  await until('the counts', () => countOf('binary') === 1);
  expect(countOf('not-json') + countOf('too-deep') + countOf('unexpected-frame') + countOf('no-symbol')).toBe(7);
  expect(venue.sessions).toBe(1);
});
