import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { FencedError, UnavailableError } from '../../ports/journal.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { DatabaseNewerError, migrateConnection, prepareToLead } from './migrations/migrate.ts';
import { PostgresJournal } from './postgres-journal.ts';
import { hasCertainlyEnded, ownProcessMark, PostgresLease } from './postgres-lease.ts';

let database: TestDatabase;
let core: OpenDatabase;
let owner: OpenDatabase;
let lease: PostgresLease;
beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  core = openDatabase(database.connectionString, () => undefined, 4, 'candor_core');
  owner = openDatabase(database.connectionString, () => undefined, 2);
  lease = new PostgresLease(core.pool, 0);
});
afterEach(async () => {
  await Promise.all([core.close(), owner.close()]);
  await database.drop();
});

const named = (id: string) => ({ id, address: `${id}:8080`, process: null });
const logOf = (id: string, nextOffset = 0) => ({ id, nextOffset });
const a = named('a');
const b = named('b');
const expire = () =>
  owner.pool.query("update shard_lease set expires_at = clock_timestamp() - interval '1 millisecond'");
const commit = (epoch: number, tickOffset = 0) =>
  new PostgresJournal(core.pool, { shard: 0, epoch }).commit(epoch, 0, tickOffset, []);
const secondsLeft = async () => {
  const left = 'select extract(epoch from expires_at - clock_timestamp())::float8 as left from shard_lease';
  return (await owner.pool.query<{ left: number }>(left)).rows[0]?.left ?? 0;
};

describe('the lease of a shard (R-LED-13)', () => {
  test('a second start does not replace a leader whose lease is valid', async () => {
    expect(await lease.take(a, logOf('a'), null)).toEqual({ kind: 'taken', epoch: 1, isSameTickLog: true });
    for (let round = 0; round < 5; round += 1)
      expect(await lease.take(b, logOf('b'), null)).toMatchObject({ kind: 'held', by: a });
    expect(await lease.renew(1)).toBe(true);
    await commit(1);
  });

  test('an expired lease is taken, and its holder is fenced', async () => {
    await lease.take(a, logOf('a'), null);
    await expire();
    expect(await lease.take(b, logOf('b'), null)).toMatchObject({ kind: 'taken', epoch: 2 });
    expect(await lease.renew(1)).toBe(false);
    await expect(commit(1)).rejects.toThrow(FencedError);
    await expect(new PostgresJournal(core.pool, { shard: 0, epoch: 1 }).lead()).rejects.toThrow(FencedError);
    expect(await new PostgresJournal(core.pool, { shard: 0, epoch: 2 }).lead()).toMatchObject({ epoch: 2 });
  });

  test('an expired lease that nobody took is renewed', async () => {
    await lease.take(a, logOf('a'), null);
    await expire();
    expect(await lease.renew(1)).toBe(true);
    expect(await lease.take(b, logOf('b'), null)).toMatchObject({ kind: 'held' });
  });

  test('an owner that missed the answer gets the same epoch again, in time or late', async () => {
    await lease.take(a, logOf('x', 900), null);
    await expire();
    const given = { kind: 'taken', epoch: 2, isSameTickLog: false };
    expect(await lease.take(b, logOf('y', 10), null)).toEqual(given);
    expect(await lease.take(b, logOf('y', 10), null)).toEqual(given);
    await expire();
    expect(await lease.take(b, logOf('y', 10), null)).toEqual(given);
    await commit(2, 901);
    // A request that hung in the database while the next one was answered replaces nobody.
    expect(await lease.take(b, logOf('y', 10), null)).toEqual(given);
    expect(await new PostgresJournal(core.pool, { shard: 0, epoch: 2 }).lead()).toMatchObject({ tickOffset: 901 });
    expect(await lease.renew(2)).toBe(true);
  });

  test('commits renew it, and a release ends it', async () => {
    await lease.take(a, logOf('a'), null);
    await expire();
    await commit(1);
    expect(await secondsLeft()).toBeGreaterThan(1.5);
    await lease.release(1);
    expect(await lease.take(b, logOf('b'), null)).toMatchObject({ kind: 'taken', epoch: 2 });
    // The previous leader has nothing left to release.
    await lease.release(1);
    expect(await lease.take(a, logOf('a'), null)).toMatchObject({ kind: 'held', by: { id: 'b' } });
  });

  test('a holder is replaced only by its id', async () => {
    await lease.take(a, logOf('a'), null);
    expect(await lease.take(b, logOf('b'), 'somebody else')).toMatchObject({ kind: 'held' });
    const takes = await Promise.all([lease.take(b, logOf('b'), 'a'), lease.take(named('c'), logOf('c'), 'a')]);
    expect(takes.map(({ kind }) => kind).toSorted()).toEqual(['held', 'taken']);
  });

  test('offsets of another log are dropped, those of the same log continue', async () => {
    await lease.take(a, logOf('x', 900), null);
    await commit(1, 1_000);
    await lease.release(1);
    expect(await lease.take(a, logOf('x', 1_010), null)).toMatchObject({ epoch: 2, isSameTickLog: true });
    expect(await new PostgresJournal(core.pool, { shard: 0, epoch: 2 }).lead()).toMatchObject({ tickOffset: 1_000 });
    await lease.release(2);
    expect(await lease.take(b, logOf('y', 1_500), null)).toMatchObject({ epoch: 3, isSameTickLog: false });
    expect(await new PostgresJournal(core.pool, { shard: 0, epoch: 3 }).lead()).toMatchObject({ tickOffset: 1_500 });
    await lease.release(3);
    expect(await lease.take(a, logOf('x', 1_010), null)).toMatchObject({ epoch: 4, isSameTickLog: false });
    expect(await new PostgresJournal(core.pool, { shard: 0, epoch: 4 }).lead()).toMatchObject({ tickOffset: 1_500 });
  });

  test('the position of the ticks is read by followers, and moved to another log by the leader alone', async () => {
    expect(await lease.tickPosition()).toBe(null);
    expect(await lease.usedTickOffset()).toBe(0);
    await lease.take(a, logOf('x'), null);
    await commit(1, 1_000);
    expect(await lease.tickPosition()).toEqual({ logId: 'x', offset: 1_000 });
    expect(await lease.usedTickOffset()).toBe(1_000);
    expect(await lease.useTickLog(1, 'y')).toBe(true);
    expect(await lease.tickPosition()).toEqual({ logId: 'y', offset: 1_000 });
    await lease.release(1);
    expect(await lease.take(b, logOf('y', 5_000), null)).toMatchObject({ epoch: 2, isSameTickLog: true });
    expect(await lease.useTickLog(1, 'x')).toBe(false);
    expect(await lease.tickPosition()).toEqual({ logId: 'y', offset: 1_000 });
  });

  test('a process counts as ended only by its own marks', () => {
    const mark = ownProcessMark();
    expect(hasCertainlyEnded(mark)).toBe(false);
    expect(hasCertainlyEnded(null)).toBe(false);
    if (mark === null) return;
    expect(hasCertainlyEnded({ ...mark, started: '1' })).toBe(true);
    // On another machine, or in another container, the same pid is another process.
    expect(hasCertainlyEnded({ ...mark, host: 'elsewhere', started: '1' })).toBe(false);
  });
});

