import type { InstrumentId } from '@candor/domain/values/ids';
import { toPrice } from '@candor/domain/values/price';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { turns } from '../../../../../testkit/tick-role.ts';
import { until } from '../../../../../testkit/until.ts';
import { type StreamedTick, type TickStatus, tickQuestions } from '../../ports/tick-stream.ts';
import { encodeJson, encodeTicks } from './tick-codec.ts';
import { TickFollower, type TickSink } from './tick-follower.ts';

const eurusd = 1 as InstrumentId;
const logId = 'log';

let followers: TickFollower[] = [];
beforeEach(() => {
  followers = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  for (const follower of followers) await follower.stop();
  vi.useRealTimers();
});

function tickAt(offset: number, confirmedMs: number | null = null): StreamedTick {
  const prices = { bid: toPrice(100_000 + offset), ask: toPrice(100_010 + offset) };
  const quote = { instrumentId: eurusd, seq: offset + 1, ...prices, timeMs: 1_000 + offset, source: 'test' };
  return { offset, quote, confirmedMs, isRestated: false, isRepeat: false };
}

/** A market role whose answers and messages are given by hand, and a follower that keeps the offsets that it takes. */
function follow() {
  const role = {
    run: 'run-1',
    next: 0,
    monotonicMs: 0,
    /** Own time that passes while a status is on its way back. */
    delayMs: 0,
    statuses: 0,
    reads: 0,
    hold: null as Promise<void> | null,
  };
  const clock = { nowMs: 0 };
  const taken: StreamedTick[] = [];
  let next: number | null = null;
  const sink: TickSink = {
    get position() {
      return next === null ? null : { logId, offset: next };
    },
    describe: async () => undefined,
    begin: async () => {
      next = 0;
    },
    take: async (ticks) => {
      taken.push(...ticks);
      next = (ticks.at(-1)?.offset ?? 0) + 1;
    },
    alive: () => undefined,
    renew: () => undefined,
    skip: async () => undefined,
    whenDrained: async () => undefined,
  };
  let onMessage: (body: Uint8Array) => void = () => undefined;
  const statusNow = (): TickStatus => ({
    ...{ logId, run: role.run, first: 0, next: role.next, monotonicMs: role.monotonicMs, isCaughtUp: true },
    feed: { source: 'test', hours: 'always', storeKey: null, instrumentIds: [eurusd] },
    versions: [],
  });
  const line = {
    async ask(name: string, body: Uint8Array) {
      if (name === tickQuestions.status) {
        role.statuses += 1;
        clock.nowMs += role.delayMs;
        return encodeJson(statusNow());
      }
      role.reads += 1;
      const { from } = JSON.parse(Buffer.from(body).toString()) as { from: number };
      const ticks = Array.from({ length: role.next - from }, (_, at) => tickAt(from + at));
      const page = encodeTicks({ logId, run: role.run, isGone: false, from, ticks, end: role.next });
      await role.hold;
      return page;
    },
    follow: (_topic: string, follower: { onMessage: (body: Uint8Array) => void }) => {
      ({ onMessage } = follower);
      return () => undefined;
    },
  };
  const push = (ticks: readonly StreamedTick[], run = role.run) => {
    const from = ticks[0]?.offset ?? role.next;
    onMessage(encodeTicks({ logId, run, from, ticks, alive: null, renewed: [], isCaughtUp: true }));
  };
  const onError = (error: Error) => expect(error).toBeNull();
  const follower = new TickFollower({ line, sink, clock: { monotonicMs: () => clock.nowMs }, onError });
  followers.push(follower);
  const settle = () => turns(3);
  /** Passes a second, in which the status is asked once. */
  const second = async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    await settle();
  };
  return { role, clock, taken, push, follower, settle, second };
}

const offsets = (ticks: readonly StreamedTick[]) => ticks.map(({ offset }) => offset);

test('R-MKT-18 a message of another run of the market role is not taken; it asks for the status of that run first', async () => {
  const { role, taken, push, settle } = follow();
  await settle();
  push([tickAt(0), tickAt(1)]);
  await settle();
  expect(offsets(taken)).toEqual([0, 1]);
  role.next = 2;
  const { statuses } = role;
  // A role that started again, before its status is known, continues at the same offset with another meaning of times.
  push([tickAt(2, 5_000)], 'run-2');
  await settle();
  expect(offsets(taken)).toEqual([0, 1]);
  expect(role.statuses).toBe(statuses + 1);
  // A late message of the run before is not taken either, once the new run is known.
  role.run = 'run-2';
  push([tickAt(2)], 'run-2');
  await settle();
  push([tickAt(2)], 'run-1');
  await settle();
  expect(offsets(taken)).toEqual([0, 1]);
  push([tickAt(2)], 'run-2');
  await settle();
  expect(offsets(taken)).toEqual([0, 1, 2]);
});

test('R-MKT-19 times of the market role are mapped by the fastest of eight answers; of an older one nothing remains', async () => {
  const { role, taken, push, settle, second, clock } = follow();
  await settle();
  const takenMs = async (offset: number) => {
    push([tickAt(offset, 1_000)]);
    await settle();
    return taken.at(-1)?.confirmedMs;
  };
  // Status answers: own time when asked less the role's time is a lower bound of the distance; a slow question lowers it.
  for (const distance of [100, 700, 300]) {
    clock.nowMs = 50_000;
    role.monotonicMs = 50_000 - distance;
    await second();
  }
  expect(await takenMs(0)).toBe(1_700);
  for (let at = 0; at < 7; at += 1) {
    role.monotonicMs = 50_000 - 300;
    await second();
  }
  expect(await takenMs(1)).toBe(1_300);
});

test('R-MKT-18 at most 256 messages wait while ticks are read; beyond it they are dropped and read', async () => {
  const { role, taken, push, settle, second } = follow();
  await settle();
  push([tickAt(0)]);
  await settle();
  let release: () => void = () => undefined;
  role.hold = new Promise((resolve) => {
    release = resolve;
  });
  const start = async (waiting: number) => {
    const [first, { reads }] = [taken.length, role];
    role.next = first + 2;
    await second();
    expect(role.reads).toBe(reads + 1);
    for (let at = 0; at < waiting; at += 1) {
      push([tickAt(role.next)]);
      role.next += 1;
    }
    release();
    await until('every tick', async () => {
      await second();
      return taken.length === role.next;
    });
    return role.reads - reads;
  };
  expect(await start(256)).toBe(1);
  role.hold = new Promise((resolve) => {
    release = resolve;
  });
  expect(await start(257)).toBe(2);
  expect(offsets(taken)).toEqual(Array.from({ length: role.next }, (_, at) => at));
});
