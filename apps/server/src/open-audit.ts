import type { CompanyId } from '@candor/domain/values/ids';
import { mainShard } from '@candor/domain/values/shard';
import { systemClock } from './adapters/clock/system-clock.ts';
import { AuditRows } from './adapters/postgres/audit-rows.ts';
import { AuditedRows } from './adapters/postgres/audited-tables.ts';
import { CompanyRows } from './adapters/postgres/company-rows.ts';
import type { OpenDatabase } from './adapters/postgres/database.ts';
import { PostgresPartitions } from './adapters/postgres/journal-partitions.ts';
import { LogReadTables } from './adapters/postgres/log-tables.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { PostgresLease } from './adapters/postgres/postgres-lease.ts';
import { PostgresSnapshots } from './adapters/postgres/postgres-snapshots.ts';
import { SignInRows } from './adapters/postgres/sign-in-rows.ts';
import { ConfigError } from './config.ts';
import { ArchivedJournal } from './journal/archived-journal.ts';
import { auditJournal } from './journal/audit-journal.ts';
import { PaymentsAudit } from './journal/payments-audit.ts';
import type { ArchiveStore } from './ports/archive.ts';
import type { ChainHead, Rest } from './ports/audit.ts';
import type { JournalEntry, JournalReader } from './ports/journal.ts';
import type { AuditPart } from './ports/nightly-audit.ts';
import { auditLogTree } from './projections/audit/audit-log-tree.ts';
import { recompute } from './projections/audit/recompute.ts';
import { fallbackPolicy } from './services/trade/trading-policy.ts';
import { createFold } from './trading/journal-fold.ts';
import { checkSnapshots, type SnapshotCheck } from './trading/snapshots/check-snapshots.ts';

/** Returns the shards of the settings, and every other one that has a journal. */
export async function shardsOf({ pool }: OpenDatabase, set = 1): Promise<number[]> {
  const used = await new PostgresLease(pool, mainShard).shards();
  return [...new Set([...Array.from({ length: set }, (_, shard) => shard), ...used])].toSorted((a, b) => a - b);
}

/** Start of a line about a shard; none for the main one. */
export function of(shard: number): string {
  return shard === mainShard ? '' : `shard ${shard}: `;
}

/** The journal of a shard from its first entry, wherever it is. */
export function wholeJournal({ pool }: OpenDatabase, store: ArchiveStore | null, shard: number): ArchivedJournal {
  const reader = { shard, epoch: 0 };
  return new ArchivedJournal(new PostgresJournal(pool, reader), new PostgresPartitions(pool, reader), store);
}

export function snapshotsOf(core: OpenDatabase, store: ArchiveStore | null, shard: number) {
  const snapshots = new PostgresSnapshots(core.pool, shard);
  return { journal: wholeJournal(core, store, shard), snapshots, createFold: () => createFold(fallbackPolicy, shard) };
}

export function tellSnapshot({ seq, comparedFrom, fault }: SnapshotCheck): string {
  if (fault !== null) return `snapshot ${seq}: CANNOT BE USED: ${fault}`;
  return `snapshot ${seq}: sound${comparedFrom === null ? '' : `, equal to the journal from entry ${comparedFrom + 1}`}`;
}

/** A part of an audit: of one company, of one shard, or of neither. */
export interface FoundPart extends AuditPart {
  readonly companyId: CompanyId | null;
  readonly shard: number | null;
}

export interface ChainReport {
  readonly lines: readonly string[];
  readonly isSound: boolean;
  readonly parts: readonly FoundPart[];
}

interface AuditedDatabases {
  readonly app: OpenDatabase;
  readonly core: OpenDatabase;
}

/** How an audit of everything runs. */
interface AuditPace {
  /** Called between two batches: the place to rest, and to give up by throwing. */
  readonly rest: Rest;
  /** Number of the night, by which a part of a very long log is chosen. */
  readonly night: number;
}

const atOnce: AuditPace = { rest: () => Promise.resolve(), night: 0 };

/**
 * Everything that `auditChains` checks, and then what each sound journal gives once more from its first entry: balances,
 * tables, receipts and their leaves; and every company's log (R-LOG-13). With archived entries the journal is folded
 * again only with `--archive`.
 */
export async function auditAll(
  databases: AuditedDatabases,
  args: readonly string[],
  store: ArchiveStore | null,
  { rest, night }: AuditPace = atOnce,
): Promise<ChainReport> {
  const { app, core } = databases;
  const chains = await auditChains(databases, args, store, rest);
  const lines = [...chains.lines];
  const parts = [...chains.parts];
  const sound = chains.parts.filter(({ name, isGood }) => name === 'journal' && isGood);
  for (const { shard } of sound) {
    if (shard === null) continue;
    const list = await new PostgresPartitions(core.pool, { shard, epoch: 0 }).list();
    if (!args.includes('--archive') && list.some(({ state }) => state !== 'attached')) {
      lines.push(`${of(shard)}balances, tables and receipts: not folded again, --archive does it`);
      continue;
    }
    const journal = wholeJournal(core, store, shard);
    const { parts: found, faults } = await recompute({ journal, tables: new AuditedRows(core.db, shard), rest });
    for (const part of found) {
      parts.push({ ...part, companyId: null, shard });
      lines.push(`${of(shard)}${part.name}: ${part.count} compared, ${part.isGood ? 'sound' : 'NOT AS JOURNALED'}`);
    }
    lines.push(...faults.map((fault) => `  ${of(shard)}${fault}`));
  }
  const { companies } = await new CompanyRows(app.db).load();
  for (const { id } of companies) {
    const { fault, count } = await auditLogTree(new LogReadTables(app.db), id, night, rest);
    parts.push({ companyId: id, shard: null, name: 'log', isGood: fault === null, count });
    lines.push(`log-${id}: ${count} entries, ${fault === null ? 'sound' : `DAMAGED: ${fault}`}`);
  }
  return { lines, isSound: parts.every(({ isGood }) => isGood), parts };
}