describe('a database changed by a newer version (R-RUN-08)', () => {
  test('is refused by an older one, and migrated only by a leader', async () => {
    await prepareToLead(owner.db);
    await owner.pool.query("insert into kysely_migration (name, timestamp) values ('9999-later', 'now')");
    await expect(prepareToLead(owner.db)).rejects.toThrow(DatabaseNewerError);
  });
});

describe('a database that does not answer (R-LED-14)', () => {
  test('fails running, waiting and new statements at once, and works again afterwards', async () => {
    const running = core.pool.query('select pg_sleep(60)');
    await core.pool.query('select 1');
    const [ended] = await Promise.allSettled([running, Promise.resolve().then(() => core.setAway(true))]);
    expect(ended).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) as Error });
    await expect(core.pool.query('select 1')).rejects.toThrow(UnavailableError);
    await expect(core.db.selectFrom('shard_lease').selectAll().execute()).rejects.toThrow(UnavailableError);
    await expect.poll(() => core.pool.totalCount).toBe(0);
    core.setAway(false);
    expect((await core.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('fails a statement whose connection was being opened', async () => {
    const asked = expect(core.pool.query('select pg_sleep(20)')).rejects.toThrow(UnavailableError);
    core.setAway(true);
    await asked;
    const { rows } = await owner.pool.query<{ running: number }>(
      "select count(*)::int as running from pg_stat_activity where query = 'select pg_sleep(20)' and datname = current_database()",
    );
    expect(rows).toEqual([{ running: 0 }]);
  });

  test('distinguishes faults of the database from those of a statement', async () => {
    await expect(core.pool.query('do $$ begin raise disk_full; end $$')).rejects.toThrow(UnavailableError);
    await expect(core.pool.query('select 1 / 0')).rejects.not.toThrow(UnavailableError);
    await expect(core.pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    const { rows } = await core.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const held = await core.pool.connect();
    const { rows: mine } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
    const asked = expect(held.query('select pg_sleep(60)')).rejects.toThrow(UnavailableError);
    await owner.pool.query('select pg_terminate_backend($1)', [mine[0]?.pid]);
    await asked;
    held.release();
    expect(rows[0]?.pid).toBeGreaterThan(0);
  });
});
