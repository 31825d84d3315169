import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url));
const readyWithinMs = 60_000;
/** All of a test's users come from one address. */
const manyDemos = { DEMOS_PER_ADDRESS: '100000', DEMOS_PER_HOUR: '100000' };

export interface ProductOptions {
  /** Settings of the program, as in the README's table. */
  env?: Record<string, string>;
  /** Kept by the caller; without it a folder is made, and removed on stop. */
  dataDir?: string;
  /** The output that ends the start; by default that it is ready. */
  awaits?: string;
}

export interface Product {
  /** Where pages are opened: at `m.localhost`, so that their calls go to an API host of its own, `api.localhost`. */
  url: string;
  /** Where programs call: the default company too, by a name that every machine knows. */
  callUrl: string;
  /** Another host of the installation. */
  at(host: string): string;
  process: ChildProcess;
  output(): string;
  /** As Ctrl-C does. Resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** For those who ask more than any trader would. */
export const unlimited = { RATE_PER_ACCOUNT: '0', RATE_PER_ADDRESS: '0', RATE_TOTAL: '0' };

/** Starts what was built, exactly as `npm start` does, on a free port. */
export async function startProduct({
  env = {},
  dataDir,
  awaits = 'Candor is ready at ',
}: ProductOptions = {}): Promise<Product> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'candor-product-'));
  const port = await freePort();
  const child = spawn(process.execPath, [join(repositoryRoot, 'scripts', 'start.mjs')], {
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
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await untilReady(child, () => output, awaits);
  return {
    url: `http://m.localhost:${port}`,
    callUrl: `http://localhost:${port}`,
    at: (host) => `http://${host}:${port}`,
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

async function untilReady(child: ChildProcess, output: () => string, awaited: string): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (!output().includes(awaited)) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The product ${hasEnded ? 'ended' : 'was not ready in time'}:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Below the ports that systems hand out by themselves: whoever asks for any, or calls somebody, gets none of these. */
const portsFrom = 20_000;
const portsPerWorker = 1_500;
const workersMax = 8;
const triesMax = 50;

/** A port that is free, and stays so until it is listened on: each of the workers that run side by side has its own. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1) % workersMax;
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = portsFrom + worker * portsPerWorker + Math.floor(Math.random() * portsPerWorker);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port was free in ${triesMax} tries`);
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
