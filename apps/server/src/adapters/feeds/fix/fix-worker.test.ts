import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FixAcceptor, type FixLine, fixBytes, valueOf } from '../../../../../../testkit/fix-acceptor.ts';
import { fixPlanOf, sampleFixConfig } from '../../../../../../testkit/fix-plans.ts';
import { HandTimers } from '../../../../../../testkit/hand-timers.ts';
import { scratchFolder } from '../../../../../../testkit/scratch-folder.ts';
import { until } from '../../../../../../testkit/until.ts';
import { type FeedNews, type FeedRow, unpackRows } from '../live/feed-messages.ts';
import { FixWorker } from './fix-worker.ts';
import { FileSequenceStore } from './sequence-store.ts';

const folder = scratchFolder('candor-fix-');
const startMs = Date.parse('2026-11-27T10:00:00Z');
let files = 0;
let dataDir: string;
let venue: FixAcceptor;
let timers: HandTimers;
let worker: FixWorker | null = null;
let news: FeedNews[];

beforeEach(async () => {
  venue = await FixAcceptor.start();
  venue.nowMs = () => startMs + timers.nowMs;
  dataDir = join(folder, String((files += 1)));
  [timers, news] = [new HandTimers(), []];
});
afterEach(async () => {
  worker?.stop();
  worker = null;
  await venue.stop();
});

function start(change: object = {}): void {
  const plan = fixPlanOf({ ...sampleFixConfig(venue.port), ...change }, dataDir);
  const own = news;
  worker = new FixWorker(
    plan,
    new FileSequenceStore(plan.storeFile),
    (one) => {
      own.push(one);
      if (one.kind === 'batch') worker?.order({ kind: 'taken', number: one.number });
    },
    {
      schedule: timers.schedule,
      monotonicMs: () => timers.nowMs,
      nowMs: () => startMs + timers.nowMs,
      random: () => 0,
    },
  );
  worker.start();
}

const rows = (): FeedRow[] => news.flatMap((one) => (one.kind === 'batch' ? unpackRows(one.rows) : []));
const bids = () => rows().flatMap(({ isQuote, bid }) => (isQuote ? [bid] : []));
const losses = () => news.flatMap((one) => (one.kind === 'lost' ? [one.reason] : []));
const connects = () => news.flatMap((one) => (one.kind === 'connected' ? [one] : []));
const proofs = () => news.filter((one) => one.kind === 'batch' && one.alive !== null).length;
const countOf = (reason: string) =>
  news.reduce((sum, one) => sum + (one.kind === 'counts' ? (one.counts[reason] ?? 0) : 0), 0);
/** Waits for a state; the clock moves a little each time, so that batches leave. */
const soon = (what: string, check: () => boolean) =>
  until(what, () => {
    timers.advance(10);
    return check();
  });
const requests = () => venue.of('V').filter((line) => valueOf(line, 263) === '1');
const requestOf = (symbol: string): FixLine => requests().findLast((line) => valueOf(line, 55) === symbol) ?? [];
const w = (bid: string, ask: string, symbol = 'EUR/USD') => {
  const id = valueOf(requestOf(symbol), 262) ?? '';
  venue.send('W', `262=${id}|55=${symbol}|268=2|269=0|270=${bid}|271=1|269=1|270=${ask}|271=1`);
};

async function open(change: object = {}): Promise<void> {
  start(change);
  await soon('the requests', () => requests().length === 2);
}

test('R-MKT-34 logon, requests for each symbol, quotes in order with session, number and times', async () => {
  await open();
  expect([553, 554, 141].map((one) => valueOf(venue.of('A')[0] ?? [], one))).toEqual(['desk', 'SECRETPASS', 'Y']);
  w('1.1', '1.2');
  w('150.001', '150.002', 'USD/JPY');
  w('1.11', '1.21');
  await soon('three quotes', () => bids().length === 3);
  expect(rows()).toMatchObject([
    { bid: 110_000, ask: 120_000, session: 1, sequence: 1 },
    { bid: 150_001, ask: 150_002, session: 1, sequence: 2 },
    { bid: 111_000, ask: 121_000, session: 1, sequence: 3 },
  ]);
  expect(rows()[0]?.timeMs).toBeGreaterThanOrEqual(startMs);
});

