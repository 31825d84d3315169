import { join } from 'node:path';
import { readRulesFile } from './adapters/feeds/hedging/rules-file.ts';
import { openDatabases } from './adapters/postgres/open-databases.ts';
import { readTickFolder } from './adapters/tick-log/read-tick-folder.ts';
import { ConfigError } from './config.ts';
import { runDry } from './hedging/run-dry.ts';
import type { Command } from './maintenance.ts';
import type { Start } from './open-adapters.ts';
import { openArchive } from './open-archive.ts';
import { shardsOf, wholeJournal } from './open-audit.ts';
import { hedgeStatement } from './open-hedge-statement.ts';
import { hedgeSwitch } from './open-hedge-switch.ts';
import { quotedInstruments } from './services/market/create-market.ts';

/** Commands of hedging. */
export const hedgeCommands: Readonly<Record<string, Command>> = {
  '--hedge-dry-run': { options: ['--rules', '--day'], run: dryRun },
  '--hedge-statement': { options: ['--day', '--ends', '--trades', '--positions'], run: hedgeStatement },
  '--hedge-switch': { options: ['--pull', '--ask-release', '--release', '--by', '--reason'], run: hedgeSwitch },
};

/** `npm run hedge-dry-run -- --rules <file> --day 2026-11-26`: reads and changes nothing; the program may run (R-HDG-05). */
async function dryRun(start: Start): Promise<number> {
  const { config } = start;
  const specs = quotedInstruments(config.simCalendar).map(({ spec }) => spec);
  const { file, dayStartMs } = parseDryRun(process.argv);
  const rules = readRulesFile(file, new Set(specs.map(({ code }) => code)));
  const { core, lease } = await openDatabases({ ...start, isBounded: false });
  const store = openArchive(config);
  const lines = await runDry({
    journals: (await shardsOf(lease, config.shards)).map((shard) => wholeJournal(core, store, shard)),
    quotes: readTickFolder(join(config.dataDir, 'ticks')),
    specs,
    rules,
    dayStartMs,
  });
  start.say(lines.join('\n'));
  return 0;
}

/** Reads `--rules` and `--day`. Throws ConfigError. */
export function parseDryRun(args: readonly string[]): { readonly file: string; readonly dayStartMs: number } {
  const valueAfter = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const file = valueAfter('--rules');
  if (file === undefined || file.startsWith('--'))
    throw new ConfigError('npm run hedge-dry-run needs --rules <file>; docs/runbook/hedging.md describes it.');
  const day = valueAfter('--day') ?? '';
  const dayStartMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(dayStartMs) || new Date(dayStartMs).toISOString().slice(0, 10) !== day)
    throw new ConfigError(`--day ${day} is not a day; expected one such as 2026-11-26.`);
  return { file, dayStartMs };
}
