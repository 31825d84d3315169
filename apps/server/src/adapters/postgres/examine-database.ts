import pg from 'pg';
import type { AuditFacts, DatabaseFacts, LeaseFacts } from '../../ports/diagnosis.ts';
import { compareMigrations } from './migrations/migrate.ts';
import { dueMessages } from './outbox-rows.ts';
import { redirect, watchOf } from './primary-watch.ts';

const connectMaxMs = 5_000;
const answerMaxMs = 10_000;

type Ask = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Reads the state of a database as the owner of its tables, in one transaction that may write nothing. `nowMs` is this
 * machine's clock. Rejects if the database does not answer; the error holds no password.
 */
export async function examineDatabase(connectionString: string, nowMs: () => number): Promise<DatabaseFacts> {
  const watch = watchOf(connectionString);
  if (watch !== null) await watch.ready();
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectMaxMs,
    statement_timeout: answerMaxMs,
    query_timeout: answerMaxMs,
  });
  if (watch !== null) redirect(client, watch.place);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin read only');
    return await read(async (text, values) => (await client.query(text, values)).rows, nowMs);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function read(ask: Ask, nowMs: () => number): Promise<DatabaseFacts> {
  const beganMs = nowMs();
  const [clock] = await ask<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  const clockAheadMs = (beganMs + nowMs()) / 2 - Number(clock?.ms);
  const names = ['server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit', 'archive_mode'];
  const rows = await ask<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [names],
  );
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  const [wal] = await ask<{ slots: number; unarchived: string | null }>(
    `select (select count(*) from pg_replication_slots where slot_type = 'physical')::integer as slots,
       case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as unarchived
     from pg_stat_archiver`,
  );
  const [has] = await ask<Record<'ledger' | 'lease' | 'audit', string | null>>(
    `select to_regclass('kysely_migration')::text as ledger, to_regclass('core_snapshot')::text as lease,
       to_regclass('audit_result')::text as audit`,
  );
  const done = has?.ledger == null ? [] : await ask<{ name: string }>('select name from kysely_migration');
  const { behind, ahead } = compareMigrations(done.map(({ name }) => name));
  return {
    version: Number(settings['server_version_num']),
    settings: {
      fsync: settings['fsync'] ?? '',
      full_page_writes: settings['full_page_writes'] ?? '',
      synchronous_commit: settings['synchronous_commit'] ?? '',
    },
    clockAheadMs,
    migrationsBehind: behind,
    migrationsAhead: ahead,
    keepsWal: settings['archive_mode'] !== 'off' || (wal?.slots ?? 0) > 0,
    unarchived: settings['archive_mode'] === 'off' ? null : (wal?.unarchived ?? null),
    leases: has?.lease == null ? [] : await readLeases(ask),
    audits: has?.audit == null ? [] : await readAudits(ask, nowMs()),
    endedKeys: behind.includes('0049-receipt-key-times') || has?.lease == null ? [] : await readEndedKeys(ask),
    messages: has?.lease == null ? { count: 0, oldestMs: 0 } : await readMessages(ask, nowMs()),
  };
}

async function readEndedKeys(ask: Ask): Promise<string[]> {
  const rows = await ask<{ key_id: string }>('select key_id from receipt_key where until_ms is not null');
  return rows.map(({ key_id }) => key_id);
}

async function readLeases(ask: Ask): Promise<LeaseFacts[]> {
  const rows = await ask<{
    shard: number;
    last_seq: string;
    address: string | null;
    state: LeaseFacts['state'];
    lost_ms: number;
    projected: string | null;
    snapshot: string | null;
  }>(
    `select shard, last_seq, address,
       case when expires_at = '-infinity' then 'free' when expires_at > clock_timestamp() then 'held' else 'lost' end as state,
       case when expires_at = '-infinity' then 0
         else greatest(0, extract(epoch from clock_timestamp() - expires_at) * 1000) end::float8 as lost_ms,
       (select seq from projector_checkpoint as done where done.shard = lease.shard and projector = 'trading') as projected,
       (select max(seq) from core_snapshot as made where made.shard = lease.shard) as snapshot
     from shard_lease as lease order by shard`,
  );
  const numberOf = (text: string | null) => (text === null ? null : Number(text));
  return rows.map((row) => ({
    shard: row.shard,
    lastSeq: Number(row.last_seq),
    address: row.address,
    state: row.state,
    lostForMs: row.lost_ms,
    projectedSeq: numberOf(row.projected),
    snapshotSeq: numberOf(row.snapshot),
  }));
}

async function readAudits(ask: Ask, nowMs: number): Promise<AuditFacts[]> {
  const found: AuditFacts[] = [];
  for (const { id } of await ask<{ id: number }>('select id from company order by id')) {
    await ask(`select set_config('app.tenant', $1, true), set_config('role', 'candor_app', true)`, [String(id)]);
    const [newest] = await ask<{ state: AuditFacts['state']; since_ms: string; ended_at_ms: string }>(
      'select state, since_ms, ended_at_ms from audit_result order by began_at_ms desc limit 1',
    );
    await ask(`select set_config('role', 'none', true)`);
    if (newest === undefined) continue;
    const ageMs = Math.max(0, nowMs - Number(newest.ended_at_ms));
    found.push({ companyId: id, state: newest.state, sinceMs: Number(newest.since_ms), ageMs });
  }
  return found;
}

/** Counts each company's due messages by the index of those that wait, at most a thousand. */
async function readMessages(ask: Ask, nowMs: number): Promise<DatabaseFacts['messages']> {
  let [count, oldestMs] = [0, 0];
  for (const { id } of await ask<{ id: number }>('select id from company order by id')) {
    // The owner, too, is bound by row security.
    await ask(`select set_config('app.tenant', $1, true), set_config('role', 'candor_app', true)`, [String(id)]);
    const [due] = await ask<{ count: number; since_ms: string | null }>(dueMessages, [nowMs]);
    count += due?.count ?? 0;
    if (due?.since_ms != null) oldestMs = Math.max(oldestMs, nowMs - Number(due.since_ms));
  }
  return { count, oldestMs };
}
