import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { repositoryRoot } from '../testkit/product.ts';
import type { Figure } from './figure.ts';

const run = promisify(execFile);

/** Figures of a suite at the small size, with the names that it promises. */
interface SuiteResult {
  readonly suite: string;
  readonly promised: readonly string[];
  readonly figures: readonly Figure[];
}

/** Runs suites as their command does, at the small size, in one process. */
export async function tinyBench(names: readonly string[]): Promise<readonly SuiteResult[]> {
  const only = names.flatMap((name) => ['--only', name]);
  const args = ['--import', 'tsx', 'bench/run.ts', '--tiny', '--json', ...only];
  const { stdout } = await run(process.execPath, args, { cwd: repositoryRoot, maxBuffer: 16 * 1_024 * 1_024 });
  return (JSON.parse(stdout) as { results: SuiteResult[] }).results;
}

export function requireFigures(results: readonly SuiteResult[], name: string): void {
  const { promised = [], figures = [] } = results.find(({ suite }) => suite === name) ?? {};
  expect(promised).not.toEqual([]);
  expect(new Set(figures.map((figure) => figure.name))).toEqual(new Set(promised));
  // Figures that this machine cannot measure (no pgbench, no compiler) have a reason; a count may be 0.
  const isThere = (value: number, unit: string) => value > 0 || (value === 0 && unit === '');
  const missing = figures.filter(({ value, unit, skipped }) => (value === null ? !skipped : !isThere(value, unit)));
  expect(missing.map((figure) => `${figure.name}: ${figure.value}`)).toEqual([]);
}
