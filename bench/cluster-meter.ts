import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import type { Cluster } from '../testkit/cluster.ts';
import type { Member } from '../testkit/cluster-member.ts';
import { call } from '../testkit/product.ts';
import { until } from '../testkit/until.ts';
import { databaseMs, processorTime } from './thread-time.ts';

// Processor time of each role of a cluster while something happens.

export const meteredRoles = ['market', 'leader', 'standby', 'gateway', 'jobs', 'NATS', 'PostgreSQL'] as const;
export type MeteredRole = (typeof meteredRoles)[number];

/** Processor time of each role in milliseconds, and the ticks that the core took meanwhile. */
export interface Metered {
  readonly used: Readonly<Record<MeteredRole, number>>;
  readonly ms: number;
  readonly ticks: number;
}

const topics = ['DAY_MARKET', 'FOREX_TRADE'];
const socketsPerAccount = 5;
const heartbeatMs = 5_000;

/** Runs work and meters every role until the tables have caught up with what it stored. */
export async function metered(cluster: Cluster, work: () => Promise<void>): Promise<Metered> {
  const [before, firstTick, beganMs] = [usedBy(cluster), await tickOffset(cluster), performance.now()];
  await work();
  await untilProjected(cluster);
  const ms = performance.now() - beganMs;
  const [after, lastTick] = [usedBy(cluster), await tickOffset(cluster)];
  const used = Object.fromEntries(meteredRoles.map((role) => [role, after[role] - before[role]]));
  return { used: used as Metered['used'], ms, ticks: Math.max(1, lastTick - firstTick) };
}

function usedBy(cluster: Cluster): Metered['used'] {
  const of = (members: readonly Member[]) =>
    members.reduce((sum, { pid }) => sum + (processorTime(pid)?.allMs ?? 0), 0);
  // The first core of each shard leads, and is started before every standby.
  const cores = cluster.of('core');
  const leaders = cores.length / 2;
  return {
    market: of(cluster.of('market')),
    leader: of(cores.slice(0, leaders)),
    standby: of(cores.slice(leaders)),
    gateway: of(cluster.of('gateway')),
    jobs: of(cluster.of('jobs')),
    NATS: of([cluster.member('nats')]),
    PostgreSQL: databaseMs(cluster.database.pid()),
  };
}

/** Offset of the first tick that the leading core has not stored. */
async function tickOffset(cluster: Cluster): Promise<number> {
  const rows = await cluster.query<{ tick_offset: string }>('select tick_offset from shard_lease where shard = 0');
  return Number(rows[0]?.tick_offset ?? 0);
}

async function untilProjected(cluster: Cluster): Promise<void> {
  await until('tables that hold every stored entry', async () => {
    const rows = await cluster.query<{ behind: string }>(
      'select max(last_seq - seq) as behind from shard_lease join projector_checkpoint using (shard) where shard >= 0',
    );
    return Number(rows[0]?.behind ?? 0) <= 0;
  });
}

/** Memory of both gateways. */
export function gatewayBytes(cluster: Cluster): number {
  const pages = cluster
    .of('gateway')
    .map(({ pid }) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]));
  return pages.reduce((sum, count) => sum + count, 0) * 4_096;
}

/** Opens a demo and signs in; a cluster that has just started may be busy at first. `host` names another company. */
export function openDemo(cluster: Cluster, host = '127.0.0.1'): Promise<string> {
  const url = `http://${host}:${cluster.port}`;
  return until('a demo', async () => {
    const { data } = await call<{ token: string } | null>(url, '/api/user/createAccountDemoForU', {
      demo_id: crypto.randomUUID(),
    });
    return data?.token ?? null;
  });
}

/** Connects traders who see all prices and their own account. */
export async function openSockets(cluster: Cluster, count: number): Promise<WebSocket[]> {
  const tokens: string[] = [];
  while (tokens.length * socketsPerAccount < count) tokens.push(await openDemo(cluster));
  const opened: WebSocket[] = [];
  while (opened.length < count) {
    const token = tokens[opened.length % tokens.length] ?? '';
    opened.push(await until('a socket', () => openSocket(cluster, token)));
  }
  return opened;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Opens a socket; null if it was refused, as by a busy gateway. */
export async function openSocket(cluster: Cluster, token: string): Promise<WebSocket | null> {
  const socket = new WebSocket(`ws://127.0.0.1:${cluster.port}/v1/ws`);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
  if (!isOpen) return null;
  socket.send(JSON.stringify({ type: 'login', params: { token } }));
  // A topic of the account that is subscribed to before the answer is refused.
  await new Promise<void>((resolve) => {
    socket.on('message', (text) => String(text).includes('"login_result"') && resolve());
    socket.on('close', () => resolve());
  });
  if (socket.readyState !== WebSocket.OPEN) return null;
  for (const topic of topics) socket.send(JSON.stringify({ type: 'sub', params: { topic } }));
  // As the app does: a silent socket is closed.
  const beat = setInterval(() => socket.send('ping'), heartbeatMs);
  socket.on('close', () => clearInterval(beat));
  return socket;
}
