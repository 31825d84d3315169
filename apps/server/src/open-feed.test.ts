import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeVenue } from '../../../testkit/fake-venue.ts';
import { planOf, quoteFrame, sampleMapping } from '../../../testkit/feed-mappings.ts';
import { FixAcceptor, valueOf } from '../../../testkit/fix-acceptor.ts';
import { sampleFixConfig } from '../../../testkit/fix-plans.ts';
import { samplePoll } from '../../../testkit/poll-plans.ts';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { until } from '../../../testkit/until.ts';
import { parseConfig } from './config.ts';
import { addFeedHealth, checkLiveFeed, createFeed, createFeedLog, createSourceLog, describePlan } from './open-feed.ts';
import type { QuoteFeed, RawQuote } from './ports/market.ts';
import type { MetricSource } from './ports/metrics.ts';
import type { BackgroundWork } from './ports/work.ts';
import { quotedInstruments } from './services/market/create-market.ts';

const folder = scratchFolder('candor-feed-');
const noWork: BackgroundWork = {
  run: () => Promise.reject(new Error('a live feed has no history')),
  close: async () => undefined,
};
const sinkOf = (quotes: RawQuote[]) => ({
  quote: (raw: RawQuote) => void quotes.push(raw),
  alive: () => undefined,
  restarted: () => undefined,
  skipped: () => undefined,
  failed: () => undefined,
});

let venue: FakeVenue;
let feed: QuoteFeed | null = null;
let said: string[];
let logged: [level: string, fields: object, text: string][];
const log = {
  info: (fields: object, text: string) => void logged.push(['info', fields, text]),
  warn: (fields: object, text: string) => void logged.push(['warn', fields, text]),
};

beforeEach(async () => {
  venue = await FakeVenue.start();
  [said, logged] = [[], []];
});
afterEach(async () => {
  await feed?.stop();
  feed = null;
  await venue.stop();
});

function configOf(mapping: object, kind = 'websocket', env: Record<string, string> = {}) {
  const file = join(folder, 'feed.json');
  writeFileSync(file, JSON.stringify(mapping));
  return parseConfig({ FEED: `${kind}:${file}`, ...env }, folder);
}

async function open(mapping: object): Promise<QuoteFeed> {
  const start = { config: configOf(mapping), say: (text: string) => void said.push(text), log: log as never };
  feed = await createFeed(start, quotedInstruments('open'), noWork);
  return feed;
}

test('R-MKT-29 the feed runs in a thread of its own, from a mapping file to quotes and back to silence', async () => {
  venue.onSession = () => venue.send(quoteFrame('BTC-USD', '91508.20', '91508.31', Date.now()));
  const live = await open(sampleMapping(`${venue.url}?key=SECRETKEY`));
  const quotes: RawQuote[] = [];
  await live.start(sinkOf(quotes), 0);
  await until('a quote', () => quotes.length === 1);
  expect(quotes[0]).toMatchObject({ instrumentId: 401, bid: 9_150_820, ask: 9_150_831, feedSession: 1 });
  expect(venue.received).toEqual(['{"op":"subscribe","symbols":["BTC-USD","XRP-USD"]}']);
  venue.drop();
  await until('another session', () => quotes.length === 2);
  expect(quotes[1]).toMatchObject({ feedSession: 2 });
  await live.stop();
  await until('the end of the socket', () => venue.connected === 0);
  expect(logged.map(([, , text]) => text)).toContain('live feed: no connection');
  expect(JSON.stringify([said, logged])).not.toContain('SECRETKEY');
});

test('R-MKT-24 a start says what the feed prices, what has no price, and what its prices lack', async () => {
  const { time: _time, bidSize: _bid, askSize: _ask, ...paths } = sampleMapping().quote;
  await open({ ...sampleMapping(), prices: 'indicative', quote: paths });
  expect(said).toEqual([
    expect.stringMatching(/^The feed fake-indicative \(venue\.example\) prices 2 of \d+ instruments\.$/),
    expect.stringMatching(/^Without a price, and not tradeable: .*EURUSD.*ETHUSD/),
    'Its prices are indicative: nobody trades at them at the venue.',
    'It has no times: a quote has the time at which it arrived.',
    'It has no sizes: a side on which nothing can be traded is not noticed.',
  ]);
  expect(said[1]).not.toContain('BTCUSD');
  expect(describePlan(planOf(sampleMapping()), quotedInstruments('open'))).toHaveLength(2);
});

