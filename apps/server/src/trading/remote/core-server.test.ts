import type { AccountId } from '@candor/domain/values/ids';
import { expect, test, vi } from 'vitest';
import { CoreBench } from '../../../../../testkit/core-bench.ts';
import type { LineServer } from '../../ports/lines.ts';
import type { DecidedEntry, StoredBatch } from '../../ports/trading-port.ts';
import type { TradingCore } from '../trading-core.ts';
import { serveCore } from './core-server.ts';
import { type CoreStatus, fromBody, fromPush, toPushes, topics } from './core-wire.ts';

const accountId = 7 as AccountId;

/** A server of a line that keeps the stored entries that it was given to push. */
function recordPushes() {
  const pushed: Uint8Array[] = [];
  const line = { isFollowed: false, pushed };
  const server: LineServer = {
    peer: { instance: 'test', rank: 1 },
    isBrokerAway: false,
    answer: () => undefined,
    publish: (topic, body) => topic === topics.stored && pushed.push(body),
    isFollowed: () => line.isFollowed,
    close: async () => undefined,
  };
  return { line, server };
}

/** Counts how often a decision, or the text of it, is read from the entries that a core hands out. */
function countReads(core: TradingCore): { readonly counted: TradingCore; readonly reads: Record<string, number> } {
  const reads = { decision: 0, payload: 0 };
  const count = ({ seq, hash, decision, payload = '' }: DecidedEntry): DecidedEntry => ({
    seq,
    hash,
    get decision() {
      reads.decision += 1;
      return decision;
    },
    get payload() {
      reads.payload += 1;
      return payload;
    },
  });
  const followEvents = (follower: (batch: StoredBatch) => void) =>
    core.followEvents((batch) => follower({ ...batch, entries: batch.entries.map(count) }));
  return { counted: Object.create(core, { followEvents: { value: followEvents } }), reads };
}

test('R-RUN-60 stored entries are made into pushes only while another process follows, and never encoded again', async () => {
  const bench = await CoreBench.start();
  const { line, server } = recordPushes();
  const { counted, reads } = countReads(bench.core);
  const stop = serveCore(counted, server, bench);
  await bench.openAccount(bench.core, accountId);
  bench.tick('1.15283', '1.15295');
  await bench.place(bench.core, accountId);
  expect(line.pushed).toEqual([]);
  expect(reads).toEqual({ decision: 0, payload: 0 });

  line.isFollowed = true;
  await bench.place(bench.core, accountId);
  stop();
  expect(reads.decision).toBe(0);
  expect(reads.payload).toBe(1);
  const { committedSeq } = bench.core;
  const [entry] = await bench.journal.read(committedSeq - 1, 1);
  const [push] = line.pushed.map(fromPush);
  expect(push).toMatchObject({ from: committedSeq, to: committedSeq });
  expect(toPushes(push?.entries ?? []).map(String)).toEqual([expect.stringContaining(entry?.payload ?? 'none')]);
});

test('R-SOC-13 a core whose lease has lapsed says that nothing can be stored, also while nobody asks for anything', async () => {
  vi.useFakeTimers();
  try {
    const bench = await CoreBench.start();
    const said: unknown[] = [];
    const { server } = recordPushes();
    const publish = (topic: string, body: Uint8Array) =>
      topic === topics.status && said.push((fromBody(body) as CoreStatus).isStalled);
    const stop = serveCore(bench.core, { ...server, publish }, bench);
    vi.advanceTimersByTime(250);
    bench.lease.isHeld = false;
    vi.advanceTimersByTime(250);
    bench.lease.isHeld = true;
    vi.advanceTimersByTime(250);
    stop();
    expect(said).toEqual([false, true, false]);
  } finally {
    vi.useRealTimers();
  }
});
