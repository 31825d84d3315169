import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnavailableError } from '../ports/journal.ts';
import type { DecidedEntry } from '../ports/trading-port.ts';
import { encodeDecision } from '../trading/codec.ts';
import { HandedEntries, WaitingEntries } from './handed-entries.ts';
import { type ProjectorNews, type ProjectorOrder, ThreadProjector } from './thread-projector.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A projector whose thread does what the test says. */
function world() {
  const orders: ProjectorOrder[] = [];
  const moved: (readonly ArrayBuffer[])[] = [];
  const errors: string[] = [];
  let tell: (news: ProjectorNews) => void = () => undefined;
  let end: (error: Error) => void = () => undefined;
  let closed = 0;
  const projector = new ThreadProjector({
    openThread(onNews, onEnded) {
      tell = onNews;
      end = onEnded;
      return {
        post(order, buffers = []) {
          orders.push(order);
          moved.push(buffers);
        },
        close: () => {
          closed += 1;
          return Promise.resolve();
        },
      };
    },
    clock: { monotonicMs: () => performance.now() },
    onError: (error) => void errors.push(error.message),
  });
  return {
    projector,
    orders,
    moved,
    errors,
    at: (seq: number, isFailing = false) => tell({ kind: 'at', seq, isFailing }),
    tell: (news: ProjectorNews) => tell(news),
    die: (reason: string) => end(new Error(reason)),
    closed: () => closed,
  };
}

test('R-SEC-33 any number of stored batches costs one message for each batch of the thread', () => {
  const { projector, orders, at } = world();
  for (let seq = 1; seq <= 100; seq += 1) projector.wake(seq);
  expect(orders).toEqual([]);
  at(0);
  for (let seq = 101; seq <= 2_000; seq += 1) projector.wake(seq);
  expect(orders).toEqual([{ kind: 'wake', seq: 100, handed: [] }]);
  at(50);
  expect(orders).toHaveLength(1);
  at(100);
  expect(orders.slice(1)).toEqual([{ kind: 'wake', seq: 2_000, handed: [] }]);
  at(2_000);
  expect(orders).toHaveLength(2);
});

const refused = { kind: 'refused', refusal: 'no-quote' } as unknown as DecidedEntry['decision'];

function entry(seq: number, payload = encodeDecision(refused)): DecidedEntry {
  return { seq, hash: Buffer.alloc(32, seq % 256), decision: refused, payload };
}

/** Sequences of the entries that messages handed over. */
function handedIn(orders: readonly ProjectorOrder[]): number[] {
  const handed = new HandedEntries();
  for (const order of orders) if (order.kind === 'wake') handed.take(order.handed);
  const found: number[] = [];
  for (let first = handed.firstAfter(0); first !== null; first = handed.firstAfter(found.at(-1) ?? 0))
    found.push(...handed.after(first - 1, 1_000).map(({ seq }) => seq));
  return found;
}

test('R-LED-25 entries stored while the thread is busy are handed over once, in one message and with their memory', () => {
  const { projector, orders, moved, at } = world();
  at(0);
  projector.wake(1, [entry(1)]);
  projector.wake(3, [entry(2), entry(3)]);
  projector.wake(4, [entry(4)]);
  expect(handedIn(orders)).toEqual([1]);
  at(1);
  expect(orders).toHaveLength(2);
  expect(handedIn(orders)).toEqual([1, 2, 3, 4]);
  expect(moved.map((buffers) => buffers.length)).toEqual([1, 2]);
});

test('R-LED-25 the number of pieces handed over grows neither with the batches nor with the thread’s delay', () => {
  const { projector, orders, moved, at } = world();
  at(0);
  projector.wake(1, [entry(1)]);
  for (let seq = 2; seq <= 20_000; seq += 1) projector.wake(seq, [entry(seq)]);
  at(1);
  expect(handedIn(orders)).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));
  expect(moved.at(-1)?.length).toBeLessThan(30);
});

test('R-LED-25 handed entries are taken out piece by piece, and those that are read already are dropped', () => {
  const handed = new HandedEntries();
  const waiting = new WaitingEntries();
  // Every second entry is missing: each one is a piece of its own.
  for (let seq = 1; seq < 200; seq += 2) waiting.add([entry(seq)]);
  expect(waiting.bytes).toBeGreaterThan(0);
  const pieces = waiting.take();
  expect([pieces.length, waiting.bytes, waiting.take()]).toEqual([100, 0, []]);
  handed.take(pieces);
  expect(handed.after(1, 10)).toEqual([]);
  expect(handed.after(2, 10).map(({ seq }) => seq)).toEqual([3]);
  expect(handed.firstAfter(100)).toBe(101);
  expect(handed.after(98, 10)).toEqual([]);
  expect(handed.firstAfter(199)).toBeNull();
});

