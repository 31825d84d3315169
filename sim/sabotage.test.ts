import { afterAll, describe, expect, test } from 'vitest';
import { fundsSabotages } from './funds-sabotage.ts';
import { gatewaySabotages } from './gateway-sabotage.ts';
import type { Report } from './report.ts';
import type { Job } from './run-job.ts';
import { haltSabotages, sabotages } from './sabotage.ts';
import { tableSabotages } from './table-sabotage.ts';
import { WorldPool } from './threads/world-pool.ts';

const seedsMax = 40;
const pool = new WorldPool();

afterAll(() => pool.close());

/** First violation of one of these rules that any seed finds; any other violation if there is none. */
async function firstViolation(variant: string, caughtBy: RegExp, world: Partial<Job>): Promise<Report['violation']> {
  let other: Report['violation'] = null;
  for (let seed = 1; seed <= seedsMax; seed += 2) {
    const both = [seed, seed + 1].map((one) => pool.run({ seed: one, steps: 3_000, variant, ...world }));
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
