import { mkdirSync } from 'node:fs';
import { mainShard } from '@candor/domain/values/shard';
import { systemClock } from './adapters/clock/system-clock.ts';
import { addDocumentKey, openDocumentKeys } from './adapters/keys/document-keys.ts';
import { addPeopleKey } from './adapters/keys/secrets-file.ts';
import { CompanyRows } from './adapters/postgres/company-rows.ts';
import type { Db } from './adapters/postgres/database.ts';
import { PostgresPartitions } from './adapters/postgres/journal-partitions.ts';
import { type Databases, openDatabases } from './adapters/postgres/open-databases.ts';
import { PostgresRestorer } from './adapters/postgres/partition-restorer.ts';
import { ProjectionTables } from './adapters/postgres/projection-tables.ts';
import { ReceiptChainTable } from './adapters/postgres/receipt-tables.ts';
import { RetentionRows } from './adapters/postgres/retention-rows.ts';
import { SealedFactors } from './adapters/postgres/sealed-factors.ts';
import { SealedTables } from './adapters/postgres/sealed-rows.ts';
import { type Config, ConfigError } from './config.ts';
import { handOver } from './hand-over.ts';
import { restorePartitions } from './journal/restore-partitions.ts';
import { keyFiles, openSigner, type Start } from './open-adapters.ts';
import { openArchive } from './open-archive.ts';
import { auditAll, of, shardsOf, snapshotsOf, tellSnapshot, wholeJournal } from './open-audit.ts';
import type { ShardLead } from './ports/journal.ts';
import { rebuildProjections } from './projections/rebuild.ts';
import { resealAll } from './services/documents/sealing.ts';
import { demoTables, endedDemoKeptMs } from './services/retention/bounds.ts';
import { eraseEndedDemos } from './services/retention/retention.ts';
import { leadAlone } from './take-lead.ts';
import { encode } from './trading/codec.ts';
import { remakeSnapshots } from './trading/snapshots/check-snapshots.ts';

/** Command that runs instead of the server. */
export interface Command {
  /** Options besides `--role=`. */
  readonly options: readonly string[];
  /** Resolves to the exit code. */
  readonly run: (start: Start) => Promise<number>;
}

export const commands: Readonly<Record<string, Command>> = {
  '--rotate-keys': { options: [], run: rotateKeys },
  '--audit': { options: ['--from-zero', '--archive', '--head'], run: audit },
  '--rebuild': { options: [], run: rebuild },
  '--restore': { options: ['--from', '--to', '--shard'], run: restore },
  '--hand-over': { options: ['--standby'], run: handOver },
};

/** Throws ConfigError for an option that the command does not have: ignored, it would look as if it had been obeyed. */
export function refuseUnknownOptions(
  command: string,
  args: readonly string[],
  { options: known }: Pick<Command, 'options'> = commands[command] ?? { options: [] },
): void {
  const unknown = args.find(
    (arg) => arg.startsWith('--') && arg !== command && !arg.startsWith('--role=') && !known.includes(arg),
  );
  if (unknown === undefined) return;
  const possible = known.length === 0 ? 'It has none.' : `Possible: ${known.join(', ')}.`;
  throw new ConfigError(`npm run ${command.slice(2)} has no option ${unknown}. ${possible}`);
}

/** Opens the database for a command, whose queries may take any time. */
export function openForCommand(start: Start): Promise<Databases> {
  mkdirSync(start.config.dataDir, { recursive: true });
  return openDatabases({ ...start, isBounded: false });
}

/** Opens the database for a command that changes it: as the only leader of every shard, with the newest schema. */
export async function openToChange(start: Start): Promise<Databases & { readonly leads: readonly ShardLead[] }> {
  const databases = await openForCommand(start);
  const leads: ShardLead[] = [];
  for (const shard of await shardsOf(databases.lease, start.config.shards))
    leads.push(await leadAlone({ ...start, databases }, shard));
  await databases.finish();
  return { ...databases, leads };
}

