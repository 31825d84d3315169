import { mkdirSync } from 'node:fs';
import { mainShard } from '@candor/domain/values/shard';
import { systemClock } from './adapters/clock/system-clock.ts';
import { addDocumentKey, openDocumentKeys } from './adapters/keys/document-keys.ts';
import { addPeopleKey } from './adapters/keys/secrets-file.ts';
import { AuditRows } from './adapters/postgres/audit-rows.ts';
import { CompanyRows } from './adapters/postgres/company-rows.ts';
import type { Db, OpenDatabase } from './adapters/postgres/database.ts';
import { PostgresPartitions } from './adapters/postgres/journal-partitions.ts';
import { type Databases, openDatabases } from './adapters/postgres/open-databases.ts';
import { PostgresRestorer } from './adapters/postgres/partition-restorer.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { PostgresLease } from './adapters/postgres/postgres-lease.ts';
import { PostgresSnapshots } from './adapters/postgres/postgres-snapshots.ts';
import { ProjectionTables } from './adapters/postgres/projection-tables.ts';
import { ReceiptChainTable } from './adapters/postgres/receipt-tables.ts';
import { RetentionRows } from './adapters/postgres/retention-rows.ts';
import { SealedFactors } from './adapters/postgres/sealed-factors.ts';
import { SealedTables } from './adapters/postgres/sealed-rows.ts';
import { SignInRows } from './adapters/postgres/sign-in-rows.ts';
import { type Config, ConfigError } from './config.ts';
import { handOver } from './hand-over.ts';
import { ArchivedJournal } from './journal/archived-journal.ts';
import { auditJournal } from './journal/audit-journal.ts';
import { PaymentsAudit } from './journal/payments-audit.ts';
import { restorePartitions } from './journal/restore-partitions.ts';
import { keyFiles, openSigner, type Start } from './open-adapters.ts';
import { openArchive } from './open-archive.ts';
import type { ArchiveStore } from './ports/archive.ts';
import type { ChainHead } from './ports/audit.ts';
import type { JournalEntry, ShardLead } from './ports/journal.ts';
import { rebuildProjections } from './projections/rebuild.ts';
import { resealAll } from './services/documents/sealing.ts';
import { demoTables, endedDemoKeptMs } from './services/retention/bounds.ts';
import { eraseEndedDemos } from './services/retention/retention.ts';
import { fallbackPolicy } from './services/trade/trading-policy.ts';
import { leadAlone } from './take-lead.ts';
import { encode } from './trading/codec.ts';
import { createFold } from './trading/journal-fold.ts';
import { checkSnapshots, remakeSnapshots, type SnapshotCheck } from './trading/snapshots/check-snapshots.ts';

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
function openForCommand(start: Start): Promise<Databases> {
  mkdirSync(start.config.dataDir, { recursive: true });
  return openDatabases({ ...start, isBounded: false });
}

/** Returns the shards of the settings, and every other one that has a journal. */
async function shardsOf({ pool }: OpenDatabase, set = 1): Promise<number[]> {
  const used = await new PostgresLease(pool, mainShard).shards();
  return [...new Set([...Array.from({ length: set }, (_, shard) => shard), ...used])].toSorted((a, b) => a - b);
}

