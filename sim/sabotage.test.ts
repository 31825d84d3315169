import { afterAll, describe, expect, test } from 'vitest';
import { fundsSabotages } from './funds-sabotage.ts';
import { gatewaySabotages } from './gateway-sabotage.ts';
import type { Report } from './report.ts';
import type { Job } from './run-job.ts';
import { haltSabotages, sabotages } from './sabotage.ts';
import { tableSabotages } from './table-sabotage.ts';
import { WorldPool } from './threads/world-pool.ts';

const seedsMax = 40;
/** Seeds that find a variant soon which the first ones do not. */
const listedSeeds: Readonly<Record<string, readonly number[]>> = {
  'lets a superseded leader write': [13],
  'credits one payment twice': [3],
  'credits the first of two claims': [5],
};
const pool = new WorldPool();

afterAll(() => pool.close());

/** First violation of one of these rules that any seed finds; any other violation if there is none. */
async function firstViolation(variant: string, caughtBy: RegExp, world: Partial<Job>): Promise<Report['violation']> {
  let other: Report['violation'] = null;
  const pairs = Array.from({ length: seedsMax / 2 }, (_, at) => [2 * at + 1, 2 * at + 2]);
  for (const seeds of [listedSeeds[variant] ?? [], ...pairs]) {
    const both = seeds.map((seed) => pool.run({ seed, steps: 3_000, variant, ...world }));
    const violations = (await Promise.all(both)).flatMap(({ violation }) => violation ?? []);
    const found = violations.find(({ invariant }) => caughtBy.test(invariant));
    if (found !== undefined) return found;
    other ??= violations[0] ?? null;
  }
  return other;
}

describe.each([
  { world: {}, variants: { ...sabotages, ...fundsSabotages, ...tableSabotages } },
  { world: { hasGateway: true }, variants: gatewaySabotages },
  { world: { hasHalts: true }, variants: haltSabotages },
])('the auditor finds a platform that', ({ world, variants }) => {
  test.each(Object.entries(variants))('%s', async (variant, { caughtBy }) => {
    const violation = await firstViolation(variant, caughtBy, world);
    expect(violation?.invariant, violation?.message).toMatch(caughtBy);
  });
});
