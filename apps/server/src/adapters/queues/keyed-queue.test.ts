import { expect, it } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

it('work of one key runs in sequence, also after a failure; other keys run concurrently', async () => {
  const queue = new KeyedQueue();
  const finished: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const first = queue.run('ada', async () => {
    await held;
    finished.push('first');
    throw new Error('refused');
  });
  const second = queue.run('ada', async () => void finished.push('second'));
  await queue.run('bob', async () => void finished.push('other'));
  expect(finished).toEqual(['other']);
  release();
  await expect(first).rejects.toThrow('refused');
  await second;
  expect(finished).toEqual(['other', 'first', 'second']);
});