test('R-LED-25 entries handed to a slow thread are bounded, and those of another process are read from the journal', () => {
  const { projector, orders, at } = world();
  at(0);
  projector.wake(1, [entry(1)]);
  const long = JSON.stringify('x'.repeat(2 ** 20));
  for (let seq = 2; seq <= 12; seq += 1) projector.wake(seq, [entry(seq, long)]);
  at(1);
  expect(handedIn(orders)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  projector.wake(13, [entry(13)]);
  const { payload: _, ...remote } = entry(14);
  projector.wake(14, [remote]);
  at(12);
  expect(handedIn(orders)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 13]);
});

test('a reader waits until the tables hold its entry, and hurries the thread once', async () => {
  const { projector, orders, at } = world();
  at(5);
  await projector.caughtUp(5);
  const waits = [projector.caughtUp(7), projector.caughtUp(7), projector.caughtUp(6)];
  expect(orders).toEqual([
    { kind: 'wake', seq: 7, handed: [] },
    { kind: 'want', seq: 7 },
  ]);
  let isSettled = false;
  void Promise.all(waits).then(() => (isSettled = true));
  at(6);
  await vi.advanceTimersByTimeAsync(0);
  expect(isSettled).toBe(false);
  at(7);
  await Promise.all(waits);
  expect(vi.getTimerCount()).toBe(0);
});

test('R-LED-25 a reader waits 10 s for tables that do not advance and 30 s for others, then is refused', async () => {
  const { projector, at } = world();
  at(5);
  const idle = expect(projector.caughtUp(6)).rejects.toThrow(UnavailableError);
  await vi.advanceTimersByTimeAsync(10_000);
  await idle;

  let refusal: unknown = null;
  void projector.caughtUp(1_000).catch((error: unknown) => (refusal = error));
  for (let second = 1; second < 30; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    at(5 + second);
  }
  expect(refusal).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refusal).toBeInstanceOf(UnavailableError);
});

test('R-RUN-04 a dead thread is reported, and the next one is notified of all entries', async () => {
  const { projector, orders, errors, at, die } = world();
  at(5);
  projector.wake(20);
  const wait = projector.caughtUp(15);
  orders.length = 0;
  die('out of memory');
  expect(projector.isFailing).toBe(true);
  expect(errors).toEqual(['out of memory']);
  projector.wake(30);
  expect(orders).toEqual([]);
  at(10);
  expect(projector.isFailing).toBe(false);
  expect(orders).toContainEqual({ kind: 'wake', seq: 30, handed: [] });
  expect(orders).toContainEqual({ kind: 'want', seq: 15 });
  at(30);
  await wait;
});

test('R-RUN-04 failing writes and a thread without progress for 30 s are reported', async () => {
  const { projector, errors, at, tell } = world();
  at(5);
  tell({ kind: 'failed', reason: 'disk full' });
  expect(projector.isFailing).toBe(true);
  expect(errors).toEqual(['disk full']);
  at(5, true);
  expect(projector.isFailing).toBe(true);
  at(6);
  expect(projector.isFailing).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  projector.wake(7);
  expect(projector.isFailing).toBe(false);
  await vi.advanceTimersByTimeAsync(30_001);
  expect(projector.isFailing).toBe(true);
  at(7);
  expect(projector.isFailing).toBe(false);
});

test('a stop waits for the thread’s last batch, but not for a dead or hanging thread', async () => {
  const orderly = world();
  orderly.at(1);
  const stopped = orderly.projector.stop();
  expect(orderly.orders).toEqual([{ kind: 'stop' }]);
  expect(orderly.closed()).toBe(0);
  orderly.tell({ kind: 'stopped' });
  await stopped;
  await orderly.projector.stop();
  expect(orderly.closed()).toBe(1);

  const hanging = world();
  hanging.at(1);
  const ended = hanging.projector.stop();
  await vi.advanceTimersByTimeAsync(6_000);
  await ended;

  const dead = world();
  dead.die('crashed');
  await dead.projector.stop();
  expect(dead.closed()).toBe(1);
});
