import type { Report } from '../report.ts';
import type { WorldPool } from '../threads/world-pool.ts';
import { type Mutant, mutants } from './all-mutants.ts';
import { catchingSeeds } from './catching-seeds.ts';

export interface Catch {
  /** Seed that found the mutant; null if none did. */
  readonly seed: number | null;
  readonly violation: Report['violation'];
}

export interface Search {
  readonly firstSeed: number;
  readonly steps: number;
  readonly seedsMax: number;
}

/** Runs seeds with the fault planted until one finds it: the listed seed, which may lie beyond, then all others, two at once. */
export async function catchMutant(pool: WorldPool, mutant: Mutant, search: Search): Promise<Catch> {
  const { firstSeed, steps, seedsMax } = search;
  const bundle = await pool.bundle(mutant.edits);
  const all = Array.from({ length: seedsMax }, (_, at) => firstSeed + at);
  const seedListed = catchingSeeds[mutant.what];
  const listed = seedListed === undefined ? [] : [seedListed];
  for (const seeds of [listed, ...inPairs(all.filter((seed) => !listed.includes(seed)))]) {
    const reports = await Promise.all(seeds.map((seed) => runSeed(pool, mutant, bundle, { seed, steps })));
    const found = reports.find(({ violation }) => violation !== null);
    if (found !== undefined) return found;
  }
  return { seed: null, violation: null };
}

/** A world that finds a mutant in so few steps is cheaper than a search for a better one. */
const fewSteps = 500;
const seedsFurtherMax = 8;

/** Finds the seed of each mutant that needs the fewest steps. */
export async function mutantTable(pool: WorldPool, search: Search): Promise<string> {
  const lines: string[] = [];
  for (const mutant of mutants) {
    const { seed, violation } = await cheapestCatch(pool, mutant, search);
    const when = `${violation?.invariant} after ${violation?.step} steps`;
    lines.push(
      seed === null ? `${mutant.what}: lives after ${search.seedsMax} seeds` : `'${mutant.what}': ${seed}, // ${when}`,
    );
  }
  return lines.join('\n');
}

async function cheapestCatch(pool: WorldPool, mutant: Mutant, { firstSeed, steps, seedsMax }: Search): Promise<Catch> {
  const bundle = await pool.bundle(mutant.edits);
  let best: Catch = { seed: null, violation: null };
  let further = 0;
  for (const seeds of inPairs(Array.from({ length: seedsMax }, (_, at) => firstSeed + at))) {
    const least = best.violation?.step ?? steps;
    if (best.seed !== null && (least <= fewSteps || further >= seedsFurtherMax)) break;
    if (best.seed !== null) further += seeds.length;
    const reports = await Promise.all(seeds.map((seed) => runSeed(pool, mutant, bundle, { seed, steps: least })));
    for (const one of reports)
      if (one.violation !== null && (best.violation === null || one.violation.step < best.violation.step)) best = one;
  }
  return best;
}

async function runSeed(
  pool: WorldPool,
  { isInterrupted = false }: Mutant,
  bundle: string,
  job: { readonly seed: number; readonly steps: number },
): Promise<Catch & { readonly seed: number }> {
  const { violation } = await pool.run({ ...job, isInterrupted }, bundle);
  return { seed: job.seed, violation };
}

function inPairs(seeds: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(seeds.length / 2) }, (_, at) => seeds.slice(2 * at, 2 * at + 2));
}
