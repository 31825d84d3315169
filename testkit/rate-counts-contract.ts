import { expect, test } from 'vitest';
import type { OpenRateCounts } from '../apps/server/src/ports/guards.ts';

/** A store of counts under test: at most 100 keys a subject, and its time. */
export interface CountsUnderTest {
  readonly open: OpenRateCounts;
  /** Lets time pass for every count. */
  pass(milliseconds: number): Promise<void>;
  /** Enforces the bound of keys. */
  sweep(): Promise<void>;
}

/** Tests that hold for every store of counts; `start` makes an empty one. */
export function testRateCounts(start: () => Promise<CountsUnderTest>): void {
  test('R-SES-23 a count is kept for a window that starts with the first one, and can be subtracted', async () => {
    const { open, pass } = await start();
    const counts = open('wrong', 60_000);
    expect([await counts.count('a'), await counts.add('a'), await counts.add('a')]).toEqual([0, 1, 2]);
    await counts.takeBack('a');
    expect(await counts.count('a')).toBe(1);
    await counts.takeBack('a');
    await counts.takeBack('a');
    expect(await counts.add('a')).toBe(1);
    await pass(50_000);
    expect(await counts.add('a')).toBe(2);
    await pass(10_001);
    expect([await counts.count('a'), await counts.add('a')]).toEqual([0, 1]);
    await counts.clear('a');
    expect(await counts.count('a')).toBe(0);
    await counts.takeBack('never counted');
    expect(await counts.count('never counted')).toBe(0);
  });

  test('R-SES-23 concurrent counts get distinct numbers, and subjects share no keys', async () => {
    const { open } = await start();
    const [one, other] = [open('one', 60_000), open('other', 60_000)];
    const numbers = await Promise.all(Array.from({ length: 50 }, () => one.add('a')));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    expect(await other.count('a')).toBe(0);
  });

  test('R-SES-23 the number of keys is bounded: the key counted longest ago is evicted', async () => {
    const { open, sweep } = await start();
    const counts = open('wrong', 60_000);
    const other = open('other', 60_000);
    await other.add('kept');
    for (let at = 0; at < 100; at += 1) await counts.add(`key ${at}`);
    await counts.add('key 0');
    await counts.add('one more');
    await sweep();
    expect([await counts.count('key 0'), await counts.count('key 1'), await counts.count('key 2')]).toEqual([2, 0, 1]);
    expect(await other.count('kept')).toBe(1);
  });
}
