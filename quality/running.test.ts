import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeProblem } from '../scripts/requirements.mjs';
import { countReport, summary } from '../scripts/suites.mjs';
import { root } from './source-tree.ts';

let folder: string;
let clone: string;

/** A clone that was never installed, below a folder of mode 0700 and with spaces in its path. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-clone-'));
  clone = join(folder, 'a clean clone');
  mkdirSync(clone);
  cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(clone, name));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function npmStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(clone, 'scripts', 'start.mjs')], {
    env: { ...process.env, ...env },
    cwd: '/',
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('R-RUN-02 what cannot work is told before anything is installed', () => {
  test.each(['127.0.0.1', '0.0.0.0', '::'])('a port that is taken on %s', async (host) => {
    const other = createServer().listen({ port: 0, host });
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, output } = await npmStart({ PORT: String(port), HOST: '' });
    other.close();
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain(`Port ${port} is already in use`);
    expect(output).toContain(`PORT=${port + 1} npm start`);
    expect(existsSync(join(clone, 'node_modules'))).toBe(false);
  });

  test.each(['http', '65536', '-1', '80.5'])('a port that is none: %s', async (port) => {
    const { code, output } = await npmStart({ PORT: port });
    expect(code).toBe(1);
    expect(output).toContain('PORT must be a whole number');
  });

  test('a Node that is too old', () => {
    for (const version of ['v18.20.4', 'v20.18.9']) expect(nodeProblem(version)).toContain('needs Node 20.19 or newer');
    for (const version of ['v20.19.0', 'v22.0.0', 'v24.21.0']) expect(nodeProblem(version)).toBeUndefined();
  });
});

describe('R-RUN-03 the line of counts', () => {
  test('tells what was skipped only where something was', () => {
    expect(summary({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(summary({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });

  test('a suite that left no report has failed', () => {
    expect(countReport(join(folder, 'no-such-report.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
