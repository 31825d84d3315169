import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../testkit/product.ts';
import type { MonthFigures } from './year-picture.ts';

const args = [
  '--expose-gc',
  '--import',
  'tsx',
  'bench/year.ts',
  '--share',
  '0.0004',
  '--accounts',
  '100',
  '--months',
  '4',
];

test('R-LED-22 after its first month a year keeps as many partitions, days of ids and snapshots, and entries cost as much', {
  timeout: 300_000,
}, () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: repositoryRoot, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const { months } = JSON.parse(stdout) as { months: MonthFigures[] };
  const [, second, , last] = months;
  if (second === undefined || last === undefined) throw new Error('The year has four months');
  expect(last.entries).toBeGreaterThan(second.entries * 1.8);
  expect(last.archiveMb).toBeGreaterThan(second.archiveMb);
  // A partition may be complete one day earlier or later.
  expect(last.partitions).toBeLessThanOrEqual(second.partitions + 1);
  expect(last.idDays).toBeLessThanOrEqual(second.idDays);
  expect(last.snapshots).toBeLessThanOrEqual(3);
  // What an entry costs is counted, not timed: it does not grow with the history. Statistics of the database vary it.
  expect(last.rowsWritten).toBeLessThan(second.rowsWritten * 1.5);
  expect(last.walKb).toBeLessThan(second.walKb * 1.5);
});
