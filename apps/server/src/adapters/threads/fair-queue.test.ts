import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const limits = { totalMax: 10, perCallerMax: 4, runningPerCaller: 1 };

test('R-SEC-33 places go round the callers: who asks for much waits behind their own jobs', () => {
  const queue = new FairQueue<string>(limits);
  for (const job of ['a1', 'a2', 'a3']) queue.add('a', job);
  queue.add('b', 'b1');
  expect(queue.take()?.job).toBe('a1');
  expect(queue.take()?.job).toBe('b1');
  // Each of them has one running.
  expect(queue.take()).toBeNull();
  queue.done('a');
  queue.add('c', 'c1');
  expect([queue.take()?.job, queue.take()?.job]).toEqual(['a2', 'c1']);
});

test('R-SEC-33 waiting is bounded by caller and in all, and a job that left makes room', () => {
  const queue = new FairQueue<number>(limits);
  expect([1, 2, 3, 4, 5].map((job) => queue.add('a', job))).toEqual([true, true, true, true, false]);
  expect([6, 7, 8, 9].map((job) => queue.add('b', job))).toEqual([true, true, true, true]);
  expect([10, 11, 12].map((job) => queue.add('c', job))).toEqual([true, true, false]);
  expect([queue.remove('a', 2), queue.remove('a', 2), queue.waiting]).toEqual([true, false, 9]);
  expect(queue.add('c', 12)).toBe(true);
});