test('R-MKT-24 /readyz and /metrics show whether a live feed is connected, and that its prices are indicative', async () => {
  const held = new Map<string, () => boolean>();
  const sources: MetricSource[] = [];
  const board = {
    readiness: { addWarning: (name: string, isHeld: () => boolean) => void held.set(name, isHeld) },
    metrics: { add: (source: MetricSource) => void sources.push(source) },
  };
  const warnings = () => [...held].filter(([, isHeld]) => isHeld()).map(([name]) => name);
  const live = await open({ ...sampleMapping(venue.url), prices: 'indicative' });
  addFeedHealth(live, board);
  expect(warnings()).toEqual(['feed', 'feed-indicative']);
  await live.start(sinkOf([]), 0);
  await until('a connection', () => !warnings().includes('feed'));
  expect(warnings()).toEqual(['feed-indicative']);
  venue.send('no JSON');
  const unused = () => sources[0]?.().find(({ name }) => name === 'candor_feed_unused_total')?.samples;
  await until('the count', () => (unused() ?? []).length > 0);
  expect(unused()).toEqual([{ labels: { reason: 'not-json' }, value: 1 }]);
  expect(sources[0]?.().find(({ name }) => name === 'candor_feed_connected')?.samples).toEqual([{ value: 1 }]);
});

test('a simulated feed adds no warning', async () => {
  const start = { config: parseConfig({}, '.'), say: () => undefined, log: log as never };
  const readiness = {
    addWarning: () => {
      throw new Error('not expected');
    },
  };
  const simulated = await createFeed(start, quotedInstruments('open'), noWork);
  addFeedHealth(simulated, { readiness, metrics: { add: readiness.addWarning } });
});

describe('R-MKT-25 the log of a live feed', () => {
  test('has refused frames at most once a minute, with all that were refused since', () => {
    let nowMs = 0;
    const report = createFeedLog(log as never, { source: 'fake', host: 'venue.example' }, () => nowMs);
    const refuse = (counts: Record<string, number>, venueError: string | null = null) =>
      report({ kind: 'refused', counts, venueError });
    refuse({ crossed: 1 });
    for (let at = 0; at < 59; at += 1) {
      nowMs += 1_000;
      refuse({ crossed: 2, 'not-json': 1 }, at === 3 ? 'no such pair' : null);
    }
    expect(logged).toHaveLength(1);
    nowMs += 1_000;
    refuse({ crossed: 2 });
    expect(logged[1]).toEqual([
      'warn',
      { source: 'fake', host: 'venue.example', refused: { crossed: 120, 'not-json': 59 }, venueError: 'no such pair' },
      'live feed: frames not used',
    ]);
  });
});

test('R-MKT-22 every example fits the catalogue', () => {
  const examples = join(import.meta.dirname, '../../../ops/feeds');
  for (const file of readdirSync(examples).filter((name) => name.endsWith('.json'))) {
    const config = parseConfig({ FEED: `websocket:${join(examples, file)}` }, '.');
    expect(checkLiveFeed(config)[0]?.symbols).toHaveLength(8);
  }
});

test('R-MKT-30 a mapping is checked without a connection', () => {
  expect(() => checkLiveFeed(parseConfig({ FEED: 'websocket:none.json' }, '/nowhere'))).toThrow(
    'The mapping file /nowhere/none.json of the setting FEED cannot be used: it cannot be read (ENOENT). See docs/runbook/live-feed.md.',
  );
  expect(checkLiveFeed(parseConfig({}, '.'))).toEqual([]);
});

test('R-MKT-33 a FIX feed runs in a thread of its own, says what it is, and takes leave at a stop', async () => {
  const provider = await FixAcceptor.start();
  provider.onMessage = (line) => {
    const id = valueOf(line, 262);
    if (valueOf(line, 55) === 'EUR/USD')
      provider.send('W', `262=${id}|55=EUR/USD|268=2|269=0|270=1.1|271=5|269=1|270=1.2|271=5`);
  };
  const config = configOf(sampleFixConfig(provider.port), 'fix', { SIM_CALENDAR: 'real', DATA_DIR: folder });
  const start = { config, say: (text: string) => void said.push(text), log: log as never };
  feed = await createFeed(start, quotedInstruments('real'), noWork);
  const quotes: RawQuote[] = [];
  await feed.start(sinkOf(quotes), 0);
  await until('a quote', () => quotes.length === 1);
  expect(quotes[0]).toMatchObject({ bid: 110_000, ask: 120_000, feedSession: 1, feedSeq: 1 });
  expect(said[0]).toMatch(/^The feed lp \(127\.0\.0\.1:\d+\) prices 2 of \d+ instruments\.$/);
  expect(said).toContain('Its line is not encrypted: anyone who can read the line can read the password.');
  await feed.stop();
  await until('goodbye', () => provider.of('5').length === 1);
  await provider.stop();
  expect(JSON.stringify([said, logged])).not.toContain('SECRETPASS');
  expect(() => checkLiveFeed(parseConfig({ FEED: 'fix:none.json' }, '/nowhere'))).toThrow(
    'The FIX configuration /nowhere/none.json of the setting FEED cannot be used: it cannot be read (ENOENT).',
  );
});

