import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type Cluster, findNatsServer } from '../testkit/cluster.ts';
import { reachLocalhostNames } from '../testkit/localhost-names.ts';
import { call } from '../testkit/product.ts';
import { until } from '../testkit/until.ts';
import { inCluster, writeTicks } from './cluster-cost.ts';
import { type MeteredRole, metered, meteredRoles, openDemo, openSocket, pause } from './cluster-meter.ts';
import { fit, type LoadPoint, predict, termsOf } from './cost-model.ts';
import { type Figure, median, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import { FixedWork } from './fixed-work.ts';
import { runLoad } from './load-client.ts';

// The model of docs/scale.md: each role's processor time is measured at some points, from which its costs are fitted, and at
// other points, which they must predict. Times are divided by that of fixed work measured meanwhile, and multiplied by
// the fixed work's least, so that other work on the machine distorts them less.

/** Load on a cluster that is already there; what is not named stays as in the step before. */
interface Step {
  readonly traders?: number;
  readonly holders?: number;
  /** Orders a second for the company of each shard. */
  readonly orders?: number;
  /** True if the costs are fitted to it; otherwise they predict it. */
  readonly isFitted: boolean;
}

interface Stage {
  readonly gateways: number;
  readonly shards: number;
  /** Ticks a second of one instrument; null for the simulated feed of 67, some 20 a second. */
  readonly ticks: number | null;
  readonly steps: readonly Step[];
}

const stages: Record<Size, readonly Stage[]> = {
  full: [
    {
      ...{ gateways: 1, shards: 1, ticks: null },
      steps: [
        { isFitted: true },
        { orders: 200, isFitted: true },
        { orders: 500, isFitted: false },
        { orders: 0, traders: 250, isFitted: true },
        { traders: 500, holders: 250, isFitted: true },
        { traders: 750, holders: 500, orders: 200, isFitted: false },
      ],
    },
    {
      ...{ gateways: 2, shards: 1, ticks: null },
      steps: [
        { isFitted: true },
        { orders: 500, isFitted: true },
        { traders: 300, holders: 150, orders: 1_000, isFitted: false },
      ],
    },
    { gateways: 2, shards: 2, ticks: null, steps: [{ isFitted: true }, { orders: 200, isFitted: false }] },
    { gateways: 3, shards: 1, ticks: null, steps: [{ isFitted: false }, { orders: 300, isFitted: false }] },
    { gateways: 1, shards: 1, ticks: 500, steps: [{ isFitted: true }] },
    { gateways: 2, shards: 1, ticks: 500, steps: [{ orders: 200, isFitted: false }] },
  ],
  tiny: [{ gateways: 1, shards: 1, ticks: null, steps: [{ traders: 5, holders: 2, orders: 50, isFitted: true }] }],
};
const sizes: Record<Size, { readonly ms: number; readonly rounds: number }> = {
  full: { ms: 6_000, rounds: 3 },
  tiny: { ms: 500, rounds: 1 },
};
const everyMs = 40;
const ordersOfClient = 1_000 / everyMs;
const hosts = ['localhost', 'm.acme.localhost'];
const fixedAccounts = 1_000;
const pieceEveryMs = 250;
const openTogether = 8;
const warmUpClients = 16;

/** Points of a suite in order, each with the load that is wanted. */
function pointsOf(size: Size): { readonly name: string; readonly isFitted: boolean }[] {
  return stages[size].flatMap((stage) => {
    let load: Required<Omit<Step, 'isFitted'>> = { traders: 0, holders: 0, orders: 0 };
    return stage.steps.map((step) => {
      load = { ...load, ...step };
      return { name: nameOf(stage, load), isFitted: step.isFitted };
    });
  });
}

function nameOf({ gateways, shards, ticks }: Stage, { traders, holders, orders }: Omit<Step, 'isFitted'>): string {
  const feed = ticks === null ? 'simulated prices' : `${ticks} ticks/s`;
  return `gateways ${gateways}, shards ${shards}, ${feed}, ${traders} traders, ${holders} with an order, ${orders} orders/s a shard`;
}

const timeName = (role: MeteredRole, point: string) => `${role}: ${point}`;
const costName = (role: MeteredRole, term: string) => `${role}: cost of ${term}`;

function namesOf(size: Size): string[] {
  const points = pointsOf(size);
  return meteredRoles.flatMap((role) => [
    ...points.map(({ name }) => timeName(role, name)),
    ...termsOf[role].map((term) => costName(role, term)),
  ]);
}

export const clusterModel: Suite = {
  name: 'cluster-model',
  figureNames: namesOf,
  async run(size, say) {
    if (findNatsServer() === null) return namesOf(size).map((name) => toSkipped(name, '', 'no nats-server'));
    reachLocalhostNames();
    const work = new FixedWork(fixedAccounts);
    await work.warmUp();
    const meter = new ModelMeter(work, sizes[size], say);
    for (const stage of stages[size]) await meter.ofStage(stage);
    await work.end();
    return figuresOf(size, meter.points);
  },
};

interface Round {
  readonly point: LoadPoint;
  readonly used: Readonly<Record<MeteredRole, number>>;
  readonly pace: number;
}

class ModelMeter {
  readonly points: Round[][] = [];
  readonly #work: FixedWork;
  readonly #size: (typeof sizes)[Size];
  readonly #say: (text: string) => void;

  constructor(work: FixedWork, size: (typeof sizes)[Size], say: (text: string) => void) {
    this.#work = work;
    this.#size = size;
    this.#say = say;
  }

  async ofStage(stage: Stage): Promise<void> {
    const { gateways, shards, ticks } = stage;
    const folder = mkdtempSync(join(tmpdir(), 'candor-ticks-'));
    const file = join(folder, 'EURUSD.csv');
    if (ticks !== null) writeTicks(file, ticks);
    const env: Record<string, string> = ticks === null ? {} : { FEED: `replay:${file}`, FEED_SYMBOL: 'EURUSD' };
    await inCluster(env, (cluster) => this.#ofSteps(cluster, stage), { gateways, shards });
    rmSync(folder, { recursive: true });
  }

  async #ofSteps(cluster: Cluster, stage: Stage): Promise<void> {
    const { gateways, shards } = stage;
    const wanted = { traders: 0, holders: 0, orders: 0 };
    if (stage.steps.some(({ orders = 0 }) => orders > 0)) await warmUp(cluster, shards, this.#size.ms);
    const [tokens, traders, sockets]: [string[][], string[], WebSocket[]] = [[], [], []];
    let held = 0;
    for (const step of stage.steps) {
      Object.assign(wanted, step);
      for (let shard = 0; shard < shards; shard += 1) {
        const own = (tokens[shard] ??= []);
        await openDemos(cluster, own, Math.ceil(wanted.orders / ordersOfClient), hosts[shard]);
      }
      await openDemos(cluster, traders, wanted.traders);
      for (; sockets.length < wanted.traders; )
        sockets.push(await until('a socket', () => openSocket(cluster, traders[sockets.length] ?? '')));
      for (; held < wanted.holders; held += 1) await openOrder(cluster, traders[held] ?? '');
      const rounds: Round[] = [];
      for (let round = 1; round <= this.#size.rounds; round += 1) {
        const { orders, ...measured } = await this.#round(cluster, wanted.orders, tokens);
        const point = { gateways, shards, traders: wanted.traders, holders: wanted.holders };
        rounds.push({ ...measured, point: { ...point, orders, ticks: measured.ticks } });
        this.#say(`${nameOf(stage, wanted)}: ${JSON.stringify(rounds.at(-1))}`);
      }
      if (sockets.some(({ readyState }) => readyState !== WebSocket.OPEN))
        throw new Error('Every trader stays connected');
      this.points.push(rounds);
    }
    for (const socket of sockets) socket.terminate();
  }

  async #round(cluster: Cluster, orders: number, tokens: readonly (readonly string[])[]) {
    const { ms } = this.#size;
    const clients = Math.ceil(orders / ordersOfClient);
    let sent = 0;
    const {
      used,
      ms: tookMs,
      ticks,
    } = await metered(cluster, async () => {
      let isRunning = true;
      const pacing = (async () => {
        while (isRunning) {
          await this.#work.measure();
          await pause(pieceEveryMs);
        }
      })();
      const load = { port: cluster.port, ms, instrumentId: 1, everyMs };
      const send = async (own: readonly string[], shard: number) => {
        const host = hosts[shard] ?? '';
        const { perSecond } = await runLoad({ ...load, tokens: own.slice(0, clients), host });
        sent += (perSecond * ms) / 1_000;
      };
      if (clients === 0) await pause(ms);
      else await Promise.all(tokens.map(send));
      isRunning = false;
      await pacing;
    });
    const seconds = tookMs / 1_000;
    const perSecond = Object.fromEntries(meteredRoles.map((role) => [role, used[role] / seconds]));
    const rates = { orders: sent / seconds, ticks: ticks / seconds };
    return { ...rates, used: perSecond as Round['used'], pace: this.#work.take() };
  }
}

/** Sends orders until the processes of a cluster have compiled what they need for them. */
async function warmUp(cluster: Cluster, shards: number, ms: number): Promise<void> {
  for (const host of hosts.slice(0, shards)) {
    const tokens: string[] = [];
    await openDemos(cluster, tokens, warmUpClients, host);
    await runLoad({ port: cluster.port, tokens, ms, instrumentId: 1, host });
  }
}

async function openDemos(cluster: Cluster, tokens: string[], count: number, host?: string): Promise<void> {
  while (tokens.length < count) {
    const together = Math.min(openTogether, count - tokens.length);
    tokens.push(...(await Promise.all(Array.from({ length: together }, () => openDemo(cluster, host)))));
  }
}

async function openOrder(cluster: Cluster, token: string): Promise<void> {
  const order = { type: 1, status: 1, cont: '0.01', forex_id: 1, multiple: 100, client_id: crypto.randomUUID() };
  const url = `http://127.0.0.1:${cluster.port}`;
  await until('an order', async () => (await call(url, '/v1/api/forex/submit', order, token)).code === 1);
}

/** Fits the costs of each role to the medians of the fitted points, and compares what they predict for every point. */
function figuresOf(size: Size, measured: readonly (readonly Round[])[]): Figure[] {
  const names = pointsOf(size);
  const least = Math.min(...measured.flat().map(({ pace }) => pace));
  const points = measured.map((rounds) => {
    const middle = (of: (round: Round) => number) => median(rounds.map(of));
    const at = (role: MeteredRole) => rounds.map(({ used, pace }) => (used[role] * least) / pace);
    const { point = null } = rounds[0] ?? {};
    if (point === null) throw new Error('A point has rounds');
    const rates = { orders: middle((round) => round.point.orders), ticks: middle((round) => round.point.ticks) };
    const used = Object.fromEntries(meteredRoles.map((role) => [role, median(at(role))])) as Round['used'];
    return { point: { ...point, ...rates }, used, at };
  });
  const fitted = points.filter((_, at) => names[at]?.isFitted);
  return meteredRoles.flatMap((role) => {
    const costs = fit(role, fitted);
    const times = points.map(({ point, at }, index) => {
      const what = names[index]?.isFitted === true ? 'fitted' : 'predicted';
      return toFigure(timeName(role, names[index]?.name ?? ''), 'ms/s', at(role), {
        [what]: predict(role, costs, point),
      });
    });
    const parts = termsOf[role].map((term, at) => toFigure(costName(role, term), 'µs/s', [(costs[at] ?? 0) * 1_000]));
    return [...times, ...parts];
  });
}
