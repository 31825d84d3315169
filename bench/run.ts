import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { candleFolding } from './candle-folding.ts';
import { clusterCost } from './cluster-cost.ts';
import { clusterModel } from './cluster-model.ts';
import { commitCost } from './commit-cost.ts';
import { durableOrders } from './durable-orders.ts';
import { engineHistory } from './engine-history.ts';
import { engineOrders } from './engine-orders.ts';
import { eventLoop } from './event-loop.ts';
import type { Figure, Suite } from './figure.ts';
import { gate } from './gate.ts';
import { lines } from './lines.ts';
import { liveFigures } from './live-figures.ts';
import { marketCalls } from './market-calls.ts';
import { marketPage } from './market-page.ts';
import { memory } from './memory.ts';
import { minutes } from './minutes.ts';
import { orderPath } from './order-path.ts';
import { phone } from './phone.ts';
import { quietTicks } from './quiet-ticks.ts';
import { quotesOut } from './quotes-out.ts';
import { restart } from './restart.ts';
import { restartHistory } from './restart-history.ts';

// npm run bench -- [--json] [--tiny] [--only <suite>]…

const suites: readonly Suite[] = [
  gate,
  quietTicks,
  engineOrders,
  engineHistory,
  candleFolding,
  memory,
  restart,
  commitCost,
  durableOrders,
  orderPath,
  eventLoop,
  marketCalls,
  liveFigures,
  clusterCost,
  lines,
  quotesOut,
  phone,
  marketPage,
  minutes,
];

/** Run only if named. */
const long: readonly Suite[] = [restartHistory, clusterModel];

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const known = [...suites, ...long];
const unknown = values.only.find((name) => !known.some((suite) => suite.name === name));
if (unknown !== undefined) {
  console.error(`There is no suite "${unknown}"; there are: ${known.map((suite) => suite.name).join(', ')}.`);
  process.exit(1);
}
const chosen = values.only.length === 0 ? suites : known.filter(({ name }) => values.only.includes(name));
const size = values.tiny ? 'tiny' : 'full';
const conditions = {
  at: new Date().toISOString(),
  size,
  node: process.version,
  processor: cpus()[0]?.model ?? '',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
};

const results: { suite: string; promised: readonly string[]; figures: readonly Figure[] }[] = [];
for (const suite of chosen) {
  const figures = await suite.run(size, (text) => console.error(`  … ${text}`));
  results.push({ suite: suite.name, promised: suite.figureNames(size), figures });
  if (!values.json) printTable(suite.name, figures);
}
if (values.json) console.log(JSON.stringify({ conditions, results }, null, 2));
else console.log(`\n${Object.values(conditions).join(' · ')}`);

function printTable(title: string, figures: readonly Figure[]): void {
  console.log(`\n── ${title}`);
  const width = Math.max(...figures.map((figure) => figure.name.length));
  for (const { name, unit, value, least, most, against, skipped } of figures) {
    const line =
      value === null
        ? `skipped: ${skipped}`
        : `${readable(value).padStart(9)} ${unit.padEnd(3)} (${readable(least ?? value)}…${readable(most ?? value)})`;
    const ratios = against.map((one) => `${readable(one.ratio)} × ${one.what} (${readable(one.value)})`);
    console.log(`${name.padEnd(width)} ${[line, ...ratios].join('; ')}`);
  }
}

function readable(value: number): string {
  if (value >= 10_000) return `${Math.round(value / 100) / 10} k`;
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