/** Opens the database for a command that changes it: as the only leader of every shard, with the newest schema. */
async function openToChange(start: Start): Promise<Databases & { readonly leads: readonly ShardLead[] }> {
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

/** Start of a line about a shard; none for the main one. */
function of(shard: number): string {
  return shard === mainShard ? '' : `shard ${shard}: `;
}

/** The journal of a shard from its first entry, wherever it is. */
function wholeJournal({ pool }: OpenDatabase, store: ArchiveStore | null, shard: number): ArchivedJournal {
  const reader = { shard, epoch: 0 };
  return new ArchivedJournal(new PostgresJournal(pool, reader), new PostgresPartitions(pool, reader), store);
}

function snapshotsOf(core: OpenDatabase, store: ArchiveStore | null, shard: number) {
  const snapshots = new PostgresSnapshots(core.pool, shard);
  return { journal: wholeJournal(core, store, shard), snapshots, createFold: () => createFold(fallbackPolicy, shard) };
}

function tellSnapshot({ seq, comparedFrom, fault }: SnapshotCheck): string {
  if (fault !== null) return `snapshot ${seq}: CANNOT BE USED: ${fault}`;
  return `snapshot ${seq}: sound${comparedFrom === null ? '' : `, equal to the journal from entry ${comparedFrom + 1}`}`;
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

/** `npm run audit`: exit code 1 if a chain is broken. */
async function audit(start: Start): Promise<number> {
  const { lines, isSound } = await auditChains(await openForCommand(start), process.argv, openArchive(start.config));
  start.say(lines.join('\n'));
  return isSound ? 0 : 1;
}

export interface ChainReport {
  readonly lines: readonly string[];
  readonly isSound: boolean;
}

/**
 * Checks every company's chains of operators' actions (R-OPS-04) and of sign-ins (R-SEC-12), the journal (R-LED-06), the
 * used payments against its entries (R-FND-93), and the snapshots against a replay from the oldest, or from entry 1 with `--from-zero` (R-LED-19).
 * `args` may hold `--head <name>:<seq>:<hash>` as an earlier run printed them; the name is a company's id,
 * `sign-ins-<id>`, `journal`, or `journal-<shard>`; with `--archive` every archived file is read (R-LED-24). Throws ConfigError for a
 * malformed head.
 */
export async function auditChains(
  { app, core }: { readonly app: OpenDatabase; readonly core: OpenDatabase },
  args: readonly string[],
  store: ArchiveStore | null = null,
): Promise<ChainReport> {
  const expected = parseHeads(args);
  const auditRows = new AuditRows(app.db, systemClock);
  const { companies } = await new CompanyRows(app.db).load();
  const lines: string[] = [];
  let isSound = true;
  const report = (name: string, { head, fault }: Checked): void => {
    if (fault !== null) isSound = false;
    const held = `${head?.seq ?? 0} entries`;
    const found =
      fault === null ? 'sound' : `ENTRY ${fault.seq} ${fault.fault === 'changed' ? 'WAS CHANGED' : 'IS MISSING'}`;
    lines.push(`${name}: ${held}, ${found}`);
    if (fault === null && head !== null && head.seq > 0)
      lines.push(`  --head ${name}:${head.seq}:${head.hash.toString('hex')}`);
  };
  for (const { id } of companies) {
    report(String(id), await auditRows.check(id, expected.get(String(id)) ?? null));
    expected.delete(String(id));
  }
  const signIns = new SignInRows(app.db);
  for (const { id } of companies) {
    const name = `sign-ins-${id}`;
    report(name, await signIns.check(id, expected.get(name) ?? null));
    expected.delete(name);
  }
  const faultless: number[] = [];
  const isArchiveRead = args.includes('--archive');
  const ofCompanies = 1 + Math.max(0, ...companies.map(({ shard }) => shard));
  for (const shard of await shardsOf(core, ofCompanies)) {
    const name = journalName(shard);
    const reader = { shard, epoch: 0 };
    const live = new PostgresJournal(core.pool, reader);
    const payments = new PaymentsAudit(live.payments);
    const onChecked = (entries: readonly JournalEntry[]) => payments.take(entries);
    const journal = await auditJournal(
      { live, list: new PostgresPartitions(core.pool, reader), store, isArchiveRead, onChecked },
      expected.get(name) ?? null,
    );
    if (journal.damage === null) report(name, journal);
    else lines.push(`${name}: ${journal.head.seq} entries, ARCHIVE DAMAGED: ${journal.damage}`);
    if (journal.archivedSeq > 0 && !isArchiveRead)
      lines.push(`  entries up to ${journal.archivedSeq} are in the archive; --archive reads them too`);
    lines.push(`${of(shard)}${tellPayments(payments)}`);
    isSound &&= journal.damage === null && payments.fault === null;
    expected.delete(name);
    if (journal.fault === null && journal.damage === null) faultless.push(shard);
  }
  // Heads left over are of chains that were deleted together with their company.
  for (const name of expected.keys()) report(name, { head: null, fault: { seq: 1, fault: 'missing' } });
  // A replay would end at the fault.
  for (const shard of faultless)
    for (const check of await checkSnapshots(snapshotsOf(core, store, shard), args.includes('--from-zero'))) {
      if (check.fault !== null) isSound = false;
      lines.push(`${of(shard)}${tellSnapshot(check)}`);
    }
  return { lines, isSound };
}

function tellPayments({ count, fault }: PaymentsAudit): string {
  const found = fault === null ? 'sound' : `THAT OF ENTRY ${fault.seq} IS ${fault.fault.toUpperCase()}`;
  return `used payments: ${count}, ${found}`;
}

/** Name of a shard's journal in reports and heads. */
function journalName(shard: number): string {
  return shard === mainShard ? 'journal' : `journal-${shard}`;
}

interface Checked {
  readonly head: ChainHead | null;
  readonly fault: { readonly seq: number; readonly fault: 'changed' | 'missing' } | null;
}

function parseHeads(args: readonly string[]): Map<string, ChainHead> {
  const heads = new Map<string, ChainHead>();
  for (const [at, arg] of args.entries()) {
    if (arg !== '--head') continue;
    const text = args[at + 1] ?? '';
    const [, name = '', seq = '', hash = ''] =
      /^((?:sign-ins-)?\d{1,9}|journal(?:-\d{1,2})?):([1-9]\d{0,14}):([\da-f]{64})$/.exec(text) ?? [];
    if (name === '')
      throw new ConfigError(`--head ${text} is malformed; expected <company or journal>:<number>:<64 hex digits>.`);
    heads.set(name, { seq: Number(seq), hash: Buffer.from(hash, 'hex') });
  }
  return heads;
}
