// node scripts/slow-tests.mjs REPORT.json …: seconds per test file, and the slowest tests, from the reports that
// `npm test` leaves in dist/test-reports.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { endQuietly } from './quiet-pipe.mjs';
import { root } from './steps.mjs';

endQuietly();

const slowestMax = 15;
const seconds = (ms) => (ms / 1000).toFixed(1).padStart(7);

const files = process.argv.slice(2).flatMap((path) => JSON.parse(readFileSync(path, 'utf8')).testResults);
const rows = files
  .map(({ name, startTime, endTime, assertionResults }) => {
    const inTests = assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
    return { name: relative(root, name), wall: endTime - startTime, inTests, tests: assertionResults };
  })
  .toSorted((one, other) => other.wall - one.wall);

console.log('   wall  in tests  tests  file');
for (const { name, wall, inTests, tests } of rows)
  console.log(`${seconds(wall)}  ${seconds(inTests)}  ${String(tests.length).padStart(5)}  ${name}`);

console.log('\nThe slowest tests');
const tests = rows.flatMap(({ name, tests: own }) => own.map((test) => ({ name, ...test })));
for (const { name, fullName, duration } of tests
  .toSorted((one, other) => (other.duration ?? 0) - (one.duration ?? 0))
  .slice(0, slowestMax))
  console.log(`${seconds(duration ?? 0)}  ${name} > ${fullName}`);
