import { Migrator } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendEntries, clientIdOf, shrinkPartitions } from '../../../../../testkit/journal-rows.ts';
import { leadingJournal } from '../../../../../testkit/leading-journal.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { ensureRoles } from './database-roles.ts';
import { PostgresPartitions } from './journal-partitions.ts';
import { migrateConnection, migrateToLatest, migrationProvider } from './migrations/migrate.ts';
import type { PostgresJournal } from './postgres-journal.ts';

const ignore = () => undefined;
const dayMs = 86_400_000;
const today = () => Math.floor(Date.now() / dayMs);

let database: TestDatabase;
let owner: OpenDatabase;
let core: OpenDatabase;
let journal: PostgresJournal;
let partitions: PostgresPartitions;

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  owner = openDatabase(database.connectionString, ignore, 3);
  core = openDatabase(database.connectionString, ignore, 4, 'candor_core');
  await lead();
});
afterEach(async () => {
  await Promise.all([owner.close(), core.close()]);
  await database.drop();
});

async function lead(): Promise<void> {
  journal = await leadingJournal(core.pool);
  partitions = new PostgresPartitions(core.pool, { shard: 0, epoch: (await journal.lead()).epoch });
}

const tableOf = async (seq: number) => {
  const { rows } = await owner.pool.query('select tableoid::regclass::text as name from journal where seq = $1', [seq]);
  return (rows as { name: string }[])[0]?.name;
};
const idTables = async () => {
  const { rows } = await owner.pool.query(
    `select substr(c.relname, 14)::integer as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'command_id'::regclass order by 1`,
  );
  return (rows as { day: number }[]).map(({ day }) => day);
};

describe('R-LED-21 partitions of the journal', () => {
  test('entries go to the partition of their sequence, and a batch may span two', async () => {
    await shrinkPartitions(owner.pool, 100, 3);
    const entries = await appendEntries(journal, 250, 1);
    expect(await Promise.all([1, 100, 101, 250].map(tableOf))).toEqual([
      'journal_0_1',
      'journal_0_1',
      'journal_0_101',
      'journal_0_201',
    ]);
    expect(await journal.read(0, 1_000)).toEqual(entries);
    expect((await journal.read(95, 10)).map(({ seq }) => seq)).toEqual(entries.slice(95, 105).map(({ seq }) => seq));
  });

  test('two whole partitions are kept ahead of the last entry, by the leader only', async () => {
    await shrinkPartitions(owner.pool, 100, 1);
    expect(await partitions.keepAhead(100)).toBe(200);
    await appendEntries(journal, 150, 1);
    expect(await partitions.keepAhead(100)).toBe(400);
    expect(await partitions.keepAhead(100)).toBe(400);
    expect((await partitions.list()).map(({ fromSeq }) => fromSeq)).toEqual([1, 101, 201, 301]);
    const deposed = partitions;
    await lead();
    for (const change of [() => deposed.keepAhead(1_000), () => deposed.keepIdDays(today() + 5)])
      await expect(change()).rejects.toMatchObject({ name: 'FencedError' });
  });

  test('a partition is attached while a commit and a long reader are under way', async () => {
    await shrinkPartitions(owner.pool, 100, 1);
    await appendEntries(journal, 10, 1);
    const reader = await owner.pool.connect();
    await reader.query('begin');
    await reader.query('select count(*) from journal');
    const writer = await owner.pool.connect();
    await writer.query('begin');
    await writer.query(
      `insert into journal select shard, 99, epoch, at_ms, null, null, null, payload, hash from journal limit 1`,
    );
    expect(await partitions.keepAhead(100)).toBe(300);
    await appendEntries(journal, 10, 1);
    for (const client of [reader, writer]) {
      await client.query('rollback');
      client.release();
    }
  });

  test('R-LED-06 nobody changes an entry, through the journal or its partition; the core cannot even name a partition', async () => {
    await shrinkPartitions(owner.pool, 100, 2);
    await appendEntries(journal, 150, 1);
    for (const table of ['journal', 'journal_0_1', 'journal_0_101'])
      for (const change of [`update ${table} set at_ms = 2`, `delete from ${table}`, `truncate ${table}`]) {
        await expect(owner.pool.query(change), change).rejects.toThrow('append-only');
        await expect(core.pool.query(change), change).rejects.toThrow('permission denied');
      }
    for (const change of [
      'select 1 from journal_0_1',
      'drop table journal_0_1',
      'alter table journal detach partition journal_0_1',
      'select add_journal_partition(0, 500, 600)',
      'select add_command_id_day(0, 500)',
      `select require_archived(0, 1, 'app_user')`,
      `insert into journal_partition values (0, 900, 901, 'attached')`,
      `update journal_partition set state = 'dropped'`,
      'delete from journal_archive',
      'insert into journal_partition_event (shard, from_seq, to_seq, act) values (0, 1, 1, $$x$$)',
    ])
      await expect(core.pool.query(change), change).rejects.toThrow(/permission denied|must be owner/);
  });

  test('reads of any page touch one partition, whatever the number of partitions', async () => {
    const explain = async () => {
      const { rows } = await owner.pool.query(
        'explain (analyze, costs off, timing off, summary off) select seq from journal where shard = 0 and seq > 5 order by seq limit 20',
      );
      return (rows as Record<string, string>[])
        .map((row) => row['QUERY PLAN'] ?? '')
        .filter((line) => /Scan.* on journal/.test(line) && !line.includes('never executed'));
    };
    await shrinkPartitions(owner.pool, 100, 4);
    await appendEntries(journal, 300, 1);
    expect(await explain()).toHaveLength(1);
  });
});

