import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Cluster, findNatsServer } from '../testkit/cluster.ts';
import { call, manyDemos, unlimited } from '../testkit/product.ts';
import { type Figure, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import { runLoad } from './load-client.ts';
import { processorTime } from './thread-time.ts';

// Processor time of each role of a cluster: while only prices come, for each connected trader, and for each order.

interface Plan {
  readonly sockets: number;
  readonly orderClients: number;
  readonly ms: number;
}

const plans: Record<Size, Plan> = {
  full: { sockets: 2_000, orderClients: 32, ms: 15_000 },
  tiny: { sockets: 20, orderClients: 2, ms: 500 },
};

const roles = ['market', 'core', 'gateway', 'jobs', 'NATS', 'PostgreSQL'] as const;
type Role = (typeof roles)[number];
type Used = Readonly<Record<Role, number>>;

const tickName = (role: Role) => `${role}: processor time a tick`;
const orderName = (role: Role) => `${role}: processor time an order`;
const socketName = 'gateway: processor time a second for a connected trader';
const memoryName = 'gateway: memory for a connected trader';
const rateName = 'orders a second through two gateways';
const topics = ['DAY_MARKET', 'FOREX_TRADE'];
const socketsPerAccount = 5;

export const clusterCost: Suite = {
  name: 'cluster-cost',
  figureNames: () => [...roles.map(tickName), socketName, memoryName, ...roles.map(orderName), rateName],
  async run(size, say) {
    const plan = plans[size];
    if (findNatsServer() === null)
      return clusterCost.figureNames(size).map((name) => toSkipped(name, '', 'no nats-server'));
    const folder = mkdtempSync(join(tmpdir(), 'candor-cost-'));
    const cluster = await Cluster.start({ folder, lines: 'nats', env: { ...unlimited, ...manyDemos } });
    try {
      return await measure(cluster, plan, say);
    } finally {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(cluster: Cluster, plan: Plan, say: (text: string) => void): Promise<Figure[]> {
  say('prices alone');
  const quiet = await during(cluster, () => pause(plan.ms));
  const ticks = Math.max(1, quiet.ticks);
  const perTick = roles.map((role) => toFigure(tickName(role), 'µs', [(quiet.used[role] / ticks) * 1_000]));
  say(`${plan.sockets} connected traders`);
  const before = residentBytes(cluster);
  const sockets = await openSockets(cluster, plan.sockets);
  await pause(1_000);
  const connected = await during(cluster, () => pause(plan.ms));
  const more = (connected.used.gateway / connected.ms - quiet.used.gateway / quiet.ms) * 1_000;
  const perSocket = [
    toFigure(socketName, 'µs', [Math.max(0, (more / plan.sockets) * 1_000)]),
    toFigure(memoryName, 'kB', [Math.max(0, residentBytes(cluster) - before) / plan.sockets / 1_000]),
  ];
  for (const socket of sockets) socket.terminate();
  say(`${plan.orderClients} order clients`);
  const tokens = await Promise.all(Array.from({ length: plan.orderClients }, () => openDemo(cluster)));
  let perSecond = 0;
  const busy = await during(cluster, async () => {
    ({ perSecond } = await runLoad({ port: cluster.port, tokens, ms: plan.ms, instrumentId: 1 }));
  });
  const orders = Math.max(1, (perSecond * plan.ms) / 1_000);
  const perOrder = roles.map((role) => {
    const ofPrices = (quiet.used[role] / quiet.ms) * busy.ms;
    return toFigure(orderName(role), 'µs', [(Math.max(0, busy.used[role] - ofPrices) / orders) * 1_000]);
  });
  return [...perTick, ...perSocket, ...perOrder, toFigure(rateName, '/s', [perSecond])];
}

/** Runs work; returns the processor time of each role meanwhile, in milliseconds, and the ticks that the core took. */
async function during(cluster: Cluster, work: () => Promise<void>) {
  const [before, firstTick, beganMs] = [usedBy(cluster), await tickOffset(cluster), performance.now()];
  await work();
  const ms = performance.now() - beganMs;
  const [after, lastTick] = [usedBy(cluster), await tickOffset(cluster)];
  const used = Object.fromEntries(roles.map((role) => [role, after[role] - before[role]])) as Used;
  return { used, ms, ticks: lastTick - firstTick };
}

function usedBy(cluster: Cluster): Used {
  const of = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + (processorTime(pid)?.allMs ?? 0), 0);
  const ofRole = (role: 'market' | 'core' | 'gateway' | 'jobs') => of(cluster.of(role).map(({ pid }) => pid));
  const postmaster = cluster.database.pid();
  const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  return {
    market: ofRole('market'),
    core: ofRole('core'),
    gateway: ofRole('gateway'),
    jobs: ofRole('jobs'),
    NATS: of([cluster.member('nats').pid]),
    PostgreSQL: of([postmaster, ...backends.map(Number)]),
  };
}

function residentBytes(cluster: Cluster): number {
  const pages = cluster
    .of('gateway')
    .map(({ pid }) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]));
  return pages.reduce((sum, count) => sum + count, 0) * 4_096;
}

/** Offset of the first tick that the leading core has not stored. */
async function tickOffset(cluster: Cluster): Promise<number> {
  const rows = await cluster.query<{ tick_offset: string }>('select tick_offset from shard_lease where shard = 0');
  return Number(rows[0]?.tick_offset ?? 0);
}

async function openDemo(cluster: Cluster): Promise<string> {
  const url = `http://127.0.0.1:${cluster.port}`;
  const { data } = await call<{ token: string }>(url, '/api/user/createAccountDemoForU', {
    demo_id: crypto.randomUUID(),
  });
  return data.token;
}

/** Connects traders who see prices and their own account. */
async function openSockets(cluster: Cluster, count: number): Promise<WebSocket[]> {
  const tokens = await Promise.all(
    Array.from({ length: Math.ceil(count / socketsPerAccount) }, () => openDemo(cluster)),
  );
  const opened: WebSocket[] = [];
  for (let at = 0; at < count; at += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${cluster.port}/v1/ws`);
    await once(socket, 'open');
    socket.on('error', () => undefined);
    socket.send(JSON.stringify({ type: 'login', params: { token: tokens[at % tokens.length] } }));
    for (const topic of topics) socket.send(JSON.stringify({ type: 'sub', params: { topic } }));
    opened.push(socket);
  }
  return opened;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
