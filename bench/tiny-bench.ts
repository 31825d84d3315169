import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { repositoryRoot } from '../testkit/product.ts';
import type { Figure } from './figure.ts';

const run = promisify(execFile);

/** Runs the benches as their command does, at the small size; returns their output. */
export async function bench(...options: string[]): Promise<unknown> {
  const args = ['--import', 'tsx', 'bench/run.ts', '--tiny', ...options];
  const { stdout } = await run(process.execPath, args, { cwd: repositoryRoot, maxBuffer: 16 * 1_024 * 1_024 });
  return JSON.parse(stdout);
}

export async function yieldsItsFigures(name: string): Promise<void> {
  const promised = (await bench('--list', '--only', name)) as string[];
  const { results } = (await bench('--json', '--only', name)) as { results: { suite: string; figures: Figure[] }[] };
  expect(results.map(({ suite }) => suite)).toEqual([name]);
  const figures = results[0]?.figures ?? [];
  expect(new Set(figures.map((figure) => figure.name))).toEqual(new Set(promised));
  // Figures that this machine cannot measure (no pgbench, no compiler) have a reason.
  expect(figures.filter(({ value, skipped }) => (value === null ? !skipped : !(value > 0)))).toEqual([]);
}
