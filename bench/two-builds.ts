import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { call, freePort, manyDemos, unlimited } from '../testkit/product.ts';
import { median, percentile } from './figure.ts';
import { runLoad } from './load-client.ts';
import type { DoorName } from './order-doors.ts';
import { openDemos } from './product-under-load.ts';

// Processor time of an order in two builds of the product, in turns, so that other work on the machine slows both down
// alike: node --import tsx bench/two-builds.ts FOLDER FOLDER [rounds] [clients]. A folder is a built copy of the
// repository; the figures are medians, and the ratio is that of the pairs of rounds.

const [first = '', second = '', roundsText = '9', clientsText = '64'] = process.argv.slice(2);
const rounds = Number(roundsText);
const clients = Number(clientsText);
const loadMs = 1_500;
const parts = ['trading thread', 'other threads', 'PostgreSQL'] as const;
type Round = Readonly<Record<(typeof parts)[number] | 'p50 ms' | 'p99 ms' | 'a second', number>>;

/** One started build. */
class Build {
  readonly #pid: number;
  readonly #postmaster: number;
  readonly #url: string;
  readonly #tokens: readonly string[];
  readonly stop: () => Promise<void>;

  private constructor(pid: number, dataDir: string, url: string, tokens: readonly string[], stop: () => Promise<void>) {
    this.#pid = pid;
    this.#postmaster = Number(
      readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    this.#url = url;
    this.#tokens = tokens;
    this.stop = stop;
  }

  static async start(folder: string): Promise<Build> {
    const dataDir = mkdtempSync(join(tmpdir(), 'candor-two-builds-'));
    const port = await freePort();
    const env = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, ...manyDemos, ...unlimited };
    const child = spawn(process.execPath, [join(folder, 'apps', 'server', 'dist', 'main.js')], {
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const chunk of child.stdout) if (String(chunk).includes('Candor is ready at ')) break;
    child.stdout.resume();
    const url = `http://localhost:${port}`;
    return new Build(child.pid ?? 0, dataDir, url, await openDemos(url, clients), async () => {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    });
  }

  async measure(over: DoorName): Promise<Round> {
    const before = this.#used();
    const load = { port: Number(new URL(this.#url).port), tokens: this.#tokens, instrumentId: 1, ms: loadMs, over };
    const { answers, p50Ms, p99Ms, perSecond, refused, refusal } = await runLoad(load);
    if (refused > answers / 10) throw new Error(`${refused} of ${answers} orders were refused: ${refusal}`);
    // Answered once the tables hold every order.
    await call(this.#url, '/v1/api/forex/my_deal?status=3', null, this.#tokens[0]);
    const after = this.#used();
    const us = (part: (typeof parts)[number]) => (after[part] - before[part]) / answers;
    return {
      'trading thread': us('trading thread'),
      'other threads': us('other threads'),
      PostgreSQL: us('PostgreSQL'),
      'p50 ms': p50Ms,
      'p99 ms': p99Ms,
      'a second': perSecond,
    };
  }

  #used(): Record<(typeof parts)[number], number> {
    const own = usOfThreads(this.#pid);
    const main = own.get(String(this.#pid)) ?? 0;
    const children = readFileSync(`/proc/${this.#postmaster}/task/${this.#postmaster}/children`, 'utf8').trim();
    const ofDatabase = [String(this.#postmaster), ...children.split(' ')].map((pid) => sum(usOfThreads(Number(pid))));
    return {
      'trading thread': main,
      'other threads': sum(own) - main,
      PostgreSQL: ofDatabase.reduce((total, one) => total + one, 0),
    };
  }
}

/** Processor time of each thread of a process so far, in microseconds. */
function usOfThreads(pid: number): Map<string, number> {
  try {
    const us = (id: string) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
    return new Map(readdirSync(`/proc/${pid}/task`).map((id) => [id, us(id)]));
  } catch {
    return new Map();
  }
}

function sum(values: ReadonlyMap<string, number>): number {
  return [...values.values()].reduce((total, one) => total + one, 0);
}

const builds = [await Build.start(resolve(first)), await Build.start(resolve(second))] as const;
try {
  for (const over of ['sockets', 'HTTP'] as const) {
    const taken: [Round[], Round[]] = [[], []];
    for (let round = -2; round < rounds; round += 1) {
      const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
      for (const at of order) {
        const measured = await builds[at].measure(over);
        if (round >= 0) taken[at].push(measured);
      }
    }
    console.log(`\nover ${over}, ${clients} clients, ${rounds} rounds`);
    for (const name of [...parts, 'p50 ms', 'p99 ms', 'a second'] as const) {
      const [a, b] = taken.map((all) => all.map((one) => one[name])) as [number[], number[]];
      const ratios = b.map((value, at) => value / (a[at] ?? Number.NaN));
      const range = `${percentile(ratios, 0.25).toFixed(3)} to ${percentile(ratios, 0.75).toFixed(3)}`;
      console.log(
        `${name.padEnd(16)} ${median(a).toFixed(1).padStart(8)} ${median(b).toFixed(1).padStart(8)}   ${median(ratios).toFixed(3)} (${range})`,
      );
    }
  }
} finally {
  await Promise.all(builds.map((build) => build.stop()));
}
