import { Writable } from 'node:stream';
import type { InstrumentId } from '@candor/domain/values/ids';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type HandFeed, startHandMarket } from '../../../../../testkit/hand-feed.ts';
import type { RunningMarket } from '../../services/market/create-market.ts';
import { toDayLine } from '../market-lines.ts';
import { MarketTopics } from './market-topics.ts';
import { socketLimits } from './socket-limits.ts';
import { SocketPeer } from './socket-peer.ts';

const start = Date.parse('2026-11-18T13:00:00Z');
const clock = { nowMs: () => start, monotonicMs: () => performance.now() };
const [eurusd, gbpusd, usdjpy] = [1, 2, 3] as InstrumentId[] as [InstrumentId, InstrumentId, InstrumentId];

let running: RunningMarket & { feed: HandFeed };
let topics: MarketTopics;
let timeMs = start;
beforeEach(async () => {
  timeMs = start;
  running = await startHandMarket([eurusd, gbpusd, usdjpy], clock);
  topics = new MarketTopics(running.market, 1_000_000);
});
afterEach(async () => {
  vi.restoreAllMocks();
  topics.stop();
  await running.stop();
});

/** A socket that notes what each write to the system contains, and the texts sent to it alone. */
function makeSocket() {
  const writes: Buffer[][] = [];
  const texts: string[] = [];
  const wire = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writes.push([chunk]);
      done();
    },
    writev: (chunks: { chunk: Buffer }[], done) => {
      writes.push(chunks.map(({ chunk }) => chunk));
      done();
    },
  });
  const socket = { readyState: 1, OPEN: 1, bufferedAmount: 0, send: (text: string) => texts.push(text) };
  const peer = new SocketPeer(socket as unknown as WebSocket, wire as never, socketLimits);
  return { peer, socket, writes, texts };
}

/** Moves every price: at first to the ends of the day's range, then within it. */
function quoteAll(): void {
  timeMs += 1;
  const step = [0, 40, 10, 30, 20][(timeMs - start) % 5] as number;
  running.feed.quote(eurusd, 115_283 + step, 115_295 + step, timeMs);
  running.feed.quote(gbpusd, 130_678 + step, 130_694 + step, timeMs);
  running.feed.quote(usdjpy, 157_405 + step, 157_418 + step, timeMs);
}

/** Number of texts that are made of objects while `run` runs. */
function countSerializations(run: () => void): number {
  const spy = vi.spyOn(JSON, 'stringify');
  run();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

const textOf = (frame: Buffer) => frame.subarray(frame[1] === 126 ? 4 : 2).toString();
const typesOf = (frames: readonly Buffer[]) => frames.map((frame) => JSON.parse(textOf(frame)).type as string);

describe('a flush (R-SOC-30)', () => {
  /** Sockets of every kind: of the whole market, of parts of it in two orders, with charts. */
  function addSockets(count: number) {
    const sockets = Array.from({ length: count }, makeSocket);
    for (const [at, { peer }] of sockets.entries()) {
      const parts = [null, [eurusd, usdjpy], [usdjpy, eurusd], [gbpusd]][at % 4] as InstrumentId[] | null;
      topics.watchDay(peer, parts);
      topics.watchKline(peer, eurusd, '1min');
      topics.watchKline(peer, gbpusd, '5min');
    }
    return sockets;
  }

  it('makes each text once, however many sockets there are', () => {
    quoteAll();
    addSockets(8);
    topics.flush();
    quoteAll();
    const few = countSerializations(() => topics.flush());
    addSockets(72);
    topics.flush();
    quoteAll();
    expect(countSerializations(() => topics.flush())).toBe(few);
    // Three quotes and two candles.
    expect(few).toBe(5);
  });

  it('shares one frame between sockets that watch the same instruments', () => {
    const sockets = addSockets(12);
    quoteAll();
    topics.flush();
    const frames = sockets.map(({ writes }) => writes[0]?.[0]);
    // Lines are sent in the order of the changes, so that the order of a subscription makes no difference.
    expect(new Set(frames).size).toBe(3);
    expect(frames[4]).toBe(frames[0]);
    expect(frames[2]).toBe(frames[1]);
    expect(frames[7]).toBe(frames[3]);
  });

  it('writes once to each socket, quotes before candles', () => {
    const sockets = addSockets(8);
    quoteAll();
    topics.flush();
    quoteAll();
    topics.flush();
    for (const { writes } of sockets)
      expect(writes.map(typesOf)).toEqual([
        ['DAY_MARKET', 'KLINE', 'KLINE'],
        ['DAY_MARKET', 'KLINE', 'KLINE'],
      ]);
  });

  it('writes nothing to a socket that is behind or closed, and nothing of it later', () => {
    const [slow, closed] = addSockets(2) as [ReturnType<typeof makeSocket>, ReturnType<typeof makeSocket>];
    slow.socket.bufferedAmount = socketLimits.skipAboveBytes + 1;
    closed.socket.readyState = 3;
    quoteAll();
    topics.flush();
    expect([slow.writes, closed.writes]).toEqual([[], []]);
    slow.socket.bufferedAmount = 0;
    running.feed.quote(usdjpy, 157_500, 157_513, timeMs + 1);
    topics.flush();
    expect(slow.writes.map(typesOf)).toEqual([['DAY_MARKET']]);
    const { params } = JSON.parse(textOf(slow.writes[0]?.[0] as Buffer));
    expect(params).toHaveLength(3);
  });
});

describe('the text of a quote (R-SOC-30)', () => {
  const lines = () => [eurusd, gbpusd, usdjpy].map((id) => toDayLine(running.market, id));
  const snapshot = () => {
    const { peer, texts } = makeSocket();
    topics.watchDay(peer, null);
    return texts[0];
  };

  it('is not made again for new sockets while nothing changes', () => {
    quoteAll();
    snapshot();
    // The frame of a socket's own message is of texts that are made already.
    expect(countSerializations(() => Array.from({ length: 50 }, snapshot))).toBe(0);
  });

  it('is that of the line, in a first message, a flush and after each change', () => {
    const { peer, writes } = makeSocket();
    topics.watchDay(peer, null);
    for (let change = 1; change <= 5; change += 1) {
      quoteAll();
      topics.flush();
      const message = JSON.stringify({ type: 'DAY_MARKET', code: 1, params: lines() });
      expect(textOf(writes.at(-1)?.[0] as Buffer)).toBe(message);
      expect(snapshot()).toBe(message);
    }
  });
});
