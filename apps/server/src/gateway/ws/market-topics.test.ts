import type { Duplex } from 'node:stream';
import type { DayMarketLine } from '@candor/contracts/ws/messages';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type HandFeed, startHandMarket } from '../../../../../testkit/hand-feed.ts';
import type { ShownBlock } from '../../ports/offers.ts';
import type { RunningMarket } from '../../services/market/create-market.ts';
import { MarketTopics } from './market-topics.ts';
import { socketLimits } from './socket-limits.ts';
import { SocketPeer } from './socket-peer.ts';

const start = Date.parse('2026-11-18T13:00:00Z');
let skewMs = 0;
const clock = { nowMs: () => start, monotonicMs: () => performance.now() + skewMs };

/** A reader whose unread bytes the test sets. */
function makePeer(companyId: CompanyId | null = null) {
  const socket = {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    ended: [] as string[],
    send: (text: string) => sent.push(text),
    close: (code: number) => socket.ended.push(String(code)),
    terminate: () => socket.ended.push('terminated'),
  };
  const sent: string[] = [];
  const frames: Buffer[] = [];
  const wire = { write: (frame: Buffer) => frames.push(frame) };
  const peer = new SocketPeer(socket as unknown as WebSocket, wire as unknown as Duplex, socketLimits, companyId);
  const lastLines = () => JSON.parse(String(frames.at(-1)?.subarray(4))).params as DayMarketLine[];
  return { socket, peer, frames, sent, lastLines };
}

let running: RunningMarket & { feed: HandFeed };
let topics: MarketTopics;
beforeEach(async () => {
  skewMs = 0;
  running = await startHandMarket([1, 2], clock);
  topics = new MarketTopics(running.market, 1_000_000);
});
afterEach(async () => {
  topics.stop();
  await running.stop();
});

describe('slow readers (R-SOC-09)', () => {
  it('skip quotes while they are behind, then get the latest of each at once', () => {
    running.feed.quote(1, 115_283, 115_295, start);
    running.feed.quote(2, 130_678, 130_694, start);
    const [slow, fast] = [makePeer(), makePeer()];
    topics.watchDay(slow.peer, null);
    topics.watchDay(fast.peer, null);
    topics.flush();
    slow.socket.bufferedAmount = socketLimits.skipAboveBytes + 1;
    running.feed.quote(1, 115_290, 115_302, start + 1);
    topics.flush();
    expect(slow.frames).toHaveLength(1);
    expect(fast.frames).toHaveLength(2);
    slow.socket.bufferedAmount = 0;
    running.feed.quote(2, 130_680, 130_696, start + 2);
    topics.flush();
    expect(slow.lastLines().map(({ Id, Bid }) => [Id, Bid])).toEqual([
      [1, '1.15290'],
      [2, '1.30680'],
    ]);
    expect(fast.lastLines().map(({ Id }) => Id)).toEqual([2]);
  });

  it('share one frame if they watch everything', () => {
    running.feed.quote(1, 115_283, 115_295, start);
    const [left, right] = [makePeer(), makePeer()];
    topics.watchDay(left.peer, null);
    topics.watchDay(right.peer, null);
    topics.flush();
    expect(left.frames[0]).toBe(right.frames[0]);
  });

  it('are closed if they buffer too much or stay behind too long', () => {
    const { socket, peer } = makePeer();
    expect(peer.isStuck(0)).toBe(false);
    socket.bufferedAmount = socketLimits.skipAboveBytes + 1;
    expect(peer.isStuck(100)).toBe(false);
    expect(peer.isStuck(100 + socketLimits.stuckMs)).toBe(true);
    socket.bufferedAmount = 0;
    expect(peer.isStuck(10_000)).toBe(false);
    socket.bufferedAmount = socketLimits.cutAboveBytes + 1;
    expect(peer.isStuck(10_001)).toBe(true);
    peer.cut(1013, 'too slow');
    expect(socket.ended).toEqual(['1013', 'terminated']);
  });

  it('are removed when they close', () => {
    const { peer, frames } = makePeer();
    topics.watchDay(peer, null);
    topics.watchKline(peer, running.market.entries[0]?.spec.id ?? (1 as never), '1min');
    topics.forget(peer);
    running.feed.quote(1, 115_283, 115_295, start);
    topics.flush();
    expect(frames).toEqual([]);
  });
});

