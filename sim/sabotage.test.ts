import { describe, expect, test } from 'vitest';
import { type Sabotage, sabotages } from './sabotage.ts';
import { tableSabotages } from './table-sabotage.ts';
import { type Report, World } from './world.ts';

const seedsMax = 40;

/** The first violation that any of the seeds brings to light. */
async function firstViolation(sabotage: Sabotage): Promise<Report['violation']> {
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const { violation } = await new World(seed, { sabotage }).run(1_500);
    if (violation !== null) return violation;
  }
  return null;
}

describe('the auditor bites: a platform that', () => {
  test.each(Object.entries({ ...sabotages, ...tableSabotages }))(
    '%s is found out',
    async (_name, { sabotage, caughtBy }) => {
      const violation = await firstViolation(sabotage);
      expect(violation?.invariant, violation?.message).toMatch(caughtBy);
    },
  );
});
