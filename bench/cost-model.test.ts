import { expect, test } from 'vitest';
import { fit, type LoadPoint, type Measured, predict } from './cost-model.ts';

const quiet: LoadPoint = { gateways: 1, shards: 1, traders: 0, holders: 0, orders: 0, ticks: 20 };
const used = { market: 0, standby: 0, gateway: 0, jobs: 0, NATS: 0, PostgreSQL: 0 };
/** Invented costs of a leader: 5 a shard, 2 a gateway, 0.1 a tick, 0.2 an order, 0.05 an order and gateway. */
const leader = ({ gateways, ticks, orders }: LoadPoint) =>
  5 + 2 * gateways + 0.1 * ticks + 0.2 * orders + 0.05 * orders * gateways;
const measuredAt = (point: LoadPoint): Measured => ({ point, used: { ...used, leader: leader(point) } });

test('costs fitted to some points predict another one', () => {
  const points = [quiet, { ...quiet, gateways: 2 }, { ...quiet, ticks: 100 }, { ...quiet, orders: 200 }];
  const more = [
    { ...quiet, gateways: 2, orders: 300 },
    { ...quiet, gateways: 3, ticks: 60 },
  ];
  const costs = fit('leader', [...points, ...more].map(measuredAt));
  const other = { ...quiet, gateways: 4, ticks: 50, orders: 1_000 };
  expect(predict('leader', costs, other)).toBeCloseTo(leader(other), 0);
});

test('no cost is below zero, however the measurements scatter', () => {
  const scattered = [measuredAt(quiet), { point: { ...quiet, orders: 100 }, used: { ...used, leader: 1 } }];
  for (const cost of fit('leader', scattered)) expect(cost).toBeGreaterThanOrEqual(0);
});
