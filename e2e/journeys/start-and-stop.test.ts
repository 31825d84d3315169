import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../testkit/product.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { until } from '../../testkit/until.ts';

/** Folder of all programs, one after another: the first of them creates the database. */
let dataDir: string;
let started: Product[] = [];

beforeAll(() => {
  dataDir = scratchFolder('candor data ');
});

afterEach(async () => {
  for (const product of started) await product.stop();
  started = [];
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function start(env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({ dataDir, env });
  started.push(product);
  return product;
}

/** Pid files of PostgreSQL servers that run or were killed; a clean stop removes them. */
function databasePidFiles(): string[] {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('postmaster.pid'));
}

describe('R-RUN-01 R-RUN-13 the program', () => {
  test('starts, answers, and stops cleanly on SIGINT with its database', async () => {
    const product = await start();
    // The product is built, so the start installs and builds nothing.
    expect(product.output()).not.toMatch(/Installing|Building/);
    expect(product.output()).toMatch(/^Candor is ready at http:\/\/localhost:\d+/m);
    expect((await fetch(`${product.callUrl}/healthz`)).status).toBe(200);
    expect((await fetch(`${product.callUrl}/readyz`)).status).toBe(200);
    expect(await product.stop()).toBe(0);
    expect(product.output()).not.toContain('connection lost');
    expect(databasePidFiles()).toEqual([]);
  });

  test('R-SEC-07 starts again on its data, limits callers by address, and stops cleanly on SIGTERM', async () => {
    const product = await start({ TRUST_PROXY: '127.0.0.1', RATE_PER_ADDRESS: '2' });
    const ask = async (path: string, from: string) =>
      (await fetch(`${product.callUrl}${path}`, { headers: { 'x-forwarded-for': from, lang: 'en' } })).status;
    // A burst is 8 calls, or one captcha of weight 5 and 3 calls.
    const light = await Promise.all(Array.from({ length: 40 }, () => ask('/healthz', '203.0.113.9')));
    expect(light.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8);
    expect(light).toContain(429);
    const heavy = await Promise.all(Array.from({ length: 5 }, () => ask('/api/default/captcha', '203.0.113.8')));
    expect(heavy.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
    expect(await ask('/healthz', '203.0.113.7')).toBe(200);
    const ended = once(product.process, 'exit');
    product.process.kill('SIGTERM');
    await ended;
    expect(product.process.exitCode).toBe(0);
    expect(product.output()).not.toContain('connection lost');
    expect(databasePidFiles()).toEqual([]);
  });

  test('stops cleanly on two SIGINTs, as Ctrl-C sends under npm', async () => {
    const product = await start();
    const ended = once(product.process, 'exit');
    product.process.kill('SIGINT');
    // A closed port shows that it is stopping.
    await until('the closed port', () =>
      fetch(`${product.callUrl}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    product.process.kill('SIGINT');
    await ended;
    expect(product.process.exitCode).toBe(0);
    expect(databasePidFiles()).toEqual([]);
  });

  test('R-RUN-06 a second program on the same data is refused with the pid of the first', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`in use by the process with pid ${first.process.pid}`);
  });

  test('R-RUN-06 after a kill the next start reuses the running database and stops it at its end', async () => {
    const killed = await start();
    killed.process.kill('SIGKILL');
    await once(killed.process, 'exit');
    const [pidFile = ''] = databasePidFiles();
    const pid = Number(readFileSync(join(dataDir, pidFile), 'utf8').split('\n')[0]);
    const next = await start();
    expect(Number(readFileSync(join(dataDir, pidFile), 'utf8').split('\n')[0])).toBe(pid);
    expect(await next.stop()).toBe(0);
    expect(existsSync(join(dataDir, pidFile))).toBe(false);
  });
});