test('R-MKT-34 a lost connection is made again with a logout in between only where the session lives', async () => {
  await open();
  venue.drop();
  await soon('the loss', () => losses().length === 1);
  expect(losses()).toEqual(['the venue closed the connection']);
  timers.advance(500);
  await soon('new requests', () => requests().length === 4);
  expect(connects().map(({ session }) => session)).toEqual([1, 2]);
  w('1.1', '1.2');
  await soon('a quote', () => bids().length === 1);
  expect(rows().at(-1)).toMatchObject({ session: 2, sequence: 1 });
  worker?.stop();
  await until('goodbye', () => venue.of('5').length === 1);
});

test('R-MKT-34 a restart goes on with the numbers, and a gap in the night costs one request', async () => {
  await open({ sequence: 'keep' });
  w('1.1', '1.2');
  await soon('a quote', () => bids().length === 1);
  const lastOut = Number(valueOf(venue.received.at(-1) ?? [], 34));
  worker?.stop();
  await until('the end', () => venue.connected === 0);
  // Meanwhile the venue sent what nobody got.
  venue.nextOut += 5;
  news = [];
  const asked = requests().length;
  start({ sequence: 'keep' });
  await soon('a request for the missing', () => venue.of('2').length === 1);
  const logon = venue.of('A')[1] ?? [];
  // The Logout took one number.
  expect([valueOf(logon, 34), valueOf(logon, 141)]).toEqual([String(lastOut + 2), undefined]);
  const from = Number(valueOf(venue.of('2')[0] ?? [], 7));
  await soon('requests', () => requests().length === asked + 2);
  venue.send('4', `43=Y|123=Y|36=${venue.nextOut}`, from);
  w('1.3', '1.4');
  await soon('a quote', () => bids().length === 1);
  timers.advance(3_000);
  expect(requests()).toHaveLength(asked + 2);
});

describe('R-MKT-37 lost prices are not taken for current ones', () => {
  test('a gap puts every price in doubt at once, and what the venue sends again counts', async () => {
    await open();
    w('1.1', '1.2');
    venue.nextOut += 2;
    const missing = venue.nextOut - 2;
    w('1.3', '1.4');
    await soon('a request for the missing', () => venue.of('2').length === 1);
    await soon('the doubt', () => rows().some(({ isQuote }) => !isQuote));
    expect(bids()).toEqual([110_000]);
    const id = valueOf(requestOf('EUR/USD'), 262) ?? '';
    for (const [at, bid] of ['1.12', '1.13', '1.3'].entries()) {
      const quote = `262=${id}|55=EUR/USD|268=2|269=0|270=${bid}|271=1|269=1|270=1.4|271=1`;
      venue.raw(venue.bytes('W', `43=Y|122=20261127-09:59:59.${at}00|${quote}`, missing + at));
    }
    await soon('the quotes', () => bids().length === 4);
    expect(bids()).toEqual([110_000, 112_000, 113_000, 130_000]);
    expect(rows().at(-1)?.timeMs).toBe(startMs - 800);
    expect(requests()).toHaveLength(2);
    expect(connects()).toHaveLength(1);
  });

  test('skipped messages end the series: prices are asked for again', async () => {
    await open();
    w('1.1', '1.2');
    timers.advance(2_000);
    venue.send('4', `123=Y|36=${venue.nextOut + 5}`);
    venue.nextOut += 4;
    await soon('new requests', () => requests().length === 4);
    expect(venue.of('V').filter((line) => valueOf(line, 263) === '2')).toHaveLength(2);
    expect(connects().at(-1)).toMatchObject({ session: 2, isGap: true });
    w('1.2', '1.3');
    await soon('a quote', () => bids().length === 2);
    expect(rows().at(-1)).toMatchObject({ session: 2, sequence: 1 });
    expect(losses()).toEqual([]);
  });

  test('the venue’s own request for what it missed brings the subscriptions again', async () => {
    await open();
    timers.advance(2_000);
    venue.send('2', '7=2|16=0');
    await soon('new requests', () => requests().length === 4);
    expect(venue.of('4')).toHaveLength(1);
  });

  test('a venue with heartbeats and without quotes proves nothing, is asked again, and then left', async () => {
    await open({ silenceMs: 5_000 });
    w('1.1', '1.2');
    await soon('a proof', () => proofs() > 0);
    let beats = 0;
    const beat = async (ms: number) => {
      for (let at = 0; at < ms; at += 500) {
        timers.advance(500);
        const id = `beat-${(beats += 1)}`;
        venue.send('1', `112=${id}`);
        // Answered, so it was received.
        const isHeard = () => venue.of('0').some((line) => valueOf(line, 112) === id);
        await until('the answer, or the end', () => isHeard() || losses().length > 0);
      }
      timers.advance(20);
    };
    await beat(6_000);
    await soon('new requests', () => requests().length === 4);
    timers.advance(1_000);
    const proven = proofs();
    expect(countOf('silence')).toBe(1);
    expect(rows().at(-1)?.isQuote).toBe(false);
    await beat(3_000);
    expect(proofs()).toBe(proven);
    await beat(4_000);
    await soon('the end', () => losses().length === 1);
    expect(losses()).toEqual(['no quote came for 10000 ms']);
  });

  test('a half-open connection is noticed', async () => {
    await open();
    venue.isDeaf = true;
    // Silence is checked four times a second.
    timers.advance(2_250);
    await until('a test request', () => venue.of('1').length === 1);
    timers.advance(6_000);
    expect(losses()).toEqual(['nothing came, not even the answer to a test request']);
  });
});

