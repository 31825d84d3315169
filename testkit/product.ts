import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Envelope } from '@candor/contracts/envelope';
import { guard } from './guard.ts';
import { scratchFolder } from './scratch-folder.ts';

export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url));
const readyWithinMs = 120_000;
/** Settings for many demo accounts, because all users of a test come from one address. */
export const manyDemos = { DEMOS_PER_ADDRESS: '100000', DEMOS_PER_HOUR: '100000' };

export interface ProductOptions {
  /** Time limit of the start. */
  withinMs?: number;
  /** Environment settings of the program, as in the README's table. */
  env?: Record<string, string>;
  /** Data folder owned by the caller; by default one is made, and removed on stop. */
  dataDir?: string;
  /** Output that ends the start; by default the line that reports readiness. */
  awaits?: string;
  /** Folder of the program; by default this repository. */
  root?: string;
}

/** Addresses and folder of a running product. */
export interface Serving {
  /** Address of the pages: `m.localhost`, so that their calls go to a separate API host, `api.localhost`. */
  readonly url: string;
  /** Address for calls without a browser: the default company at `localhost`. */
  readonly callUrl: string;
  readonly dataDir: string;
  /** Returns the address of another host of the installation. */
  at(host: string): string;
}

export interface Product extends Serving {
  process: ChildProcess;
  output(): string;
  /** Stops the product as Ctrl-C does; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** Settings without rate limits, for tests that call more often than a trader. */
export const unlimited = { RATE_PER_ACCOUNT: '0', RATE_PER_ADDRESS: '0', RATE_TOTAL: '0' };

/** Starts the built product as `npm start` does, on a free port. It ends with this process at the latest. */
export async function startProduct({
  env = {},
  dataDir,
  awaits = 'Candor is ready at ',
  withinMs = readyWithinMs,
  root = repositoryRoot,
}: ProductOptions = {}): Promise<Product> {
  const folder = dataDir ?? scratchFolder('candor-product-');
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      ...manyDemos,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const release = guard(child.pid ?? 0, dataDir === undefined ? folder : null);
  child.once('exit', release);
  let output = '';
  const note = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  await untilPrinted(child, () => output, awaits, withinMs).catch(async (error: unknown) => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    throw new Error(`The product in ${folder} ${(error as Error).message}`, { cause: error });
  });
  return {
    ...servingAt(Number(env['PORT'] ?? port), folder),
    process: child,
    output: () => output,
    async stop() {
      const isRunning = child.exitCode === null && child.signalCode === null;
      const ended = isRunning ? once(child, 'exit') : undefined;
      child.kill('SIGINT');
      await ended;
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

export function servingAt(port: number, dataDir: string): Serving {
  const at = (host: string) => `http://${host}:${port}`;
  return { url: at('m.localhost'), callUrl: at('localhost'), dataDir, at };
}

/** Resolves once the program has printed a text; rejects with its output if it ends first or takes too long. */
function untilPrinted(child: ChildProcess, output: () => string, awaited: string, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (problem: string | null) => {
      clearTimeout(limit);
      child.stdout?.off('data', look);
      child.off('exit', ended);
      if (problem === null) return resolve();
      child.kill('SIGKILL');
      return reject(new Error(`${problem}:\n${output()}`));
    };
    const look = () => output().includes(awaited) && settle(null);
    const ended = () => settle('ended');
    const limit = setTimeout(() => settle('was not ready in time'), withinMs);
    child.stdout?.on('data', look);
    child.on('exit', ended);
  });
}

/** Makes one call without a browser: POST with fields, GET if they are null. */
export async function call<Data>(
  url: string,
  path: string,
  fields: object | null,
  token = '',
  more: Record<string, string> = {},
): Promise<Envelope<Data>> {
  const headers = { 'content-type': 'application/json', lang: 'en', authorization: token, ...more };
  const body = fields === null ? {} : { method: 'POST', body: JSON.stringify(fields) };
  const answer = await fetch(url + path, { headers, ...body });
  return (await answer.json()) as Envelope<Data>;
}

/** First port of the tests; the range is below the ephemeral ports of the system. */
const portsFrom = 20_000;
const portsPerWorker = 1_500;
/** Maximum workers of one run, and parallel runs (`scripts/test.mjs`). */
const [workersMax, lanesMax] = [4, 2];
const triesMax = 50;

/** Ports given last: the caller may listen on one only later. */
const given = new Set<number>();
const givenMax = portsPerWorker / 2;

/** Returns a free port from this worker's range, so that no other worker takes it first, and that was not given lately. */
export function freePort(): Promise<number> {
  return freePorts(1);
}

/** Returns the first of `count` consecutive ports of this worker’s range, all of them free and none of them given lately. */
export async function freePorts(count: number): Promise<number> {
  const lane = Number(process.env['TEST_LANE'] ?? 0) % lanesMax;
  const worker = lane * workersMax + (Number(process.env['VITEST_POOL_ID'] ?? 1) % workersMax);
  for (let tries = 0; tries < triesMax; tries += 1) {
    const first = portsFrom + worker * portsPerWorker + Math.floor(Math.random() * (portsPerWorker - count + 1));
    const ports = Array.from({ length: count }, (_, at) => first + at);
    if (ports.some((port) => given.has(port))) continue;
    // Before the wait: two may ask at once.
    for (const port of ports) give(port);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No port was free in ${triesMax} tries`);
}

function give(port: number): void {
  given.add(port);
  const [oldest] = given;
  if (given.size > givenMax && oldest !== undefined) given.delete(oldest);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
