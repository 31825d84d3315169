import { expect, it } from 'vitest';
import { KeyedQueue } from './commands.ts';

it('work of one key runs in sequence, also after a failure; other keys run concurrently', async () => {
  const turns = new KeyedQueue();
  const told: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const first = turns.run('ada', async () => {
    await held;
    told.push('first');
    throw new Error('refused');
  });
  const second = turns.run('ada', async () => void told.push('second'));
  await turns.run('bob', async () => void told.push('other'));
  expect(told).toEqual(['other']);
  release();
  await expect(first).rejects.toThrow('refused');
  await second;
  expect(told).toEqual(['other', 'first', 'second']);
});
