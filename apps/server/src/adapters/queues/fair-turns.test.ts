import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

/** A queue with one worker, whose work ends when the test says so. */
function started(waitingMax = 64) {
  const queue = new FairTurns({ atOnceMax: 1, waitingMax }, () => new Error('busy'));
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const add = (caller: string) =>
    queue.run(caller, () => {
      order.push(caller);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const drain = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { queue, order, add, drain };
}

test('R-SES-15 callers take turns: a single call waits for one of each caller, not for the whole queue', async () => {
  const { order, add, drain } = started();
  const all = [...Array.from({ length: 20 }, () => add('flood')), add('trader'), add('other')];
  await drain();
  await Promise.all(all);
  expect(order.slice(0, 4)).toEqual(['flood', 'trader', 'other', 'flood']);
  expect(order).toHaveLength(22);
});

test('R-SES-15 a full queue makes room for a caller with fewer calls, at the cost of the one with the most', async () => {
  const { queue, order, add, drain } = started(10);
  const flood = Array.from({ length: 15 }, () =>
    add('flood').then(
      () => 'done',
      (error: Error) => error.message,
    ),
  );
  const trader = add('trader').then(() => 'done');
  expect(queue.load).toBe(1);
  await drain();
  expect(await trader).toBe('done');
  expect((await Promise.all(flood)).filter((end) => end === 'busy')).toHaveLength(5);
  expect(order).toHaveLength(11);
  expect(queue.load).toBe(0);
});

test('failed work frees its place', async () => {
  const { queue } = started(1);
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run('b', () => Promise.resolve(7))).toBe(7);
});
