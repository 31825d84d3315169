import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { applyEdits } from '../threads/bundle.ts';
import { WorldPool } from '../threads/world-pool.ts';
import { mutants } from './all-mutants.ts';
import { catchingSeeds } from './catching-seeds.ts';
import { smallEntries } from './entry-mutants.ts';
import { catchMutant } from './mutant-table.ts';

const pool = new WorldPool();

afterAll(() => pool.close());

describe('the simulator detects by its listed seed, or within forty, a product that', () => {
  // Several at once: each runs one world, and one processor bundles while the other simulates.
  test.concurrent.each(mutants)('$what', async (mutant) => {
    const { seed, violation } = await catchMutant(pool, mutant, { firstSeed: 1, steps: 4_000, seedsMax: 40 });
    expect(seed, 'no seed found it').not.toBe(null);
    // A broken rule, not an error of the simulator itself.
    expect(violation?.invariant).toMatch(/^[A-Z]\d+-/);
  });
});

test('each listed seed belongs to a mutant', () => {
  expect(Object.keys(catchingSeeds)).toEqual(mutants.map(({ what }) => what));
});

test('R-LED-27 the right product passes with entries of one event and anything between two pieces of a roll', async () => {
  const bundle = await pool.bundle(smallEntries);
  const seeds = Array.from({ length: 30 }, (_, at) => 1 + at);
  const reports = await Promise.all(seeds.map((seed) => pool.run({ seed, steps: 4_000, isInterrupted: true }, bundle)));
  expect(reports.map(({ violation }) => violation).filter((violation) => violation !== null)).toEqual([]);
  const pieces = reports.reduce((sum, { seen }) => sum + (seen['roll continued'] ?? 0), 0);
  expect(pieces).toBeGreaterThan(50);
});

test('a mutant whose place in the source has changed fails instead of being skipped', () => {
  const file = 'packages/domain/src/calc/order-formulas.ts';
  const source = readFileSync(file, 'utf8');
  expect(() => applyEdits(file, source, [{ file, from: 'no such line', to: '' }])).toThrow(/0 times, not once/);
  expect(() => applyEdits(file, source, [{ file, from: 'return', to: '' }])).toThrow(/not once/);
});