/**
 * Checks every company's chains of operators' actions (R-OPS-04) and of sign-ins (R-SEC-12), the journal (R-LED-06), the
 * used payments against its entries (R-FND-93), and the snapshots against a replay from the oldest, or from entry 1 with `--from-zero` (R-LED-19).
 * `args` may hold `--head <name>:<seq>:<hash>` as an earlier run printed them; the name is a company's id,
 * `sign-ins-<id>`, `journal`, or `journal-<shard>`; with `--archive` every archived file is read (R-LED-24). Throws ConfigError for a
 * malformed head.
 */
export async function auditChains(
  { app, core }: AuditedDatabases,
  args: readonly string[],
  store: ArchiveStore | null = null,
  rest: Rest = atOnce.rest,
): Promise<ChainReport> {
  const expected = parseHeads(args);
  const auditRows = new AuditRows(app.db, systemClock);
  const signIns = new SignInRows(app.db);
  const { companies } = await new CompanyRows(app.db).load();
  const lines: string[] = [];
  const parts: FoundPart[] = [];
  let isSound = true;
  const note = (of: Partial<FoundPart>, name: AuditPart['name'], isGood: boolean, count: number) => {
    parts.push({ companyId: null, shard: null, ...of, name, isGood, count });
  };
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
    const actions = await auditRows.check(id, expected.get(String(id)) ?? null, undefined, rest);
    report(String(id), actions);
    note({ companyId: id }, 'operators', actions.fault === null, actions.head?.seq ?? 0);
    expected.delete(String(id));
    const name = `sign-ins-${id}`;
    const entries = await signIns.check(id, expected.get(name) ?? null, undefined, rest);
    report(name, entries);
    note({ companyId: id }, 'sign-ins', entries.fault === null, entries.head?.seq ?? 0);
    expected.delete(name);
  }
  const faultless: number[] = [];
  const isArchiveRead = args.includes('--archive');
  for (const shard of await shardsOf(core, 1 + Math.max(0, ...companies.map((one) => one.shard)))) {
    const name = journalName(shard);
    const reader = { shard, epoch: 0 };
    const live = new PostgresJournal(core.pool, reader);
    const payments = new PaymentsAudit(live.payments);
    const onChecked = (entries: readonly JournalEntry[]) => payments.take(entries);
    const journal = await auditJournal(
      { live, list: new PostgresPartitions(core.pool, reader), store, isArchiveRead, onChecked, rest },
      expected.get(name) ?? null,
    );
    if (journal.damage === null) report(name, journal);
    else lines.push(`${name}: ${journal.head.seq} entries, ARCHIVE DAMAGED: ${journal.damage}`);
    if (journal.archivedSeq > 0 && !isArchiveRead)
      lines.push(`  entries up to ${journal.archivedSeq} are in the archive; --archive reads them too`);
    lines.push(`${of(shard)}${tellPayments(payments)}`);
    const isFaultless = journal.fault === null && journal.damage === null;
    note({ shard }, 'journal', isFaultless, journal.head.seq);
    note({ shard }, 'payments', payments.fault === null, payments.count);
    expected.delete(name);
    if (isFaultless) faultless.push(shard);
  }
  // Left over: chains that were deleted together with their company.
  for (const name of expected.keys()) report(name, { head: null, fault: { seq: 1, fault: 'missing' } });
  // A replay would end at the fault.
  for (const shard of faultless)
    for (const check of await snapshotsIn(core, store, { shard, rest, isFromZero: args.includes('--from-zero') })) {
      note({ shard }, 'snapshots', check.fault === null, 1);
      lines.push(`${of(shard)}${tellSnapshot(check)}`);
    }
  return { lines, isSound: isSound && parts.every(({ isGood }) => isGood), parts };
}

/** Checks the snapshots of a shard, resting before each read of the journal. */
function snapshotsIn(
  core: OpenDatabase,
  store: ArchiveStore | null,
  { shard, rest, isFromZero }: { readonly shard: number; readonly rest: Rest; readonly isFromZero: boolean },
): Promise<SnapshotCheck[]> {
  const deps = snapshotsOf(core, store, shard);
  const read: JournalReader['read'] = async (seq, limit) => {
    await rest();
    return deps.journal.read(seq, limit);
  };
  return checkSnapshots({ ...deps, journal: { position: () => deps.journal.position(), read } }, isFromZero);
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
