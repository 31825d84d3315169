import { parseArgs } from 'node:util';
import { World } from './world.ts';

// npm run sim -- --seed N [--steps M] [--runs K] [--gateway] [--seen]: one line a seed; a violation is told with what led to it.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '1500' },
    runs: { type: 'string', default: '1' },
    gateway: { type: 'boolean', default: false },
    seen: { type: 'boolean', default: false },
  },
});
const [firstSeed, steps, runs] = [Number(values.seed), Number(values.steps), Number(values.runs)];
if (![firstSeed, steps, runs].every((value) => Number.isSafeInteger(value) && value >= 0)) {
  console.error('--seed, --steps and --runs are whole numbers.');
  process.exit(2);
}

let failed = 0;
const seen: Record<string, number> = {};
for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
  const report = await new World(seed, { hasGateway: values.gateway }).run(steps);
  const { rows, ticks, processes, virtualMs, traceHash, violation } = report;
  const figures = `${report.steps} steps, ${ticks} ticks, ${rows} rows, ${processes} processes`;
  for (const [kind, count] of Object.entries(report.seen)) seen[kind] = (seen[kind] ?? 0) + count;
  const hours = (virtualMs / 3_600_000).toFixed(1);
  console.log(`seed ${seed}: ${violation?.invariant ?? 'ok'} after ${figures}, ${hours} h, trace ${traceHash}`);
  if (violation === null) continue;
  failed += 1;
  console.log(`  step ${violation.step}: ${violation.message}`);
  for (const line of report.tail) console.log(`  ${line.slice(0, 400)}`);
}
if (values.seen)
  console.log(
    Object.entries(seen)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([kind, count]) => `  ${count} ${kind}`)
      .join('\n'),
  );
console.log(`${runs} seeds, ${failed} with a violation`);
process.exit(failed > 0 ? 1 : 0);
