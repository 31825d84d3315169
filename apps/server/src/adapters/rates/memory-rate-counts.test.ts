import { beforeEach, expect, test } from 'vitest';
import { memoryRateCounts } from './memory-rate-counts.ts';

const clock = { now: 0, nowMs: () => clock.now, monotonicMs: () => clock.now };

beforeEach(() => {
  clock.now = 5_000;
});

test('R-SES-23 a count is kept for a window that starts with the first one, and can be subtracted', async () => {
  const counts = memoryRateCounts(clock)('wrong', 1_000);
  expect([await counts.count('a'), await counts.add('a'), await counts.add('a')]).toEqual([0, 1, 2]);
  await counts.takeBack('a');
  expect(await counts.count('a')).toBe(1);
  await counts.takeBack('a');
  await counts.takeBack('a');
  expect(await counts.add('a')).toBe(1);
  clock.now += 999;
  expect(await counts.add('a')).toBe(2);
  clock.now += 1;
  expect([await counts.count('a'), await counts.add('a')]).toEqual([0, 1]);
  await counts.clear('a');
  expect(await counts.count('a')).toBe(0);
});

test('R-SES-23 concurrent counts get distinct numbers, and subjects share no keys', async () => {
  const open = memoryRateCounts(clock);
  const [one, other] = [open('one', 1_000), open('other', 1_000)];
  const numbers = await Promise.all(Array.from({ length: 50 }, () => one.add('a')));
  expect(new Set(numbers).size).toBe(50);
  expect(await other.count('a')).toBe(0);
});

test('R-SES-23 the number of keys is bounded: the key counted longest ago is evicted', async () => {
  const counts = memoryRateCounts(clock, 100)('wrong', 1_000);
  for (let at = 0; at < 100; at += 1) await counts.add(`key ${at}`);
  await counts.add('key 0');
  await counts.add('one more');
  expect([await counts.count('key 0'), await counts.count('key 1'), await counts.count('key 2')]).toEqual([2, 0, 1]);
});
