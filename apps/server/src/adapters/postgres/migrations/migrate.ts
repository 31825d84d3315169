import { createHash } from 'node:crypto';
import { type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import { ExplainedError } from '../../../ports/explained-error.ts';
import { type Db, openDatabase } from '../database.ts';
import { ensureRoles } from '../database-roles.ts';
import { up as core } from './0001-core.ts';
import { up as candles } from './0002-candles.ts';
import { up as receipts } from './0003-receipts.ts';
import { up as companies } from './0004-companies.ts';
import { up as people } from './0005-people.ts';
import { up as documents } from './0006-documents.ts';
import { up as fundsProjection } from './0007-funds-projection.ts';
import { up as fundsDesk } from './0008-funds-desk.ts';
import { up as sightings } from './0009-payment-sightings.ts';
import { up as console } from './0010-console.ts';
import { up as operate } from './0011-operate.ts';
import { up as content } from './0012-content.ts';
import { up as idleDemos } from './0013-idle-demos.ts';
import { up as lease } from './0014-lease.ts';
import { up as registrationSession } from './0015-registration-session.ts';
import { up as signIns } from './0016-sign-ins.ts';
import { up as methodHold } from './0017-method-hold.ts';
import { up as uploadContents } from './0018-upload-contents.ts';
import { up as installation } from './0019-installation.ts';
import { up as standing } from './0020-standing.ts';
import { up as codeTickets } from './0021-code-tickets.ts';
import { up as stressMove } from './0022-stress-move.ts';
import { up as smsBudget } from './0023-sms-budget.ts';
import { up as clockMark } from './0024-clock-mark.ts';
import { up as snapshots } from './0025-snapshots.ts';
import { up as leadFence } from './0026-lead-fence.ts';
import { up as journalPartitions } from './0027-journal-partitions.ts';
import { up as gateways } from './0028-gateways.ts';
import { up as bounds } from './0029-bounds.ts';
import { up as shards } from './0030-shards.ts';
import { up as idDays } from './0031-id-days.ts';
import { up as rankingChanges } from './0032-ranking-changes.ts';
import { up as realReceipts } from './0033-real-receipts.ts';
import { up as historyByInstrument } from './0034-history-by-instrument.ts';
import { up as transparencyLog } from './0035-transparency-log.ts';
import { up as approvals } from './0036-approvals.ts';
import { up as publicProofs } from './0037-public-proofs.ts';
import { up as nameWords } from './0038-name-words.ts';
import { up as notices } from './0039-notices.ts';
import { up as tradeNotes } from './0040-trade-notes.ts';
import { up as candleBlocks } from './0041-candle-blocks.ts';
import { up as statistics } from './0042-statistics.ts';
import { up as swapSteps } from './0043-swap-steps.ts';
import { up as operatorInvitations } from './0044-operator-invitations.ts';
import { up as calendar } from './0045-calendar.ts';
import { up as popularInstruments } from './0046-popular-instruments.ts';
import { up as hedging } from './0047-hedging.ts';
import { up as clientNotes } from './0048-client-notes.ts';
import { up as receiptKeyTimes } from './0049-receipt-key-times.ts';

/** Every migration by name, oldest first. Forward only: the next migration corrects a mistake. */
const migrations: Record<string, Migration> = {
  '0001-core': { up: core },
  '0002-candles': { up: candles },
  '0003-receipts': { up: receipts },
  '0004-companies': { up: companies },
  '0005-people': { up: people },
  '0006-documents': { up: documents },
  '0007-funds-projection': { up: fundsProjection },
  '0008-funds-desk': { up: fundsDesk },
  '0009-payment-sightings': { up: sightings },
  '0010-console': { up: console },
  '0011-operate': { up: operate },
  '0012-content': { up: content },
  '0013-idle-demos': { up: idleDemos },
  '0014-lease': { up: lease },
  '0015-registration-session': { up: registrationSession },
  '0016-sign-ins': { up: signIns },
  '0017-method-hold': { up: methodHold },
  '0018-upload-contents': { up: uploadContents },
  '0019-installation': { up: installation },
  '0020-standing': { up: standing },
  '0021-code-tickets': { up: codeTickets },
  '0022-stress-move': { up: stressMove },
  '0023-sms-budget': { up: smsBudget },
  '0024-clock-mark': { up: clockMark },
  '0025-snapshots': { up: snapshots },
  '0026-lead-fence': { up: leadFence },
  '0027-journal-partitions': { up: journalPartitions },
  '0028-gateways': { up: gateways },
  '0029-bounds': { up: bounds },
  '0030-shards': { up: shards },
  '0031-id-days': { up: idDays },
  '0032-ranking-changes': { up: rankingChanges },
  '0033-real-receipts': { up: realReceipts },
  '0034-history-by-instrument': { up: historyByInstrument },
  '0035-transparency-log': { up: transparencyLog },
  '0036-approvals': { up: approvals },
  '0037-public-proofs': { up: publicProofs },
  '0038-name-words': { up: nameWords },
  '0039-notices': { up: notices },
  '0040-trade-notes': { up: tradeNotes },
  '0041-candle-blocks': { up: candleBlocks },
  '0042-statistics': { up: statistics },
  '0043-swap-steps': { up: swapSteps },
  '0044-operator-invitations': { up: operatorInvitations },
  '0045-calendar': { up: calendar },
  '0046-popular-instruments': { up: popularInstruments },
  '0047-hedging': { up: hedging },
  '0048-client-notes': { up: clientNotes },
  '0049-receipt-key-times': { up: receiptKeyTimes },
};

export const migrationProvider: MigrationProvider = { getMigrations: () => Promise.resolve(migrations) };

/** Migrates to the newest schema. Concurrent callers wait for one another; a failed step changes nothing. */
export async function migrateToLatest(db: Db): Promise<string[]> {
  await ensureRoles(db);
  const migrator = new Migrator({ db, provider: migrationProvider });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** The schema is newer than this build; the message names the remedy. */
export class DatabaseNewerError extends ExplainedError {
  override readonly name = 'DatabaseNewerError';
}

/**
 * Migrates as far as a process may that does not lead: an empty database, or one from before leases; later steps wait
 * until no other process can use the tables. Throws DatabaseNewerError.
 */
export async function prepareToLead(db: Db): Promise<void> {
  const { rows } = await sql`
    select 1 from information_schema.columns
    where table_schema = 'public' and table_name = 'shard_lease' and column_name = 'expires_at'`.execute(db);
  if (rows.length === 0) {
    await migrateToLatest(db);
    return;
  }
  await ensureRoles(db);
  const { rows: done } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const { ahead } = compareMigrations(done.map(({ name }) => name));
  if (ahead.length === 0) return;
  throw new DatabaseNewerError(
    `The database was migrated by a newer version of Candor (${ahead.join(', ')}). Start that version or a later one.`,
  );
}

/**
 * Returns the id of the installation: a hash of the moments of its first migrations, which every process finds from
 * `prepareToLead` on and no later version changes. A copy of the database has the same id.
 */
export async function installationId(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration where name <= '0014-lease' order by name`.execute(db);
  const moments = rows.map(({ name, timestamp }) => `${name} ${timestamp}`).join('\n');
  return createHash('sha256').update(moments).digest('hex').slice(0, 16);
}

/** True if the schema is this build's. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ done: string | null }>`select to_regclass('kysely_migration')::text as done`.execute(db);
  if (rows[0]?.done == null) return false;
  const { rows: done } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return compareMigrations(done.map(({ name }) => name)).behind.length === 0;
}

/** Returns this build's migrations that a schema lacks, and those of a newer build that it has. */
export function compareMigrations(done: readonly string[]): {
  readonly behind: readonly string[];
  readonly ahead: readonly string[];
} {
  return {
    behind: Object.keys(migrations).filter((name) => !done.includes(name)),
    ahead: done.filter((name) => migrations[name] === undefined),
  };
}

/** Migrates a database that is not open yet. */
export async function migrateConnection(connectionString: string): Promise<string[]> {
  const database = openDatabase(connectionString, () => undefined, 1);
  try {
    return await migrateToLatest(database.db);
  } finally {
    await database.close();
  }
}
