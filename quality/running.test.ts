import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nodeProblem } from '../scripts/requirements.mjs';
import { countReport, runSuites, summary } from '../scripts/suites.mjs';
import { root } from './source-tree.ts';

let folder: string;
let clone: string;

/** Makes a clone that was never installed, in a folder of mode 0700 and with spaces in its path. */
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

describe('R-RUN-02 an impossible start is refused before anything is installed', () => {
  test.each(['127.0.0.1', '0.0.0.0', '::'])('a port in use on %s', async (host) => {
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

  test.each(['http', '65536', '-1', '80.5'])('not a port number: %s', async (port) => {
    const { code, output } = await npmStart({ PORT: port });
    expect(code).toBe(1);
    expect(output).toContain('PORT must be a whole number');
  });

  test('a Node that is too old', () => {
    for (const version of ['v18.20.4', 'v20.18.9']) expect(nodeProblem(version)).toContain('needs Node 20.19 or newer');
    for (const version of ['v20.19.0', 'v22.0.0', 'v24.21.0']) expect(nodeProblem(version)).toBeUndefined();
  });
});

test('R-RUN-81 R-RUN-82 the doctor of a clone that was never built says so with exit code 2, and installs nothing', async () => {
  const child = spawn(process.execPath, [join(clone, 'scripts', 'doctor.mjs')], { cwd: '/' });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, output]).toEqual([2, 'Candor is not installed and built here. Run npm start once, then this again.\n']);
  expect(existsSync(join(clone, 'node_modules'))).toBe(false);
});

test('R-RUN-81 R-RUN-82 the doctor reports a build older than its sources, and never runs it', async () => {
  for (const path of ['packages', 'node_modules', 'apps/server/dist'])
    mkdirSync(join(clone, path), { recursive: true });
  writeFileSync(join(clone, 'tsconfig.base.json'), '{}');
  writeFileSync(join(clone, 'apps', 'server', 'dist', 'main.js'), `console.log('started')`);
  const child = spawn(process.execPath, [join(clone, 'scripts', 'doctor.mjs')], { cwd: '/' });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, output]).toEqual([1, expect.stringMatching(/^BUILD: .*\n {2}Remedy: npm run build, [^\n]*\n$/)]);
});

describe('R-RUN-03 suites beside each other', () => {
  const counts = (passed: number) => ({ passed, failed: 0, skipped: 0, failures: [] });
  let printed = '';

  beforeEach(() => {
    printed = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  test('no more run at a time than there are lanes, and their output is printed in order', async () => {
    let [running, most] = [0, 0];
    const ends: (() => void)[] = [];
    const suite = (title: string) =>
      [
        title,
        async ({ say }: { say(text: string): void }) => {
          most = Math.max(most, ++running);
          await new Promise<void>((resolve) => void ends.push(resolve));
          say(`output of ${title}\n`);
          running -= 1;
          return counts(1);
        },
      ] as const;
    const all = runSuites(['one', 'two', 'three'].map(suite), 2);
    // The second ends first, and the third takes its lane.
    ends[1]?.();
    await vi.waitFor(() => expect(ends).toHaveLength(3));
    ends[2]?.();
    ends[0]?.();
    expect(await all).toMatchObject({ passed: 3, failed: 0 });
    expect(most).toBe(2);
    expect(printed.match(/output of \w+/g)).toEqual(['output of one', 'output of two', 'output of three']);
  });

  test('a suite that cannot run is one failure and does not stop the others', async () => {
    const broken = ['broken', () => Promise.reject(new Error('no browser'))] as const;
    const total = await runSuites([broken, ['sound', async () => counts(2)]], 1);
    expect(total).toMatchObject({ passed: 2, failed: 1 });
    expect(total.failures).toEqual(['broken\n    no browser']);
  });
});

describe('R-RUN-03 the line of counts', () => {
  test('names skipped tests only if there are any', () => {
    expect(summary({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(summary({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });

  test('a suite without a report has failed', () => {
    const report = join(folder, 'no-such-report.json');
    expect(countReport(report, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  test('a suite in which no test ran has failed', () => {
    const report = join(folder, 'report.json');
    writeFileSync(report, JSON.stringify({ numPassedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }));
    expect(countReport(report, 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  test('failures are named with their messages, a file that did not load too', () => {
    const report = join(folder, 'report.json');
    const passed = { status: 'passed', fullName: 'a price is a price', failureMessages: [] };
    const failed = {
      status: 'failed',
      fullName: 'a fill is a fill',
      failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m'],
    };
    const files = [
      { name: join(root, 'core.test.ts'), status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: join(root, 'web.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: join(root, 'sim.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
    ];
    const counts = { numPassedTests: 2, numPendingTests: 1, numTodoTests: 0, testResults: files };
    writeFileSync(report, JSON.stringify(counts));
    expect(countReport(report, 1)).toEqual({
      passed: 2,
      failed: 2,
      skipped: 1,
      failures: ['core.test.ts > a fill is a fill\n    expected 1 to be 2', 'web.test.ts\n    Cannot find module'],
    });
  });

  test('a run with a bad exit code has failed even if every test passed', () => {
    const report = join(folder, 'report.json');
    writeFileSync(report, JSON.stringify({ numPassedTests: 2, numPendingTests: 0, numTodoTests: 0, testResults: [] }));
    expect(countReport(report, 1)).toMatchObject({ passed: 2, failed: 1 });
    expect(countReport(report, 0)).toMatchObject({ passed: 2, failed: 0, failures: [] });
  });
});

describe('R-RUN-03 the exit code', () => {
  /** Runs a script of the clone with suites that have the given number of failures. */
  async function exitOf(script: string, failed: number): Promise<number | null> {
    const counts = `{ passed: 1, failed: ${failed}, skipped: 0, failures: [] }`;
    const suites = ['format', 'lint', 'types', 'vitest', 'runSuites'].map(
      (name) => `export const ${name} = async () => (${counts});`,
    );
    const rest = `export const sum = () => (${counts}); export const summary = () => ''; export const tellFailures = () => {};`;
    writeFileSync(join(clone, 'scripts', 'suites.mjs'), [...suites, rest].join('\n'));
    writeFileSync(join(clone, 'scripts', 'install.mjs'), 'export const ensureInstalled = async () => {};');
    const child = spawn(process.execPath, [join(clone, 'scripts', script)], { cwd: clone });
    const [code] = (await once(child, 'close')) as [number | null];
    return code;
  }

  test.each(['test.mjs', 'check.mjs'])('of %s is 1 if anything failed, else 0', async (script) => {
    expect(await exitOf(script, 1)).toBe(1);
    expect(await exitOf(script, 0)).toBe(0);
  });
});

test('R-RUN-03 every test file belongs to a project of the suites', () => {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const listed = execFileSync(process.execPath, [vitest, 'list', '--filesOnly', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
    env: { ...process.env, VITEST: '' },
  });
  const files = JSON.parse(listed.slice(listed.indexOf('['))) as {
    readonly file: string;
    readonly projectName: string;
  }[];
  const suites = readFileSync(join(root, 'scripts', 'test.mjs'), 'utf8');
  const run = files.filter(({ projectName }) => suites.includes(`'${projectName}'`));
  const tests = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: root, encoding: 'utf8' });
  const inSuites = new Set(run.map(({ file }) => file));
  expect(
    tests
      .trim()
      .split('\n')
      .filter((file) => !inSuites.has(join(root, file))),
  ).toEqual([]);
});
