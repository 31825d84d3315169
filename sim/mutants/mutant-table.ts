import type { Report } from '../report.ts';
import type { WorldPool } from '../threads/world-pool.ts';
import { type Mutant, mutants } from './all-mutants.ts';

export interface Catch {
  /** Number of seeds run until one found it; null if none did. */
  readonly seeds: number | null;
  readonly violation: Report['violation'];
}

export interface Search {
  readonly firstSeed: number;
  readonly steps: number;
  readonly seedsMax: number;
}

const atOnce = 2;

/** Runs seeds with the fault planted, a few at once, until one finds it. */
export async function catchMutant(
  pool: WorldPool,
  { edits, isInterrupted = false }: Mutant,
  search: Search,
): Promise<Catch> {
  const bundle = await pool.bundle(edits);
  const { firstSeed, steps, seedsMax } = search;
  for (let from = 0; from < seedsMax; from += atOnce) {
    const seeds = Array.from({ length: Math.min(atOnce, seedsMax - from) }, (_, at) => firstSeed + from + at);
    const reports = await Promise.all(seeds.map((seed) => pool.run({ seed, steps, isInterrupted }, bundle)));
    const at = reports.findIndex(({ violation }) => violation !== null);
    if (at >= 0) return { seeds: from + at + 1, violation: reports[at]?.violation ?? null };
  }
  return { seeds: null, violation: null };
}

export async function mutantTable(pool: WorldPool, search: Search): Promise<string> {
  const lines: string[] = [];
  for (const mutant of mutants) {
    const { seeds, violation } = await catchMutant(pool, mutant, search);
    const told = seeds === null ? `lives after ${search.seedsMax} seeds` : `seed ${seeds}, ${violation?.invariant}`;
    lines.push(`${mutant.what}: ${told}`);
  }
  return lines.join('\n');
}
