import { parseArgs } from 'node:util';
import { mutantTable } from './mutants/mutant-table.ts';
import type { Report } from './report.ts';
import { WorldPool } from './threads/world-pool.ts';

// npm run sim -- --seed N [--steps M] [--runs K] [--gateway] [--rules] [--seen] [--mutants]: prints one line per seed, and a
// violation with its history.
// With --mutants it plants the faults of mutants/ one by one instead, and prints the list of mutants/catching-seeds.ts.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '4000' },
    runs: { type: 'string', default: '1' },
    gateway: { type: 'boolean', default: false },
    rules: { type: 'boolean', default: false },
    seen: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
  },
});
const [firstSeed, steps, runs] = [Number(values.seed), Number(values.steps), Number(values.runs)];
if (![firstSeed, steps, runs].every((value) => Number.isSafeInteger(value) && value >= 0)) {
  console.error('--seed, --steps and --runs are whole numbers.');
  process.exit(2);
}

const pool = new WorldPool();
if (values.mutants) {
  console.log(await mutantTable(pool, { firstSeed, steps, seedsMax: Math.max(runs, 40) }));
  await pool.close();
  process.exit(0);
}

const seen: Record<string, number> = {};
const startedMs = performance.now();
let failed = 0;
const reports = Array.from({ length: runs }, (_, at) =>
  pool.run({ seed: firstSeed + at, steps, hasGateway: values.gateway, hasHalts: values.rules }),
);
for (const running of reports) tell(await running);
await pool.close();
if (values.seen) {
  const kinds = Object.entries(seen).sort(([a], [b]) => a.localeCompare(b));
  console.log(kinds.map(([kind, count]) => `  ${count} ${kind}`).join('\n'));
}
const seconds = (performance.now() - startedMs) / 1_000;
console.log(`${runs} seeds, ${failed} with a violation, ${(runs / seconds).toFixed(1)} seeds a second`);
process.exit(failed > 0 ? 1 : 0);

function tell(report: Report): void {
  const { seed, climate, rows, ticks, processes, virtualMs, traceHash, violation } = report;
  const figures = `${report.steps} steps, ${ticks} ticks, ${rows} rows, ${processes} processes`;
  for (const [kind, count] of Object.entries(report.seen)) seen[kind] = (seen[kind] ?? 0) + count;
  const hours = (virtualMs / 3_600_000).toFixed(1);
  const outcome = violation?.invariant ?? 'ok';
  console.log(`seed ${seed} (${climate}): ${outcome} after ${figures}, ${hours} h, trace ${traceHash}`);
  if (violation === null) return;
  failed += 1;
  console.log(`  step ${violation.step}: ${violation.message}`);
  for (const line of report.tail) console.log(`  ${line.slice(0, 400)}`);
}
