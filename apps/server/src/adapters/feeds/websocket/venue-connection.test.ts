import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeVenue } from '../../../../../../testkit/fake-venue.ts';
import { planOf, quoteFrame, sampleMapping } from '../../../../../../testkit/feed-mappings.ts';
import { HandTimers } from '../../../../../../testkit/hand-timers.ts';
import { scratchFolder } from '../../../../../../testkit/scratch-folder.ts';
import { until } from '../../../../../../testkit/until.ts';
import { retryMaxMs, retryMinMs, steadyMs } from '../live/retry-delays.ts';
import type { FeedPlan } from './feed-plan.ts';
import { VenueConnection } from './venue-connection.ts';

let venue: FakeVenue;
let timers: HandTimers;
let connection: VenueConnection | null = null;
let frames: string[];
let lost: { reason: string; retryMs: number }[];
let connects: number;
let pongs: number;
let binaries: number;
let chance: number;

beforeEach(async () => {
  venue = await FakeVenue.start();
  timers = new HandTimers();
  [frames, lost, connects, pongs, binaries, chance] = [[], [], 0, 0, 0, 0];
});
afterEach(async () => {
  connection?.close();
  connection = null;
  await venue.stop();
});

function open(change: object = {}, plan: Partial<FeedPlan> = {}): void {
  const planned = { ...planOf({ ...sampleMapping(venue.url), ...change }), ...plan };
  connection = new VenueConnection(
    planned,
    {
      connected: () => (connects += 1),
      frame: (text) => frames.push(text),
      binary: () => (binaries += 1),
      pong: () => (pongs += 1),
      lost: (reason, retryMs) => lost.push({ reason, retryMs }),
    },
    { schedule: timers.schedule, monotonicMs: () => timers.nowMs, random: () => chance },
  );
  connection.open();
}

const connected = (count: number) => until(`connection ${count}`, () => connects === count && venue.sessions === count);
const lostTimes = (count: number) => until(`loss ${count}`, () => lost.length === count);

test('R-MKT-26 subscribes in order and at the pace of the mapping, with its streams in the address', async () => {
  const subscribe = [{ hello: 1 }, { sub: '{symbol}' }];
  const url = `${venue.url}stream?streams={symbols}&key=SECRETKEY`;
  open({ url, urlSymbols: { each: '{symbol}@q', join: '/' }, subscribe, subscribeEveryMs: 250 });
  await connected(1);
  const arrived = (count: number) => until(`message ${count}`, () => venue.received.length === count);
  await arrived(1);
  timers.advance(249);
  expect(venue.received).toHaveLength(1);
  timers.advance(1);
  await arrived(2);
  timers.advance(250);
  await arrived(3);
  expect(venue.received).toEqual(['{"hello":1}', '{"sub":"BTC-USD"}', '{"sub":"XRP-USD"}']);
  expect(venue.paths).toEqual(['/stream?streams=BTC-USD@q/XRP-USD@q&key=SECRETKEY']);
});

test('R-MKT-26 sends the keep-alive of the mapping, and subscribes again on each connection', async () => {
  open({ keepAlive: { message: { op: 'ping' }, everyMs: 5_000 } });
  await connected(1);
  await until('a subscription', () => venue.received.length === 1);
  for (let count = 1; count <= 3; count += 1) {
    venue.send('hb');
    await until('a frame', () => frames.length === count);
    timers.advance(5_000);
    await until('a ping of the venue’s own', () => venue.received.length === 1 + count);
    await until('a pong', () => pongs > 0);
  }
  venue.drop();
  await lostTimes(1);
  timers.advance(retryMinMs);
  await connected(2);
  await until('another subscription', () => venue.received.length === 5);
  expect(venue.received).toEqual([venue.received[0], ...Array(3).fill('{"op":"ping"}'), venue.received[0]]);
});