describe('R-RUN-08 R-LED-21 an installation from before partitions', () => {
  test('keeps its table as the first partition, uncopied, with the ids of the last seven days', async () => {
    const old = await createTestDatabase(() => Promise.resolve(), 'empty');
    const oldOwner = openDatabase(old.connectionString, ignore, 2);
    const oldCore = openDatabase(old.connectionString, ignore, 2, 'candor_core');
    await ensureRoles(oldOwner.db);
    await new Migrator({ db: oldOwner.db, provider: migrationProvider }).migrateTo('0026-lead-fence');
    const before = await leadingJournal(oldCore.pool);
    const nowMs = Date.now();
    const entries = [
      ...(await appendEntries(before, 100, nowMs - 9 * dayMs)),
      ...(await appendEntries(before, 200, nowMs - 6 * dayMs)),
    ];
    const fileOf = async (table: string) =>
      (await oldOwner.pool.query('select pg_relation_filenode($1::regclass) as file', [table])).rows[0] as object;
    const file = await fileOf('journal');

    expect(await migrateToLatest(oldOwner.db)).not.toEqual([]);

    expect(await fileOf('journal_0_1')).toEqual(file);
    const after = await leadingJournal(oldCore.pool);
    expect(await after.read(0, 1_000)).toEqual(entries);
    const [tooOld, kept] = [clientIdOf(99), clientIdOf(102)];
    expect(await after.ids.find([tooOld, kept].map((clientId) => ({ accountId: 1, clientId })))).toEqual([null, 102]);
    await appendEntries(after, 10, nowMs);
    expect(
      await new PostgresPartitions(oldCore.pool, { shard: 0, epoch: (await after.lead()).epoch }).list(),
    ).toMatchObject([
      { fromSeq: 1, toSeq: 1_000_000, state: 'attached' },
      { fromSeq: 1_000_001, toSeq: 2_000_000, state: 'attached' },
    ]);
    await expect(oldCore.pool.query('select 1 from journal_0_1')).rejects.toThrow('permission denied');
    await expect(oldOwner.pool.query('delete from journal_0_1')).rejects.toThrow('append-only');
    await Promise.all([oldOwner.close(), oldCore.close()]);
    await old.drop();
  });
});

