import { describe, expect, test } from 'vitest';
import { fundsSabotages } from './funds-sabotage.ts';
import { gatewaySabotages } from './gateway-sabotage.ts';
import type { Report } from './report.ts';
import { haltSabotages, type Sabotage, sabotages } from './sabotage.ts';
import { tableSabotages } from './table-sabotage.ts';
import { World, type WorldOptions } from './world.ts';

const seedsMax = 40;

/** The first violation that any of the seeds brings to light. */
async function firstViolation(sabotage: Sabotage, world: WorldOptions): Promise<Report['violation']> {
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const { violation } = await new World(seed, { ...world, sabotage }).run(1_500);
    if (violation !== null) return violation;
  }
  return null;
}

describe.each([
  { world: {}, variants: { ...sabotages, ...fundsSabotages, ...tableSabotages } },
  { world: { hasGateway: true }, variants: gatewaySabotages },
  { world: { hasHalts: true }, variants: haltSabotages },
])('the auditor bites: a platform that', ({ world, variants }) => {
  test.each(Object.entries(variants))('%s is found out', async (_name, { sabotage, caughtBy }) => {
    const violation = await firstViolation(sabotage, world);
    expect(violation?.invariant, violation?.message).toMatch(caughtBy);
  });
});
