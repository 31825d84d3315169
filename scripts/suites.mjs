// The suites of npm test and npm run check. Each gives its counts: { passed, failed, skipped, failures }, where
// `failures` has a text for each failure that can be named.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, run, seconds } from './steps.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const reports = join(root, 'dist', 'test-reports');
const projects = [
  'packages/domain',
  'packages/contracts',
  'packages/texts',
  'apps/server',
  'apps/web',
  'apps/console',
  'tsconfig.tests.json',
];

export async function types() {
  const found = projects.filter((project) => existsSync(join(root, project)));
  const counts = [];
  for (const project of found) counts.push(await tool(`types of ${project}`, bin('tsc'), ['-p', project]));
  return sum(counts);
}

export const lint = () => tool('oxlint', bin('oxlint'), ['--type-aware', '--deny-warnings']);
export const format = () => tool('biome', bin('biome'), ['check', '--diagnostic-level=info', '.']);

/** One tool that either passes or does not. */
async function tool(name, command, args) {
  const began = performance.now();
  const { code, output } = await run(command, args);
  console.log(`  ${code === 0 ? '✓' : '✗'} ${name} (${seconds(began)})`);
  if (code !== 0) console.log(output.trimEnd());
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] };
  return { passed: 0, failed: 1, skipped: 0, failures: [told(name, output.trimEnd())] };
}

/** Vitest projects: readable on the screen, counted from the report file. */
export async function vitest(names, env = {}) {
  const report = join(reports, `${names.join('-')}.json`);
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...names.flatMap((name) => ['--project', name]),
  ];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--passWithNoTests');
  const { code } = await run(process.execPath, args, { inherit: true, env: { ...process.env, ...env } });
  return countReport(report, code);
}

/** A file that does not load has no tests to count, and an error outside the tests is in none of them: each is one failure. */
export function countReport(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures: [`${report}: no report was written`] };
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const failures = testResults.filter((file) => file.status === 'failed').flatMap(failuresOf);
  if (failures.length === 0 && code !== 0)
    failures.push(`${report}: every test passed, and the run ended with ${code}`);
  return { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests, failures };
}

function failuresOf({ name, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((one) => one.status === 'failed');
  if (failed.length === 0) return [told(file, message)];
  return failed.map((one) => told(`${file} > ${one.fullName}`, one.failureMessages.join('\n')));
}

const linesTold = 25;

/** The name of what failed above the beginning of what it said. */
function told(name, message) {
  const lines = stripVTControlCharacters(message).split('\n');
  if (lines.length > linesTold) lines.splice(linesTold, Infinity, '…');
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}

export function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { passed, failed, skipped, failures } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.failures.push(...failures);
  }
  return total;
}

const failuresTold = 20;

/** What failed, told once more where somebody who sees only the end of a long run finds it. */
export function tellFailures({ failures }) {
  if (failures.length === 0) return;
  console.log(`\n── what failed\n${failures.slice(0, failuresTold).join('\n\n')}`);
  if (failures.length > failuresTold) console.log(`\n… and ${failures.length - failuresTold} more`);
}

export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

/** Runs suites in order, each under its title. One that cannot run counts as a failure and does not stop the others. */
export async function runSuites(suites) {
  const counts = [];
  for (const [title, suite] of suites) {
    const began = performance.now();
    console.log(`\n── ${title}`);
    try {
      counts.push(await suite());
    } catch (error) {
      console.log(error.message);
      counts.push({ passed: 0, failed: 1, skipped: 0, failures: [told(title, String(error.message))] });
    }
    console.log(`── ${title}: ${summary(counts.at(-1))} (${seconds(began)})`);
  }
  return sum(counts);
}
