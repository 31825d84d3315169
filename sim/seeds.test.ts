import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rareThings } from './rare-things.ts';
import type { Report } from './report.ts';
import { WorldPool } from './threads/world-pool.ts';
import { World } from './world.ts';

/** Three of each climate, and three worlds that reach what seldom happens. */
const seeds = [...Array.from({ length: 21 }, (_, index) => 1 + index * 7_919), 80, 86, 100];
const steps = 4_000;
const pool = new WorldPool();
const plain = new Map<number, Promise<Report>>();
const overHttp = new Map<number, Promise<Report>>();
const halted: Promise<Report>[] = [];
const alerted: Promise<Report>[] = [];
const fromSnapshots: Promise<Report>[] = [];

beforeAll(() => {
  for (const seed of seeds) plain.set(seed, pool.run({ seed, steps }));
  for (const seed of seeds.slice(0, 6)) overHttp.set(seed, pool.run({ seed, steps, hasGateway: true }));
  for (const seed of seeds.slice(0, 3)) halted.push(pool.run({ seed, steps, hasHalts: true }));
  for (const seed of seeds.slice(0, 4)) alerted.push(pool.run({ seed, steps, hasAlerts: true }));
  for (const seed of seeds.slice(0, 7)) fromSnapshots.push(pool.run({ seed, steps, hasSnapshots: true }));
  // Each is awaited by its own test.
  for (const report of [...plain.values(), ...overHttp.values(), ...halted, ...alerted, ...fromSnapshots])
    report.catch(() => undefined);
});

afterAll(() => pool.close());

async function requireClean(report: Report | undefined): Promise<void> {
  expect(report?.violation, report?.tail.join('\n')).toBe(null);
}

describe('the trading core stays correct under crashes, lost replies and stale leaders (R-LED-05, R-LED-07, R-LED-08)', () => {
  test.each(seeds)('seed %i', async (seed) => {
    const report = await plain.get(seed);
    await requireClean(report);
    expect(report?.rows).toBeGreaterThan(20);
  });

  test.each(seeds.slice(0, 6))('seed %i over HTTP (R-WIRE-09, R-WIRE-17)', async (seed) => {
    await requireClean(await overHttp.get(seed));
  });

  test('R-OPS-50 R-ORD-41 nothing opens during a halt, and a raised stop-out level waits, whenever they change', async () => {
    let [refused, noticed] = [0, 0];
    for (const report of await Promise.all(halted)) {
      await requireClean(report);
      refused += report.seen['trading-halted'] ?? 0;
      noticed += report.seen['StopOutNoticed'] ?? 0;
    }
    expect(refused).toBeGreaterThan(0);
    expect(noticed).toBeGreaterThan(0);
  });

  test('R-ALR-18 alerts of every kind fire as their rules say, whatever happens to the process', async () => {
    for (const report of await Promise.all(alerted)) await requireClean(report);
  });

  test('R-LED-15 R-LED-16 R-LED-18 every start from a snapshot, damaged ones included, goes on as the history demands', async () => {
    const counts = new Map<string, number>();
    for (const report of await Promise.all(fromSnapshots)) {
      await requireClean(report);
      for (const [kind, count] of Object.entries(report.seen)) counts.set(kind, (counts.get(kind) ?? 0) + count);
    }
    for (const kind of [
      'start from a snapshot',
      'start past a damaged snapshot',
      'snapshot written',
      'snapshot proven',
    ])
      expect(counts.get(kind) ?? 0, kind).toBeGreaterThan(0);
  });

  test('these worlds reach a minimum number of each rare case', async () => {
    const counts: Record<string, number> = {};
    for (const { seen } of await Promise.all([...plain.values(), ...overHttp.values(), ...halted, ...alerted])) {
      for (const [kind, count] of Object.entries(seen)) counts[kind] = (counts[kind] ?? 0) + count;
    }
    // A simulator that no longer reaches these cases would find nothing, unnoticed.
    const tooRare = Object.entries(rareThings).filter(([kind, least]) => (counts[kind] ?? 0) < least);
    expect(tooRare.map(([kind, least]) => `${kind}: ${counts[kind] ?? 0} of ${least}`)).toEqual([]);
  });
});

test.each([false, true])(
  'the same seed gives the same trace, another seed another one, with a gateway: %s',
  async (hasGateway) => {
    const run = (seed: number) => new World(seed, { hasGateway }).run(800);
    const [first, again, other] = [await run(5), await run(5), await run(6)];
    expect(again.traceHash).toBe(first.traceHash);
    expect(other.traceHash).not.toBe(first.traceHash);
  },
);
