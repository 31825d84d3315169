import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type MixedResult, prepareMixedLoad, runMixedLoad } from '../../bench/mixed-load.ts';
import { freePort, type Product, repositoryRoot, startProduct, unlimited } from '../../testkit/product.ts';

// Functions that run on the trading thread of the real program under mixed load, taken from the samples of its
// profiler. Durations are measured by the bench (`event-loop`).

const load = { orderClients: 8, sockets: 100, callers: 1 };
const loadMs = 6_000;

/** Functions that must run on other threads, by the names that the build keeps. */
const ofWorkers = [
  'writeStatement',
  'renderStatementPdf',
  'drawTable',
  'toStatementCsv',
  'cleanArticle',
  'packCandles',
  'foldEntries',
  'issueReceipts',
  'receiptText',
];
/** Packages that must not run on the trading thread. */
const packagesOfWorkers = /\/node_modules\/(pdfkit|fontkit|linebreak|sanitize-html|marked|sharp|heic-[a-z]+)\//;

const distFolder = join(repositoryRoot, 'apps', 'server', 'dist');
const builtFiles = readdirSync(distFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js'))
  .map((name) => join(distFolder, name));

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { functionName: string; url: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const dataDir = mkdtempSync(join(tmpdir(), 'candor-mixed-'));
let product: Product;
let result: MixedResult;
let profile: Profile;

beforeAll(async () => {
  const port = await freePort();
  product = await startProduct({ dataDir, env: { ...unlimited, NODE_OPTIONS: `--inspect=127.0.0.1:${port}` } });
  const parts = await prepareMixedLoad(product, dataDir, load);
  const profiler = await Profiler.attach(port);
  await profiler.ask('Profiler.enable');
  await profiler.ask('Profiler.start');
  result = await runMixedLoad(parts, load, loadMs);
  profile = ((await profiler.ask('Profiler.stop')) as { profile: Profile }).profile;
  profiler.close();
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Returns sampled microseconds by function. */
function held(): Map<string, number> {
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, `${callFrame.functionName} ${callFrame.url}`]));
  const byName = new Map<string, number>();
  for (const [at, id] of profile.samples.entries()) {
    const name = names.get(id) ?? '';
    byName.set(name, (byName.get(name) ?? 0) + (profile.timeDeltas[at] ?? 0));
  }
  return byName;
}

test('R-SEC-33 all kinds of simultaneous requests are answered', () => {
  expect(Object.keys(result.answers).toSorted()).toEqual([
    'console exports',
    'old candles',
    'pictures uploaded',
    'statements as CSV',
    'statements as JSON',
    'statements as PDF',
  ]);
  expect(result.orders.perSecond).toBeGreaterThan(0);
  expect(result.pushes).toBeGreaterThan(load.sockets);
});

test('R-SEC-33 the trading thread runs no work of other threads', () => {
  const names = profile.nodes.map(({ callFrame }) => callFrame);
  expect(names.filter(({ functionName }) => ofWorkers.includes(functionName))).toEqual([]);
  expect(names.filter(({ url }) => packagesOfWorkers.test(url))).toEqual([]);
  // Guards against profiling another program or a build without function names.
  const own = names.filter(({ url }) => url.endsWith('/apps/server/dist/main.js')).map((one) => one.functionName);
  expect(new Set(own).size).toBeGreaterThan(30);
  const built = builtFiles.map((file) => readFileSync(file, 'utf8')).join('');
  expect(ofWorkers.filter((name) => !built.includes(`function ${name}(`))).toEqual([]);
  const most = [...held()].toSorted(([, a], [, b]) => b - a).slice(0, 15);
  console.log(most.map(([name, us]) => `${(us / 1_000).toFixed(0).padStart(6)} ms ${name}`).join('\n'));
});

/** Client for the profiler of another process, over the inspector protocol. */
class Profiler {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (text: Buffer) => {
      const { id, result: answer } = JSON.parse(text.toString()) as { id?: number; result?: unknown };
      if (id !== undefined) this.#waiting.get(id)?.(answer);
    });
  }

  static async attach(port: number): Promise<Profiler> {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '', { maxPayload: 512 * 1_024 * 1_024 });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return new Profiler(socket);
  }

  ask(method: string): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}
