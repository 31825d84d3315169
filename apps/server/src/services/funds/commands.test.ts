import { expect, it } from 'vitest';
import { InTurn } from './commands.ts';

it('runs the work of one key one after another, also after a failure, and other keys beside it', async () => {
  const turns = new InTurn();
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