describe('R-WIRE-09 R-LED-20 stored ids of commands', () => {
  const find = async (...seqs: number[]) =>
    journal.ids.find(seqs.map((seq) => ({ accountId: 1 + (seq % 3), clientId: clientIdOf(seq) })));

  test('are stored with their entries, and found by account', async () => {
    await appendEntries(journal, 30, Date.now());
    expect(await find(7, 30, 31)).toEqual([7, 30, null]);
    expect(await journal.ids.find([{ accountId: 9, clientId: clientIdOf(7) }])).toEqual([null]);
    const days = await journal.ids.days();
    expect(days).toEqual(Array.from({ length: 11 }, (_, at) => today() - 7 + at));
    const read = [];
    for (const day of days)
      for (let page = await journal.ids.readDay(day, null, 7); page.length > 0; ) {
        read.push(...page);
        page = await journal.ids.readDay(day, page.at(-1) ?? null, 7);
      }
    expect(read.map(({ clientId }) => clientId).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, at) => clientIdOf(at + 1)),
    );
  });

  test('a batch that is refused leaves none, and a decision without an id none', async () => {
    const [first] = await appendEntries(journal, 1, Date.now());
    const { epoch } = await journal.lead();
    const stale = { ...first, seq: 1, clientId: clientIdOf(50) } as NonNullable<typeof first>;
    await expect(journal.commit(epoch, 0, 0, [stale])).rejects.toMatchObject({ name: 'FencedError' });
    await journal.commit(epoch, 1, 0, [{ ...stale, seq: 2, clientId: null }]);
    const { rows } = await owner.pool.query('select client_id from command_id');
    expect(rows).toEqual([{ client_id: clientIdOf(1) }]);
  });

  test('are kept seven days and the current one, at any pace of days', async () => {
    const start = today();
    for (let day = start; day <= start + 20; day += day % 3 === 0 ? 4 : 1) {
      await partitions.keepIdDays(day);
      const { lastSeq } = await journal.position();
      // The first and last moment that is kept seven days.
      await appendEntries(journal, 1, day * dayMs);
      expect(await find(lastSeq + 1)).toEqual([lastSeq + 1]);
      const days = await idTables();
      expect(days.slice(-11)).toEqual(Array.from({ length: 11 }, (_, at) => day - 7 + at));
      // Older days hold ids, and fewer than eight newer ones do.
      expect(await usedDays()).toEqual(expect.arrayContaining(days.slice(0, -11)));
      expect((await usedDays()).length).toBeLessThanOrEqual(9);
    }
  });

  const usedDays = async () => {
    const { rows } = await owner.pool.query<{ day: number }>('select distinct day from command_id order by day');
    return rows.map(({ day }) => day);
  };

  test('a day with ids is removed only if eight newer days hold ids, whatever the clock says', async () => {
    const start = today();
    await partitions.keepIdDays(start - 2);
    await appendEntries(journal, 1, (start - 1) * dayMs);
    await appendEntries(journal, 1, start * dayMs);
    // A clock that jumps by a year makes both days old.
    await partitions.keepIdDays(start + 365);
    expect(await find(1, 2)).toEqual([1, 2]);
    expect(await journal.ids.days()).toEqual(expect.arrayContaining([start - 1, start, start + 365]));
    for (let newer = 1; newer <= 8; newer += 1) {
      await appendEntries(journal, 1, (start + 364 + newer) * dayMs);
      await partitions.keepIdDays(start + 365 + newer);
      // The second day is newer than the first, too.
      expect(await find(1, 2)).toEqual([newer < 7 ? 1 : null, newer < 8 ? 2 : null]);
    }
    expect(await idTables()).toHaveLength(11 + 1);
  });

  test('are listed whatever plan the statistics lead to', async () => {
    const client = await owner.pool.connect();
    try {
      // Every relation is read before the partitions are chosen.
      for (const way of ['nestloop', 'mergejoin', 'indexscan', 'indexonlyscan', 'bitmapscan'])
        await client.query(`set enable_${way} = off`);
      const { rows } = await client.query<{ day: number }>('select command_id_days(0) as day');
      expect(rows.map(({ day }) => day)).toEqual(await idTables());
    } finally {
      client.release(true);
    }
  });

  test('a commit of any time finds a place: before the first day, after the last, and after a jump of years', async () => {
    for (const atMs of [1, Date.now() - 400 * dayMs, Date.now() + 400 * dayMs]) await appendEntries(journal, 1, atMs);
    expect(await find(1, 2, 3)).toEqual([1, 2, 3]);
    await partitions.keepIdDays(today() + 4_000);
    // The two days that hold ids stay.
    expect((await idTables()).length).toBe(11 + 2);
    await appendEntries(journal, 1, Date.now() + 4_000 * dayMs);
    expect(await find(4)).toEqual([4]);
  });

  test('after a clock that was put back, ids go to the days of its time again', async () => {
    await partitions.keepIdDays(today() + 4_000);
    await appendEntries(journal, 1, Date.now() + 4_000 * dayMs);
    await partitions.keepIdDays(today());
    await appendEntries(journal, 1, Date.now());
    expect(await find(1, 2)).toEqual([1, 2]);
    expect(await usedDays()).toEqual([today(), today() + 4_000]);
    expect(await idTables()).toHaveLength(11 + 1);
    // A start fills its filters from every day, also from those that take no new ids.
    expect(await journal.ids.days()).toEqual(await idTables());
    await partitions.keepIdDays(today() + 1);
    expect(await find(1, 2)).toEqual([1, 2]);
  });

  test('dropping a day waits briefly for its lock, and commits go on', async () => {
    const reader = await owner.pool.connect();
    await reader.query('begin');
    await reader.query('select count(*) from command_id');
    await expect(partitions.keepIdDays(today() + 1)).rejects.toMatchObject({ code: '55P03' });
    await appendEntries(journal, 1, Date.now());
    await reader.query('rollback');
    reader.release();
    await partitions.keepIdDays(today() + 1);
    expect((await idTables())[0]).toBe(today() - 6);
  });
});
