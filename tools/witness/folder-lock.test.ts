import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../testkit/scratch-folder.ts';

interface Lock {
  readonly beat: () => boolean;
  readonly isHeld: () => boolean;
  readonly release: () => void;
}
const { takeLock } = (await import(new URL('folder-lock.mjs', import.meta.url).href)) as {
  readonly takeLock: (folder: string, wait?: () => Promise<void>) => Promise<Lock>;
};
const atOnce = () => Promise.resolve();

test('R-LOG-41 a lock whose holder beats is not taken, whatever process number it has', async () => {
  const folder = scratchFolder('candor-lock-');
  const first = await takeLock(folder, atOnce);
  await expect(takeLock(folder, async () => void first.beat())).rejects.toThrow('Another witness runs on');
  expect(first.isHeld()).toBe(true);
  first.release();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
  expect((await takeLock(folder, atOnce)).isHeld()).toBe(true);
});

test('R-LOG-41 a lock that stays the same is taken over, also an old one with a process number; its holder then ends', async () => {
  const folder = scratchFolder('candor-lock-');
  writeFileSync(join(folder, 'lock'), String(process.pid));
  const first = await takeLock(folder, atOnce);
  const second = await takeLock(folder, atOnce);
  expect([first.isHeld(), first.beat(), second.isHeld(), second.beat()]).toEqual([false, false, true, true]);
  first.release();
  expect(second.isHeld()).toBe(true);
});

test('R-LOG-41 of two that take it over at once one keeps it', async () => {
  const folder = scratchFolder('candor-lock-');
  await takeLock(folder, atOnce);
  const taken = await Promise.allSettled([takeLock(folder, atOnce), takeLock(folder, atOnce)]);
  expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toMatch(/^[0-9a-f-]{36} 0$/);
});
