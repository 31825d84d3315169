import { parseArgs } from 'node:util';
import { Campaign, type Report } from './campaign.ts';

// npm run faults -- --kills 100 --seed 1

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    traders: { type: 'string', default: '6' },
  },
});
const options = { kills: Number(values.kills), seed: Number(values.seed), traders: Number(values.traders) };
console.log(`${options.kills} kills with seed ${options.seed}`);
const report = await new Campaign({ ...options, say: (text) => console.log(`  … ${text}`) }).run();
printReport(report);
process.exitCode = Object.values(report.violations).some((found) => found.length > 0) ? 1 : 0;

function printReport({ violations, readyMs, firstOrderMs, databaseBackMs, ...counts }: Report): void {
  for (const [name, value] of Object.entries(counts)) console.log(`${name.padEnd(18)} ${value}`);
  for (const [name, found] of Object.entries(violations)) {
    console.log(`${name.padEnd(18)} ${found.length}`);
    for (const text of found.slice(0, 10)) console.log(`    ${text}`);
  }
  for (const [name, times] of Object.entries({ readyMs, firstOrderMs, databaseBackMs })) {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0);
    console.log(`${name.padEnd(18)} p50 ${at(0.5) ?? '-'} p99 ${at(0.99) ?? '-'} (${sorted.length})`);
  }
}
