import { expect, test } from 'vitest';
import { FairQueue, type FairQueueLimits } from './fair-queue.ts';

const limits: FairQueueLimits = { totalMax: 10, perCallerMax: 4, runningMax: [1, 1] };

function createQueue<Job>(own: Partial<FairQueueLimits> = {}) {
  const refused: Job[] = [];
  const queue = new FairQueue<Job>({ ...limits, ...own }, (job) => refused.push(job));
  return { queue, refused };
}

test("R-SEC-33 callers take turns: a caller's job waits for the caller's earlier jobs", () => {
  const { queue } = createQueue<string>();
  for (const job of ['a1', 'a2', 'a3']) queue.add(['a'], job);
  queue.add(['b'], 'b1');
  expect(queue.take()?.job).toBe('a1');
  expect(queue.take()?.job).toBe('b1');
  // Each caller has one running.
  expect(queue.take()).toBeNull();
  queue.done(['a']);
  queue.add(['c'], 'c1');
  expect([queue.take()?.job, queue.take()?.job]).toEqual(['a2', 'c1']);
});

test('R-SEC-33 networks take turns first, then the callers of each', () => {
  const { queue } = createQueue<string>({ runningMax: [9, 9] });
  for (const job of ['n1', 'n2', 'n3', 'n4']) queue.add(['n', job], job);
  queue.add(['n', 'n1'], 'n1 again');
  queue.add(['m', 'm1'], 'm1');
  const taken = Array.from({ length: 6 }, () => queue.take()?.job);
  expect(taken).toEqual(['n1', 'm1', 'n2', 'n3', 'n4', 'n1 again']);
  expect(queue.take()).toBeNull();
});

test("R-SEC-33 a network's running jobs are bounded, for any number of callers", () => {
  const { queue } = createQueue<string>({ runningMax: [2, 1] });
  for (const job of ['n1', 'n2', 'n3']) queue.add(['n', job], job);
  queue.add(['m', 'm1'], 'm1');
  expect([queue.take()?.job, queue.take()?.job, queue.take()?.job, queue.take()]).toEqual(['n1', 'm1', 'n2', null]);
  queue.done(['n', 'n1']);
  expect(queue.take()).toEqual({ path: ['n', 'n3'], job: 'n3' });
});

test('R-SEC-33 waiting is bounded per caller and in total, and a removed job frees its place', () => {
  const { queue, refused } = createQueue<number>();
  expect([1, 2, 3, 4, 5].map((job) => queue.add(['a'], job))).toEqual([true, true, true, true, false]);
  expect([6, 7, 8, 9].map((job) => queue.add(['b'], job))).toEqual([true, true, true, true]);
  expect([10, 11].map((job) => queue.add(['c'], job))).toEqual([true, true]);
  expect([queue.remove(['a'], 2), queue.remove(['a'], 2), queue.waiting]).toEqual([true, false, 9]);
  expect(queue.add(['c'], 12)).toBe(true);
  expect([queue.waiting, refused]).toEqual([10, []]);
});

test('R-SEC-33 six callers who fill the queue block nobody: the longest lane loses its newest job', () => {
  const { queue, refused } = createQueue<string>({ totalMax: 24, perCallerMax: 40 });
  for (let at = 0; at < 24; at += 1) queue.add([`flood ${at % 6}`], `flood ${at % 6}, ${Math.floor(at / 6)}`);
  expect(queue.add(['flood 0'], 'more')).toBe(false);
  expect(queue.add(['trader'], 't1')).toBe(true);
  expect(queue.add(['trader'], 't2')).toBe(true);
  expect(refused).toEqual(['flood 0, 3', 'flood 1, 3']);
  expect(queue.waiting).toBe(24);
  const taken = Array.from({ length: 7 }, () => queue.take()?.job);
  expect(taken).toContain('t1');
});

test('R-SEC-33 a network with 26 users blocks neither other networks nor its own users', () => {
  const { queue, refused } = createQueue<string>({ totalMax: 64, perCallerMax: 3 });
  const flood = Array.from({ length: 26 * 3 }, (_, at) => queue.add(['flood', `demo ${at % 26}`], `${at}`));
  expect(flood.filter(Boolean)).toHaveLength(64);
  expect(queue.add(['home', 'trader'], 'statement')).toBe(true);
  expect(queue.add(['flood', 'neighbour'], 'statement')).toBe(true);
  expect([queue.waiting, refused.length]).toEqual([64, 2]);
  expect([queue.take()?.job, queue.take()?.job]).toEqual(['0', 'statement']);
});

test('R-SEC-33 counts of waiting and running jobs stay correct, and no empty lane remains', () => {
  const { queue, refused } = createQueue<number>({ totalMax: 12, perCallerMax: 3, runningMax: [3, 2] });
  const running: (readonly string[])[] = [];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  let added = 0;
  let taken = 0;
  for (let step = 0; step < 5_000; step += 1) {
    if (random(3) > 0) added += Number(queue.add([`n${random(5)}`, `u${random(4)}`], step));
    const next = random(2) === 0 ? queue.take() : null;
    if (next !== null) {
      taken += 1;
      running.push(next.path);
    }
    if (running.length > 2) queue.done(running.splice(random(running.length), 1)[0] ?? []);
    expect(queue.waiting).toBe(added - taken - refused.length);
  }
  expect(refused.length).toBeGreaterThan(0);
  for (;;) {
    const next = queue.take();
    if (next !== null) running.push(next.path);
    const path = running.shift();
    if (path === undefined) break;
    queue.done(path);
  }
  expect([queue.waiting, queue.lanes]).toEqual([0, 0]);
});
