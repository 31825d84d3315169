// The suites of npm test and npm run check. A suite is a function of { say, lane }: it prints with `say`, and resolves
// to its counts { passed, failed, skipped, failures }, where `failures` has a text for each failure with a name.
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
  'packages/transparency-log',
  'packages/work-proof',
  'apps/server',
  'apps/web',
  'apps/console',
  'tsconfig.tests.json',
];

/** Type checks every project, two at a time. */
export async function types({ say }) {
  const checks = projects.map((project) => () => tool(say, `types of ${project}`, bin('tsc'), ['-p', project]));
  return sum(await inLanes(checks, 2));
}

export const lint = ({ say }) => tool(say, 'oxlint', bin('oxlint'), ['--type-aware', '--deny-warnings']);
export const format = ({ say }) => tool(say, 'biome', bin('biome'), ['check', '--diagnostic-level=info', '.']);

/** Runs a tool that passes or fails as a whole. */
async function tool(say, name, command, args) {
  const began = performance.now();
  const { code, output } = await run(command, args);
  say(`  ${code === 0 ? '✓' : '✗'} ${name} (${seconds(began)})\n`);
  if (code !== 0) say(`${output.trimEnd()}\n`);
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] };
  return { passed: 0, failed: 1, skipped: 0, failures: [told(name, output.trimEnd())] };
}

/** Runs projects of Vitest and counts from the report file, which `scripts/slow-tests.mjs` reads too. */
export async function vitest({ say, lane }, names, env = {}) {
  const report = join(reports, `${names.join('-')}.json`);
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...names.flatMap((name) => ['--project', name]),
  ];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const { code } = await run(process.execPath, args, {
    env: { ...process.env, ...colours, TEST_LANE: String(lane), ...env },
    onOutput: say,
  });
  return countReport(report, code);
}

/** Counts a report. A file that does not load and an error outside all tests are one failure each. */
export function countReport(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures: [`${report}: no report was written`] };
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const failures = testResults.filter((file) => file.status === 'failed').flatMap(failuresOf);
  if (failures.length === 0 && code !== 0)
    failures.push(`${report}: every test passed, and the run ended with ${code}`);
  if (failures.length === 0 && numPassedTests === 0) failures.push(`${report}: no test ran`);
  return { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests, failures };
}

function failuresOf({ name, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((one) => one.status === 'failed');
  if (failed.length === 0) return [told(file, message)];
  return failed.map((one) => told(`${file} > ${one.fullName}`, one.failureMessages.join('\n')));
}

const linesTold = 25;

/** Returns the name of a failure above the beginning of its message. */
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

/** Prints the failures again at the end of a long run. */
export function tellFailures({ failures }) {
  if (failures.length === 0) return;
  console.log(`\n── what failed\n${failures.slice(0, failuresTold).join('\n\n')}`);
  if (failures.length > failuresTold) console.log(`\n… and ${failures.length - failuresTold} more`);
}

export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

/**
 * Runs suites, at most `lanes` at a time, and prints them in order: a suite that runs beside an earlier one is printed
 * once that one has ended. A suite that cannot run counts as one failure and does not stop the others.
 */
export async function runSuites(suites, lanes = 1) {
  const screen = inOrder(suites.length);
  const runs = suites.map(([title, suite], at) => async (lane) => {
    const began = performance.now();
    const say = (text) => screen.say(at, text);
    say(`\n── ${title}\n`);
    const counts = await suite({ say, lane }).catch((error) => {
      say(`${error.message}\n`);
      return { passed: 0, failed: 1, skipped: 0, failures: [told(title, String(error.message))] };
    });
    say(`── ${title}: ${summary(counts)} (${seconds(began)})\n`);
    screen.end(at);
    return counts;
  });
  return sum(await inLanes(runs, lanes));
}

/** Runs tasks in order, at most `lanes` at a time; each is called with the number of its lane. */
async function inLanes(tasks, lanes) {
  const results = [];
  let next = 0;
  const runLane = async (_, lane) => {
    while (next < tasks.length) {
      const at = next++;
      results[at] = await tasks[at](lane);
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return results;
}

/** Prints the texts of several writers one writer after another. */
function inOrder(count) {
  const waiting = Array.from({ length: count }, () => '');
  const ended = new Set();
  let current = 0;
  const say = (at, text) => {
    if (at === current) process.stdout.write(text);
    else waiting[at] += text;
  };
  const end = (at) => {
    ended.add(at);
    while (ended.has(current)) process.stdout.write(waiting[++current] ?? '');
  };
  return { say, end };
}
