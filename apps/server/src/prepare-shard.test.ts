import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShardPreparation } from './prepare-shard.ts';

let done: string[];
let errors: string[];
let isDone: boolean;
let failures: number;
beforeEach(() => {
  [done, errors, isDone, failures] = [[], [], true, 0];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const opened = { name: 'ports' };

function create() {
  return new ShardPreparation<typeof opened>({
    isDone: async () => isDone,
    async open() {
      done.push('open');
      return opened;
    },
    async migrate() {
      failures -= 1;
      if (failures >= 0) throw new Error('the database does not answer');
      done.push('migrate');
    },
    async found() {
      done.push('found');
    },
    onError: (error) => errors.push(error.message),
  });
}

test('R-LED-44 a standby on a prepared database leads without that work, and does it once it serves', async () => {
  const preparation = create();
  await preparation.look();
  expect(done).toEqual(['open']);
  expect(await preparation.lead()).toBe(opened);
  expect(done).toEqual(['open']);
  preparation.serve();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['open', 'migrate', 'found']);
});

test('R-LED-44 the first leader prepares the database before it serves, and once', async () => {
  isDone = false;
  const preparation = create();
  await preparation.look();
  expect(done).toEqual([]);
  expect(await preparation.lead()).toBe(opened);
  preparation.serve();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['migrate', 'open', 'found']);
});

test('R-LED-44 a standby that began to wait before the database was prepared opens everything at a later look', async () => {
  isDone = false;
  const preparation = create();
  await preparation.look();
  isDone = true;
  await Promise.all([preparation.look(), preparation.look()]);
  await preparation.look();
  expect(done).toEqual(['open']);
});

test('R-LED-44 work after the start that fails is reported and tried again until it succeeds or the program stops', async () => {
  failures = 2;
  const preparation = create();
  await preparation.look();
  await preparation.lead();
  const stop = preparation.serve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(errors).toEqual(['the database does not answer', 'the database does not answer']);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['open']);
  failures = 1;
  preparation.serve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(done).toEqual(['open', 'migrate', 'found']);
});
