import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type MonthFigures, yearPicture } from './year-picture.ts';
import { databaseSettings, planOf, Year } from './year-run.ts';

// node --expose-gc --import tsx bench/year.ts [--share 0.1] [--accounts 10000] [--months 12] [--out docs/images/year]
//
// A broker's year: 50 million journal entries of 10,000 accounts, of which `share` is run on the product's own core,
// journal, snapshots, archive and tables, with a clock of its own. Tables and snapshots follow in processes of their
// own. Partitions and snapshots are scaled by the same share, so that every curve has the shape of the whole year. After
// each month the core is started again, and everything is measured; with `--out`, figures and picture are written then.

const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '0.1' },
    accounts: { type: 'string', default: '10000' },
    months: { type: 'string', default: '12' },
    out: { type: 'string' },
  },
});
const plan = planOf(Number(values.share), Number(values.accounts), Number(values.months));

/** Returns the figures with their conditions, and stores them with their picture. */
function write(figures: readonly MonthFigures[]): string {
  const conditions = {
    at: new Date().toISOString(),
    ...plan,
    settings: databaseSettings,
    node: process.version,
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
    tookMinutes: Math.round((performance.now() - beganAt) / 6_000) / 10,
  };
  const text = `${JSON.stringify({ conditions, months: figures }, null, 2)}\n`;
  if (values.out !== undefined) {
    writeFileSync(`${values.out}.json`, text);
    writeFileSync(`${values.out}.svg`, yearPicture(figures));
  }
  return text;
}

const beganAt = performance.now();
const months = await new Year(plan, (sofar) => {
  console.error(`  month ${sofar.length}: ${JSON.stringify(sofar.at(-1))}`);
  write(sofar);
}).run();
process.stdout.write(write(months));
