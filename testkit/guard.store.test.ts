import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repositoryRoot, startProduct } from './product.ts';

let folder: string;
let starter: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-guard-'));
});
afterEach(() => {
  starter.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a process that starts a guarded program and prints its pid; resolves to that pid. */
async function startGuarded(thenRun: string, program = ['sleep', '600'], killAfterS = 10): Promise<number> {
  const code = `
    import { spawn } from 'node:child_process';
    import { guard } from './testkit/guard.ts';
    const program = spawn(${JSON.stringify(program[0])}, ${JSON.stringify(program.slice(1))}, { detached: true, stdio: 'ignore' });
    const release = guard(program.pid, ${JSON.stringify(folder)}, ${killAfterS});
    ${thenRun}
    console.log(program.pid);
    setInterval(() => undefined, 60_000);`;
  starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(starter.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return Number(pid.toString());
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a guarded program ends and its folder is removed after its starter died by %s',
  async (signal) => {
    const pid = await startGuarded('');
    expect(runs(pid)).toBe(true);
    starter.kill(signal);
    await expect.poll(() => existsSync(folder)).toBe(false);
    expect(runs(pid)).toBe(false);
  },
);

test('a guarded program that ignores signals is killed', async () => {
  const pid = await startGuarded('', ['sh', '-c', "trap '' INT TERM; while :; do sleep 1; done"], 1);
  starter.kill('SIGKILL');
  await expect.poll(() => existsSync(folder)).toBe(false);
  expect(runs(pid)).toBe(false);
});

test('a released guard keeps program and folder', async () => {
  const pid = await startGuarded('release();');
  const ended = once(starter, 'exit');
  starter.kill('SIGTERM');
  await ended;
  expect(runs(pid)).toBe(true);
  expect(existsSync(folder)).toBe(true);
  process.kill(pid, 'SIGKILL');
});

test('a test worker ends with its runner', async () => {
  const code =
    "await import('./testkit/end-with-runner.ts'); setInterval(() => undefined, 60_000); process.send('ready');";
  starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(starter, 'message');
  const ended = once(starter, 'exit');
  starter.disconnect();
  expect(await ended).toEqual([1, null]);
});

test('a product that does not start in time leaves no folder', async () => {
  const error = await startProduct({ withinMs: 1 }).catch((reason: unknown) => reason as Error);
  const [, made = ''] = /^The product in (\S+) was not ready in time/.exec((error as Error).message) ?? [];
  expect(made).toContain('candor-product-');
  expect(existsSync(made)).toBe(false);
});