describe('R-MKT-36 garbage', () => {
  test('of every kind ends nothing: prices go on', async () => {
    await open();
    for (const text of ['35=W', '35=X|268=1', '35=zz', '35=W|268=99|279=1', '35=8|39=2', '35=Y'])
      venue.send(text.slice(3).split('|')[0] ?? '', text.split('|').slice(1).join('|'));
    venue.raw(Buffer.from('nonsense'));
    venue.raw(fixBytes('35=W|55=EUR/USD').subarray(0, 20));
    venue.raw(Buffer.from(fixBytes('35=W').toString('latin1').replace(/10=\d/, '10=X')));
    venue.send('B', 'x=1');
    w('1.1', '1.2');
    await soon('a quote', () => bids().length > 0);
    await soon('the counts', () => countOf('unexpected-message') === 2);
    expect(losses()).toEqual([]);
    expect([countOf('garbled') > 0, countOf('malformed') > 0, venue.of('3').length > 0]).toEqual([true, true, true]);
  });

  test('R-MKT-33 neither password nor user comes back into the log, even if the venue repeats them', async () => {
    venue.answersLogon = false;
    venue.onMessage = (line) => {
      if (valueOf(line, 35) === 'A') venue.send('5', '58=desk may not log on with SECRETPASS \u001b[31m');
    };
    start();
    await soon('the refusal', () => losses().length === 1);
    expect(losses()[0]).toBe('the venue refused the logon: … may not log on with …  [31m');
  });
});

describe('R-MKT-34 with TLS', () => {
  const path = (name: string) => join(folder, name);
  const make = (name: string) => {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        `/CN=${name}`,
        '-addext',
        `subjectAltName=DNS:${name}`,
        '-keyout',
        path('key.pem'),
        '-out',
        path('cert.pem'),
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(path('key.pem'), 'utf8'), cert: readFileSync(path('cert.pem'), 'utf8') };
  };

  test('the certificate must be trusted, and name the venue', async () => {
    const tls = make('lp.example');
    const secure = await FixAcceptor.start({ tls });
    const change = { port: secure.port, encryption: 'tls' };
    start(change);
    await soon('a refusal', () => losses().length === 1);
    expect(losses()[0]).toMatch(/self-signed certificate/);
    worker?.stop();
    news = [];
    start({ ...change, certificateFile: path('cert.pem'), serverName: 'other.example' });
    await soon('a refusal', () => losses().length === 1);
    expect(losses()[0]).toMatch(/other\.example/);
    expect(secure.received).toEqual([]);
    worker?.stop();
    news = [];
    start({ ...change, certificateFile: path('cert.pem'), serverName: 'lp.example' });
    await soon('the logon', () => connects().length === 1);
    worker?.stop();
    await secure.stop();
  });
});

test('R-MKT-34 a venue that is not there is tried again, later each time', async () => {
  await venue.stop();
  start();
  for (let at = 1; at <= 4; at += 1) {
    await soon('a loss', () => losses().length === at);
    const last = news.findLast((one) => one.kind === 'lost');
    expect(last).toMatchObject({ retryMs: 250 * 2 ** at });
    timers.advance(250 * 2 ** at);
  }
});
