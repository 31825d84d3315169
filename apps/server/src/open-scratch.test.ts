import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { makeScratch, removeLeftScratch } from './open-scratch.ts';

const parent = scratchFolder('candor-scratch-');
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('R-OPS-89 a check removes what a killed one left, and nothing else', async () => {
  const running = spawn(process.execPath, [
    '-e',
    'console.log(1); setInterval(() => 0, 1000)',
    '--',
    '--verify-backup',
  ]);
  await once(running.stdout, 'data');
  const nowMs = Date.UTC(2026, 10, 27);
  const make = (name: string, ageMs: number) => {
    const folder = join(parent, name);
    mkdirSync(join(folder, 'postgres'), { recursive: true });
    writeFileSync(join(folder, 'postgres', 'decrypted'), 'everything');
    utimesSync(folder, (nowMs - ageMs) / 1_000, (nowMs - ageMs) / 1_000);
    return folder;
  };
  const left = [make('candor-verify-999999999-AbCdEf', 0), make('candor-verify-AbCdEf', 2 * 3_600_000)];
  const own = makeScratch(parent);
  const kept = [make(`candor-verify-${running.pid}-AbCdEf`, 0), make('candor-verify-GhIjKl', 0), make('another', 1e9)];
  symlinkSync(join(parent, 'another'), join(parent, 'candor-verify-1-link'));
  expect(await removeLeftScratch(parent, nowMs)).toBe(3);
  expect([...left, own].filter((folder) => existsSync(folder))).toEqual([]);
  expect(kept.filter((folder) => !existsSync(join(folder, 'postgres', 'decrypted')))).toEqual([]);
  running.kill();
  await once(running, 'exit');
  expect(await removeLeftScratch(parent, nowMs)).toBe(1);
});
