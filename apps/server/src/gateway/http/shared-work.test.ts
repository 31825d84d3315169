import { expect, test } from 'vitest';
import { SharedWork } from './shared-work.ts';

function begin() {
  let finish: (result: string) => void = () => {};
  let signal: AbortSignal | null = null;
  const work = new SharedWork<string>((given) => {
    signal = given;
    return new Promise((resolve, reject) => {
      finish = resolve;
      given.addEventListener('abort', () => reject(new Error('ended')));
    });
  });
  return { work, finish: (result: string) => finish(result), isAborted: () => signal?.aborted };
}

const ended = { name: 'WorkEndedError' };

test('R-SEC-33 shared work continues while one caller waits, and ends with the last', async () => {
  const { work, isAborted } = begin();
  const callers = [new AbortController(), new AbortController()] as const;
  const waits = callers.map(({ signal }) => work.wait(signal));
  callers[0].abort();
  await expect(waits[0]).rejects.toMatchObject(ended);
  expect([isAborted(), work.isEnded]).toEqual([false, false]);
  callers[1].abort();
  await expect(waits[1]).rejects.toMatchObject(ended);
  expect([isAborted(), work.isEnded]).toEqual([true, true]);
});

test('R-SEC-33 all callers get the same result, also after it is ready', async () => {
  const { work, finish, isAborted } = begin();
  const stay = new AbortController().signal;
  const waits = [work.wait(stay), work.wait(stay)];
  finish('made');
  expect(await Promise.all(waits)).toEqual(['made', 'made']);
  expect(await work.wait(stay)).toBe('made');
  expect([work.isDone, isAborted()]).toEqual([true, false]);
});

test('R-SEC-33 a caller that has already left ends work without other callers', async () => {
  const { work } = begin();
  await expect(work.wait(AbortSignal.abort())).rejects.toMatchObject(ended);
  expect(work.isEnded).toBe(true);
});
