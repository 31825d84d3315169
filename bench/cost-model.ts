import type { MeteredRole } from './cluster-meter.ts';

// Processor time of each role as a sum of terms, each proportional to a quantity of the installation.

/** State of an installation in which roles were measured; orders and ticks are those a second that were carried out. */
export interface LoadPoint {
  readonly gateways: number;
  readonly shards: number;
  /** Connected traders, and those among them with an open order. */
  readonly traders: number;
  readonly holders: number;
  readonly orders: number;
  readonly ticks: number;
}

/** Processor time in milliseconds a second of each role at a point. */
export interface Measured {
  readonly point: LoadPoint;
  readonly used: Readonly<Record<MeteredRole, number>>;
}

const quantities = {
  'a process': () => 1,
  'a shard': ({ shards }) => shards,
  'a gateway': ({ gateways }) => gateways,
  'a tick': ({ ticks }) => ticks,
  'a tick and gateway': ({ ticks, gateways }) => ticks * gateways,
  'an order': ({ orders }) => orders,
  'an order and gateway': ({ orders, gateways }) => orders * gateways,
  'a connected trader': ({ traders }) => traders,
  'a connected trader with an open order': ({ holders }) => holders,
} as const satisfies Record<string, (point: LoadPoint) => number>;

type Quantity = keyof typeof quantities;

/** Quantities that the time of each role grows with. */
export const termsOf: Readonly<Record<MeteredRole, readonly Quantity[]>> = {
  market: ['a process', 'a tick'],
  leader: [
    'a shard',
    'a gateway',
    'a tick',
    'an order',
    'an order and gateway',
    'a connected trader',
    'a connected trader with an open order',
  ],
  standby: ['a shard', 'a tick', 'an order'],
  gateway: [
    'a gateway',
    'a tick and gateway',
    'an order',
    'an order and gateway',
    'a connected trader',
    'a connected trader with an open order',
  ],
  jobs: ['a process', 'a tick', 'an order'],
  NATS: [
    'a gateway',
    'a tick and gateway',
    'an order',
    'an order and gateway',
    'a connected trader with an open order',
  ],
  PostgreSQL: ['a process', 'a gateway', 'an order'],
};

/** Milliseconds a second for one of each quantity of a role, in the order of its terms. */
export type RoleCosts = readonly number[];

const rounds = 20_000;

/**
 * Fits the costs of a role to measured points: the least squares of the relative errors, no cost below zero. Coordinate
 * descent, which is enough for seven terms.
 */
export function fit(role: MeteredRole, measured: readonly Measured[]): RoleCosts {
  const terms = termsOf[role];
  const rows = measured.map(({ point, used }) => {
    const weight = 1 / (used[role] + 1);
    return { of: terms.map((term) => quantities[term](point) * weight), is: used[role] * weight };
  });
  const costs = terms.map(() => 0);
  for (let round = 0; round < rounds; round += 1)
    for (const at of costs.keys()) {
      let [sum, square] = [0, 0];
      for (const { of, is } of rows) {
        const own = of[at] ?? 0;
        const others = of.reduce((total, one, other) => total + (other === at ? 0 : one * (costs[other] ?? 0)), 0);
        sum += own * (is - others);
        square += own * own;
      }
      costs[at] = square === 0 ? 0 : Math.max(0, sum / square);
    }
  return costs;
}

/** Returns the milliseconds a second that a role takes at a point by its costs. */
export function predict(role: MeteredRole, costs: RoleCosts, point: LoadPoint): number {
  return termsOf[role].reduce((sum, term, at) => sum + quantities[term](point) * (costs[at] ?? 0), 0);
}