describe('R-MKT-26 a connection that fails is made again', () => {
  test('twice as late each time up to a minute, by chance up to half of that earlier', async () => {
    open();
    for (let count = 1; count <= 10; count += 1) {
      await connected(count);
      venue.drop();
      await lostTimes(count);
      timers.advance(lost.at(-1)?.retryMs ?? 0);
    }
    const waits = lost.map(({ retryMs }) => retryMs);
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    chance = 0.999;
    await connected(11);
    venue.drop();
    await lostTimes(11);
    expect(lost.at(-1)?.retryMs).toBe(Math.round(retryMaxMs * (1 - 0.999 / 2)));
  });

  test('soon after one that lasted', async () => {
    open();
    for (let count = 1; count <= 3; count += 1) {
      await connected(count);
      venue.drop();
      await lostTimes(count);
      timers.advance(lost.at(-1)?.retryMs ?? 0);
    }
    await connected(4);
    for (let at = 0; at < steadyMs; at += 1_000) {
      venue.send('hb');
      const count = frames.length;
      await until('a frame', () => frames.length > count);
      timers.advance(1_000);
    }
    venue.drop();
    await lostTimes(4);
    expect(lost.at(-1)?.retryMs).toBe(retryMinMs);
  });

  test('while nothing listens, until the venue is back', async () => {
    const { port } = venue;
    await venue.stop();
    open({ url: `ws://127.0.0.1:${port}/` });
    for (let count = 1; count <= 2; count += 1) {
      await lostTimes(count);
      timers.advance(lost.at(-1)?.retryMs ?? 0);
    }
    expect(lost[0]?.reason).toMatch(/ECONNREFUSED/);
    await lostTimes(3);
    venue = await FakeVenue.start({ port });
    timers.advance(lost.at(-1)?.retryMs ?? 0);
    await connected(1);
  });

  test('not after it was closed here', async () => {
    open();
    await connected(1);
    connection?.close();
    await until('the end of the socket', () => venue.connected === 0);
    timers.advance(600_000);
    expect(lost).toEqual([]);
    expect(venue.sessions).toBe(1);
  });
});

describe('R-MKT-26 a socket that is open and dead is closed', () => {
  test('before the handshake', async () => {
    let accepted = 0;
    const mute = createServer((socket) => {
      accepted += 1;
      socket.on('error', () => undefined).resume();
    });
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
    open({ url: `ws://127.0.0.1:${(mute.address() as AddressInfo).port}/` });
    await until('a connection', () => accepted === 1);
    timers.advance(9_999);
    expect(lost).toEqual([]);
    timers.advance(1);
    expect(lost).toEqual([{ reason: 'the venue did not answer the handshake', retryMs: retryMinMs }]);
    connection?.close();
    mute.close();
    await once(mute, 'close');
  });

  test('half open: neither frames nor the answer of a ping', async () => {
    venue.isDeaf = true;
    open();
    await connected(1);
    timers.advance(3_000);
    await until('a ping', () => venue.pings > 0);
    timers.advance(4_999);
    expect(lost).toEqual([]);
    timers.advance(1);
    expect(lost).toMatchObject([{ reason: 'nothing came, not even the answer of a ping' }]);
    await until('the end of the socket', () => venue.connected === 0);
    timers.advance(retryMinMs);
    await connected(2);
  });

  test('answering pings and sending nothing, after the silence that the mapping allows', async () => {
    open({ silenceMs: 20_000 });
    await connected(1);
    for (let count = 1; count <= 9; count += 1) {
      timers.advance(2_000);
      await until('an answered ping', () => venue.pings === count && pongs === count);
    }
    timers.advance(1_999);
    expect(lost).toEqual([]);
    timers.advance(1);
    expect(lost).toMatchObject([{ reason: 'no frame came for 20000 ms' }]);
  });
});

describe('R-MKT-27 a venue may not', () => {
  test('send more than the bound in a frame, which ends the connection', async () => {
    open({ frameBytesMax: 1_024 });
    await connected(1);
    venue.send('x'.repeat(1_024));
    await until('a frame', () => frames.length === 1);
    venue.send('x'.repeat(1_025));
    await lostTimes(1);
    expect(lost[0]?.reason).toMatch(/Max payload size exceeded/);
    expect(frames).toHaveLength(1);
  });

  test('send binary frames, which are counted', async () => {
    open();
    await connected(1);
    venue.sendBinary(Buffer.from(JSON.stringify(quoteFrame('BTC-USD', '1', '2', 3))));
    await until('a binary frame', () => binaries === 1);
    expect(frames).toEqual([]);
  });

  test('redirect', async () => {
    const other = await FakeVenue.start();
    venue.redirectTo = other.url;
    open();
    await lostTimes(1);
    expect(lost[0]?.reason).toBe('Unexpected server response: 302');
    expect(other.sessions).toBe(0);
    await other.stop();
  });

  test('have a certificate that nobody vouches for', async () => {
    const folder = scratchFolder('candor-venue-tls-');
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject],
      {
        stdio: 'ignore',
      },
    );
    const sealed = await FakeVenue.start({ tls: { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } });
    open({ url: `wss://localhost:${sealed.port}/` });
    await lostTimes(1);
    expect(lost[0]?.reason).toMatch(/self.signed certificate/);
    expect(sealed.sessions).toBe(0);
    await sealed.stop();
  });
});
