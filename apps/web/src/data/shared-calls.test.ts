import { expect, test } from 'vitest';
import { SharedCalls } from './shared-calls.ts';

test('R-CHT-07 calls with one key share the answer under way, also a failed one; then it is asked for again', async () => {
  const calls = new SharedCalls<number>();
  const asked: string[] = [];
  let fails = false;
  const ask = (key: string) =>
    calls.ask(key, async () => {
      asked.push(key);
      await Promise.resolve();
      if (fails) throw new Error('no answer');
      return asked.length;
    });
  expect(await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])).toEqual([2, 2, 2, 2]);
  expect(asked).toEqual(['a', 'b']);
  fails = true;
  const failed = await Promise.allSettled([ask('a'), ask('a')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await ask('a')).toBe(4);
  expect(asked).toEqual(['a', 'b', 'a', 'a']);
});
