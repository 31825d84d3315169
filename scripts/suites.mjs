// The suites of npm test and npm run check. Each gives its counts: { passed, failed, skipped }.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, seconds } from './steps.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const reports = join(root, 'dist', 'test-reports');
const projects = [
  'packages/domain',
  'packages/contracts',
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
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
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
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  );
  const failed = numFailedTests + broken.length;
  return { passed: numPassedTests, failed: failed || (code === 0 ? 0 : 1), skipped: numPendingTests + numTodoTests };
}

export function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
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
      counts.push({ passed: 0, failed: 1, skipped: 0 });
    }
    console.log(`── ${title}: ${summary(counts.at(-1))} (${seconds(began)})`);
  }
  return sum(counts);
}