/** `npm run rebuild`: writes tables and snapshots again from the journal; exit code 1 if they differ from before. */
async function rebuild(start: Start): Promise<number> {
  const { app, core, leads } = await openToChange(start);
  const shards = leads.map(({ shard }) => shard);
  const main = leads.find(({ shard }) => shard === mainShard) ?? { shard: mainShard, epoch: 0 };
  const foldOf = (shard: number) => ({
    journal: wholeJournal(core, store, shard),
    store: new ProjectionTables(core.db, { encode }, shard),
  });
  const store = openArchive(start.config);
  const rows = new RetentionRows({ app: app.db, core: core.db }, main, demoTables);
  // The same demos before and after, whatever the time that the rebuild takes.
  const endedBeforeMs = systemClock.nowMs() - endedDemoKeptMs;
  const {
    entries,
    rows: count,
    isEqual,
  } = await rebuildProjections({
    ...foldOf(mainShard),
    otherShards: shards.filter((shard) => shard !== mainShard).map(foldOf),
    receipts: new ReceiptChainTable(core.db),
    signer: await openSigner(start.config),
    eraseEnded: () => eraseEndedDemos(rows, endedBeforeMs),
  });
  start.say(
    `${count} rows rebuilt from ${entries} journal entries: ${isEqual ? 'equal to what they were' : 'THEY DIFFERED'}.`,
  );
  const about = { engineVersion: 'rebuild', atMs: systemClock.nowMs() };
  let isSound = isEqual;
  for (const shard of shards) {
    const { seq, former } = await remakeSnapshots(snapshotsOf(core, store, shard), about);
    const replaced = `Snapshots replaced by one of entry ${seq}, made from entry 1.`;
    start.say([...former.map(tellSnapshot), replaced].map((line) => `${of(shard)}${line}`).join('\n'));
    isSound &&= former.every(({ fault }) => fault === null);
  }
  return isSound ? 0 : 1;
}

/**
 * `npm run restore -- --from 1 --to 2000000`: puts the archived partitions that hold these entries back into the database
 * (R-LED-24).
 */
async function restore(start: Start): Promise<number> {
  const { fromSeq, toSeq, shard } = parseRange(process.argv);
  const databases = await openToChange(start);
  const list = new PostgresPartitions(databases.core.pool, { shard, epoch: 0 });
  let count = 0;
  await databases.asOwner(async ({ pool }) => {
    const deps = { list, store: openArchive(start.config), restorer: new PostgresRestorer(pool, shard) };
    for (const restored of await restorePartitions(deps, fromSeq, toSeq)) {
      start.say(`Entries ${restored.fromSeq} to ${restored.toSeq} are in the database again, for 8 days.`);
      count += 1;
    }
  });
  if (count === 0) start.say('The database already holds all of these entries.');
  return 0;
}

const entryMax = 999_999_999_999_999;

/** Reads `--from`, `--to`, by default the last entry, and `--shard`, by default the main one. Throws ConfigError. */
export function parseRange(args: readonly string[]): {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly shard: number;
} {
  const numberAfter = (flag: string, absent: number | null): number => {
    const text = args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? '') : absent;
    if (text === null || !/^[1-9]\d{0,14}$/.test(String(text)))
      throw new ConfigError(
        `${flag} ${text ?? ''} is not the number of an entry; expected --from <number> [--to <number>].`,
      );
    return Number(text);
  };
  const shard = args.includes('--shard') ? (args[args.indexOf('--shard') + 1] ?? '') : String(mainShard);
  if (!/^\d{1,2}$/.test(shard)) throw new ConfigError(`--shard ${shard} is not the number of a shard.`);
  return { fromSeq: numberAfter('--from', null), toSeq: numberAfter('--to', entryMax), shard: Number(shard) };
}

/** `npm run audit`: exit code 1 if anything is not as it was stored. */
async function audit(start: Start): Promise<number> {
  const { lines, isSound } = await auditAll(await openForCommand(start), process.argv, openArchive(start.config));
  start.say(lines.join('\n'));
  return isSound ? 0 : 1;
}

/** `npm run rotate-keys`: seals documents and second factors with new keys. The program must be stopped. */
async function rotateKeys(start: Start): Promise<number> {
  const { app } = await openToChange(start);
  start.say(await rotateDocumentKeys(start.config, app.db));
  start.say(await rotatePeopleKey(start.config, app.db));
  return 0;
}

/** Makes a new document key, unless the settings give the keys, and seals every document value with the newest. */
async function rotateDocumentKeys(config: Config, db: Db): Promise<string> {
  const path = keyFiles(config).documents;
  const given = config.documentKeys;
  const ring = given === null ? await addDocumentKey(path) : await openDocumentKeys(path, given);
  const { companies } = await new CompanyRows(db).load();
  const ids = companies.map(({ id }) => id);
  const count = await resealAll(new SealedTables(db), ring, ids);
  return `${count} values sealed with the new key ${ring.current.id}. Of the older keys only the first is still needed.`;
}

/** Makes a new key of people and seals every secret of a second factor with it. */
async function rotatePeopleKey(config: Config, db: Db): Promise<string> {
  const secrets = await addPeopleKey(keyFiles(config).people);
  const { companies } = await new CompanyRows(db).load();
  const rows = new SealedFactors(db);
  let count = 0;
  for (const { id } of companies)
    count += await rows.reseal(id, secrets.keyId, (place, sealed) =>
      secrets.seal(place, secrets.unseal(place, sealed)),
    );
  return `${count} secrets of second factors sealed with a new key.`;
}
