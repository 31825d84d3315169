import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import { Cluster, type ClusterOptions, findNatsServer } from '../testkit/cluster.ts';
import { manyDemos, unlimited } from '../testkit/product.ts';
import {
  gatewayBytes,
  type Metered,
  type MeteredRole,
  metered,
  meteredRoles,
  openDemo,
  openSockets,
  pause,
} from './cluster-meter.ts';
import { type Figure, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import { runLoad } from './load-client.ts';

// Processor time of each role of a cluster, at several loads: for a connected trader, an order and a tick.

interface Plan {
  /** Connected traders, least first. */
  readonly sockets: readonly number[];
  readonly orderClients: readonly number[];
  /** Ticks a second of one instrument. */
  readonly tickRates: readonly number[];
  /** Connected traders while ticks are counted. */
  readonly tickSockets: number;
  readonly ms: number;
  readonly rounds: number;
}

const plans: Record<Size, Plan> = {
  full: {
    sockets: [200, 1_000, 3_000],
    orderClients: [2, 8, 32],
    tickRates: [20, 100, 500],
    tickSockets: 500,
    ms: 6_000,
    rounds: 2,
  },
  tiny: { sockets: [10], orderClients: [2], tickRates: [50], tickSockets: 10, ms: 500, rounds: 1 },
};

const quietName = (role: MeteredRole) => `${role}: processor time a second, prices alone`;
const socketName = (count: number) => `gateway: processor time a second for each of ${count} connected traders`;
const memoryName = (count: number) => `gateway: memory for each of ${count} connected traders`;
const orderName = (role: MeteredRole, clients: number) => `${role}: processor time an order, ${clients} clients`;
const rateName = (clients: number) => `orders a second through two gateways, ${clients} clients`;
const tickName = (role: MeteredRole, rate: number) => `${role}: processor time a second, ${rate} ticks a second`;
const pushName = (rate: number) => `gateway: processor time a second for a connected trader, ${rate} ticks a second`;

function namesOf({ sockets, orderClients, tickRates }: Plan): string[] {
  return [
    ...meteredRoles.map(quietName),
    ...sockets.flatMap((count) => [socketName(count), memoryName(count)]),
    ...orderClients.flatMap((clients) => [rateName(clients), ...meteredRoles.map((role) => orderName(role, clients))]),
    ...tickRates.flatMap((rate) => [...meteredRoles.map((role) => tickName(role, rate)), pushName(rate)]),
  ];
}

export const clusterCost: Suite = {
  name: 'cluster-cost',
  figureNames: (size) => namesOf(plans[size]),
  async run(size, say) {
    const plan = plans[size];
    if (findNatsServer() === null) return namesOf(plan).map((name) => toSkipped(name, '', 'no nats-server'));
    const costs = new Costs(plan, say);
    for (const [at, rate] of plan.tickRates.entries()) {
      const folder = mkdtempSync(join(tmpdir(), 'candor-ticks-'));
      const file = join(folder, 'EURUSD.csv');
      writeTicks(file, rate);
      await inCluster({ FEED: `replay:${file}`, FEED_SYMBOL: 'EURUSD' }, async (cluster) => {
        if (at === 0) await costs.ofTradersAndOrders(cluster);
        await costs.ofTicks(cluster, rate);
      });
      rmSync(folder, { recursive: true });
    }
    return costs.figures();
  },
};

export async function inCluster(
  env: Record<string, string>,
  work: (cluster: Cluster) => Promise<void>,
  size: Pick<ClusterOptions, 'gateways' | 'shards'> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-cost-'));
  const cluster = await Cluster.start({ folder, lines: 'nats', ...size, env: { ...unlimited, ...manyDemos, ...env } });
  try {
    await work(cluster);
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a minute of ticks of one instrument, which the replay repeats. */
export function writeTicks(file: string, rate: number): void {
  const lines = ['timestamp,bid,ask'];
  for (let at = 0; at < 60 * rate; at += 1) {
    const bid = 110_000 + ((at * 7) % 400);
    const time = new Date(Date.UTC(2024, 0, 10, 10) + Math.floor((at / rate) * 1_000)).toISOString();
    lines.push(`${time},${(bid / 1e5).toFixed(5)},${((bid + 10) / 1e5).toFixed(5)}`);
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
}

class Costs {
  readonly #plan: Plan;
  readonly #say: (text: string) => void;
  readonly #values = new Map<string, { readonly unit: string; readonly rounds: number[] }>();

  constructor(plan: Plan, say: (text: string) => void) {
    this.#plan = plan;
    this.#say = say;
  }

  figures(): Figure[] {
    return [...this.#values].map(([name, { unit, rounds }]) => toFigure(name, unit, rounds));
  }

  async ofTradersAndOrders(cluster: Cluster): Promise<void> {
    const { sockets, orderClients, rounds, ms } = this.#plan;
    const tokens: string[] = [];
    while (tokens.length < Math.max(...orderClients)) tokens.push(await openDemo(cluster));
    let quiet = await this.#quiet(cluster);
    for (let round = 1; round <= rounds; round += 1) {
      if (round > 1) quiet = await this.#quiet(cluster);
      for (const clients of orderClients) {
        this.#say(`round ${round}: ${clients} order clients`);
        let perSecond = 0;
        const busy = await metered(cluster, async () => {
          ({ perSecond } = await runLoad({
            port: cluster.port,
            tokens: tokens.slice(0, clients),
            ms,
            instrumentId: 1,
          }));
        });
        this.#note(rateName(clients), '/s', perSecond);
        const orders = Math.max(1, (perSecond * ms) / 1_000);
        for (const role of meteredRoles)
          this.#note(orderName(role, clients), 'µs', (Math.max(0, more(busy, quiet, role) * busy.ms) / orders) * 1_000);
      }
    }
    await this.#traders(cluster, quiet, sockets);
  }

  /** Connects more and more traders; the memory is that of all of them, so each number of them is measured once. */
  async #traders(cluster: Cluster, quiet: Metered, counts: readonly number[]): Promise<void> {
    const bytes = gatewayBytes(cluster);
    const opened: WebSocket[] = [];
    for (const count of counts) {
      opened.push(...(await openSockets(cluster, count - opened.length)));
      for (let round = 1; round <= this.#plan.rounds; round += 1) {
        this.#say(`round ${round}: ${count} connected traders`);
        const busy = await metered(cluster, () => pause(this.#plan.ms));
        this.#note(socketName(count), 'µs', (Math.max(0, more(busy, quiet, 'gateway')) / count) * 1e6);
      }
      this.#note(memoryName(count), 'kB', Math.max(0, gatewayBytes(cluster) - bytes) / count / 1_000);
    }
    for (const socket of opened) socket.terminate();
  }

  async #quiet(cluster: Cluster): Promise<Metered> {
    this.#say('prices alone');
    const quiet = await metered(cluster, () => pause(this.#plan.ms));
    for (const role of meteredRoles) this.#note(quietName(role), 'ms', (quiet.used[role] / quiet.ms) * 1_000);
    return quiet;
  }

  async ofTicks(cluster: Cluster, rate: number): Promise<void> {
    const { rounds, ms, tickSockets } = this.#plan;
    let quiet: Metered | null = null;
    for (let round = 1; round <= rounds; round += 1) {
      this.#say(`round ${round}: ${rate} ticks a second`);
      quiet = await metered(cluster, () => pause(ms));
      for (const role of meteredRoles) this.#note(tickName(role, rate), 'ms', (quiet.used[role] / quiet.ms) * 1_000);
    }
    const sockets = await openSockets(cluster, tickSockets);
    for (let round = 1; round <= rounds && quiet !== null; round += 1) {
      const busy = await metered(cluster, () => pause(ms));
      this.#note(pushName(rate), 'µs', (Math.max(0, more(busy, quiet, 'gateway')) / tickSockets) * 1e6);
    }
    for (const socket of sockets) socket.terminate();
  }

  #note(name: string, unit: string, value: number): void {
    const known = this.#values.get(name) ?? { unit, rounds: [] };
    known.rounds.push(value);
    this.#say(`${name}: ${value.toPrecision(3)} ${unit}`);
    this.#values.set(name, known);
  }
}

/** Share of a core that a role used more than at another time. */
function more(busy: Metered, quiet: Metered, role: MeteredRole): number {
  return busy.used[role] / busy.ms - quiet.used[role] / quiet.ms;
}