describe('lines that go stale without a quote (R-MKT-07)', () => {
  const stale = ({ lastLines }: ReturnType<typeof makePeer>) => lastLines().map(({ Id, Stale }) => [Id, Stale]);
  const stateCheck = () =>
    new Promise<void>((resolve) => {
      const stop = running.market.onStateCheck(() => {
        stop();
        resolve();
      });
    });

  it('are sent if they were fresh in a snapshot before the first comparison', async () => {
    running.feed.quote(1, 115_283, 115_295, start);
    const client = makePeer();
    topics.watchDay(client.peer, [1 as InstrumentId]);
    topics.flush();
    skewMs = 60_000;
    await stateCheck();
    topics.flush();
    expect(stale(client)).toEqual([[1, true]]);
  });

  it('are sent if they were fresh in a flush before the first comparison', async () => {
    const client = makePeer();
    topics.watchDay(client.peer, [1 as InstrumentId]);
    running.feed.quote(1, 115_283, 115_295, start);
    topics.flush();
    skewMs = 60_000;
    await stateCheck();
    topics.flush();
    expect(stale(client)).toEqual([[1, true]]);
  });

  it('are sent to the sockets before them when a new snapshot shows the change first', async () => {
    running.feed.quote(1, 115_283, 115_295, start);
    const [early, late] = [makePeer(), makePeer()];
    topics.watchDay(early.peer, null);
    topics.flush();
    skewMs = 60_000;
    topics.watchDay(late.peer, null);
    topics.flush();
    expect(stale(early)).toEqual([[1, true]]);
  });
});

describe('instruments whose openings a company blocks (R-OPS-52)', () => {
  it('are sent to its own clients without a quote, and to nobody else', async () => {
    const [own, other] = [7, 8].map((id) => id as CompanyId);
    const blocks = new Map<InstrumentId, ShownBlock>();
    const openingBlocks = () => new Map(blocks.size === 0 ? [] : [[own as CompanyId, new Map(blocks)]]);
    topics.stop();
    topics = new MarketTopics(running.market, 1_000_000, { openingBlocks });
    running.feed.quote(1, 115_283, 115_295, start);
    running.feed.quote(2, 130_678, 130_694, start);
    const [ours, theirs, stranger, some] = [makePeer(own), makePeer(other), makePeer(), makePeer(own)];
    for (const { peer } of [ours, theirs, stranger]) topics.watchDay(peer, null);
    topics.watchDay(some.peer, [1 as InstrumentId]);
    topics.flush();
    const shown = ({ lastLines }: ReturnType<typeof makePeer>) =>
      lastLines().map(({ Id, MarketStatus, Halted }) => [Id, MarketStatus, Halted]);
    const seen = async () => {
      await new Promise<void>((resolve) => {
        const stop = running.market.onStateCheck(() => {
          stop();
          resolve();
        });
      });
      topics.flush();
      return [ours, theirs, stranger, some].map(shown);
    };
    blocks.set(1 as InstrumentId, 'halted');
    const free = [[1, 1, false]];
    expect(await seen()).toEqual([[[1, 1, true]], free, free, [[1, 1, true]]]);
    expect(theirs?.frames.at(-1)).toBe(stranger?.frames.at(-1));
    blocks.set(1 as InstrumentId, 'closed');
    expect(await seen()).toEqual([[[1, 0, false]], free, free, [[1, 0, false]]]);
    blocks.clear();
    expect(await seen()).toEqual([free, free, free, free]);
    expect(ours?.frames.at(-1)).toBe(theirs?.frames.at(-1));
  });
});