test('R-MKT-39 a polled feed runs in a thread of its own, and says that its prices are indicative', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200).end(`pair,bid,ask,as_of\nEUR,1.1,1.2,${new Date().toISOString()}\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/t.csv?key=SECRETKEY`;
  const config = configOf(samplePoll(url), 'poll', { SIM_CALENDAR: 'real' });
  const start = { config, say: (text: string) => void said.push(text), log: log as never };
  feed = await createFeed(start, quotedInstruments('real'), noWork);
  const quotes: RawQuote[] = [];
  await feed.start(sinkOf(quotes), 0);
  await until('a rate', () => quotes.length > 0);
  expect(quotes[0]).toMatchObject({ bid: 110_000, ask: 120_000, feedSession: 1 });
  expect(said).toContain('Its prices are indicative: nobody trades at them at the venue.');
  expect(said[0]).toContain('desk-indicative');
  expect(JSON.stringify([said, logged])).not.toContain('SECRETKEY');
  await feed.stop();
  server.closeAllConnections();
  server.close();
});

describe('R-MKT-42 a feed of several sources', () => {
  let second: FakeVenue;
  beforeEach(async () => {
    second = await FakeVenue.start();
  });
  afterEach(() => second.stop());

  function configOfTwo(change: object = {}) {
    writeFileSync(join(folder, 'first.json'), JSON.stringify({ ...sampleMapping(venue.url), source: 'first' }));
    writeFileSync(join(folder, 'second.json'), JSON.stringify({ ...sampleMapping(second.url), source: 'second' }));
    return configOf({ sources: ['websocket:first.json', 'websocket:second.json'], ...change }, 'several');
  }

  test('R-MKT-43 R-MKT-45 takes each from a thread of its own, and the second while the first is away', async () => {
    venue.onSession = () => venue.send(quoteFrame('BTC-USD', '91508.20', '91508.31', Date.now()));
    second.onSession = () => second.send(quoteFrame('BTC-USD', '91508.40', '91508.51', Date.now()));
    const config = configOfTwo();
    const start = { config, say: (text: string) => void said.push(text), log: log as never };
    feed = await createFeed(start, quotedInstruments('open'), noWork);
    expect(feed.source).toBe('first,second');
    const held = new Map<string, () => boolean>();
    const metrics: MetricSource[] = [];
    addFeedHealth(feed, {
      readiness: { addWarning: (name, isHeld) => void held.set(name, isHeld) },
      metrics: { add: (source) => void metrics.push(source) },
    });
    const quotes: RawQuote[] = [];
    await feed.start(sinkOf(quotes), 0);
    const priced = (source: string) => until(source, () => quotes.at(-1)?.source === source);
    venue.onSession = () => undefined;
    await until('both', () => venue.sessions > 0 && second.sessions > 0 && quotes.length > 0);
    const sessions = quotes.length;
    await until('both connected', () => held.get('feed-source')?.() === false);
    venue.drop();
    await priced('second');
    expect(quotes.length).toBeGreaterThanOrEqual(sessions);
    expect(quotes.at(-1)).toMatchObject({ bid: 9_150_840, source: 'second' });
    const samples = metrics
      .flatMap((source) => source())
      .find(({ name }) => name === 'candor_source_active_instruments')?.samples;
    expect(samples).toEqual([
      { labels: { source: 'first' }, value: 0 },
      { labels: { source: 'second' }, value: 1 },
    ]);
    expect(said.filter((line) => line.startsWith('The feed '))).toHaveLength(2);
  });

  test('R-MKT-30 is checked with all of its files, without a connection', () => {
    expect(checkLiveFeed(configOfTwo()).map(({ source }) => source)).toEqual(['first', 'second']);
    expect(() => checkLiveFeed(configOfTwo({ sources: ['websocket:first.json', 'fix:none.json'] }))).toThrow(
      `The FIX configuration ${join(folder, 'none.json')} of the setting FEED cannot be used`,
    );
  });

  test('R-MKT-44 logs at most twenty changes of source in a minute, and how many more there were', () => {
    let nowMs = 0;
    const plans = checkLiveFeed(configOfTwo());
    const report = createSourceLog(log as never, plans, () => nowMs);
    const switched = { kind: 'switched', instrumentId: 401 as never, from: 0, to: 1 } as const;
    report({ ...switched, reason: 'first' });
    for (let at = 0; at < 25; at += 1) report({ ...switched, reason: 'silent' });
    nowMs = 60_000;
    report({ kind: 'aside', instrumentId: 401 as never, source: 0, distanceBp: 31.7 });
    report({ kind: 'disagree', instrumentId: 401 as never, distanceBp: 31.7 });
    expect(logged).toHaveLength(23);
    expect(logged[0]).toEqual([
      'warn',
      { symbol: 'BTC-USD', from: 'first', to: 'second', reason: 'silent' },
      'live feed: another source prices an instrument',
    ]);
    expect(logged.slice(20).map(([, fields]) => fields)).toEqual([
      { further: 5 },
      { symbol: 'BTC-USD', source: 'first', distanceBp: 32 },
      { symbol: 'BTC-USD', distanceBp: 32 },
    ]);
  });
});
