import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import type { SnapshotHead, SnapshotPart } from '../../ports/snapshots.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrateConnection } from './migrations/migrate.ts';
import { PostgresSnapshots } from './postgres-snapshots.ts';

let database: TestDatabase;
let core: OpenDatabase;
let snapshots: PostgresSnapshots;

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  core = openDatabase(database.connectionString, () => undefined, 4, 'candor_core');
  snapshots = new PostgresSnapshots(core.pool, 0);
});
afterEach(async () => {
  await core.close();
  await database.drop();
});

const partCount = 40;

function headOf(seq: number): SnapshotHead {
  const hash = createHash('sha256').update(String(seq)).digest();
  return { seq, hash, format: 1, engineVersion: 'test', parts: partCount, checksum: hash, madeAtMs: 1_000 + seq };
}

function* partsOf(seq: number): Generator<SnapshotPart> {
  for (let part = 0; part < partCount; part += 1) {
    const bytes = Buffer.from(`part ${part} of ${seq}`);
    yield { part, bytes, checksum: createHash('sha256').update(bytes).digest() };
  }
}

const write = (seq: number, parts: Iterable<SnapshotPart> = partsOf(seq), store = snapshots) =>
  store.write(seq, parts, () => headOf(seq));
const seqs = async () => (await snapshots.heads()).map(({ seq }) => seq);
const countParts = async () =>
  Number((await core.pool.query<{ count: string }>('select count(*) from core_snapshot_part')).rows[0]?.count);

describe('snapshots in the database (R-LED-16, R-LED-18)', () => {
  test('are read as they were written, newest first', async () => {
    expect(await write(20)).toBe(true);
    expect(await write(100)).toBe(true);
    expect(await snapshots.heads()).toEqual([headOf(100), headOf(20)]);
    const parts: SnapshotPart[] = [];
    for await (const part of snapshots.parts(100)) parts.push(part);
    expect(parts).toEqual([...partsOf(100)]);
  });

  test('a connection that dies between two parts leaves nothing', async () => {
    function* dying() {
      for (const part of partsOf(20)) {
        if (part.part === 7) throw new Error('out of memory');
        yield part;
      }
    }
    await expect(write(20, dying())).rejects.toThrow('out of memory');
    const killed = (async () => {
      const client = await core.pool.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await client.query('begin');
      const [first] = partsOf(20);
      await client.query('insert into core_snapshot_part values (0, 20, 0, $1, $2)', [first?.bytes, first?.checksum]);
      client.on('error', () => undefined);
      const owner = openDatabase(database.connectionString, () => undefined, 1);
      await owner.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await owner.close();
      client.release(true);
    })();
    await killed;
    await expect.poll(countParts).toBe(0);
    expect(await seqs()).toEqual([]);
    expect(await write(20)).toBe(true);
  });

  test('of concurrent writers at one entry one stores the snapshot, the others get false', async () => {
    const other = openDatabase(database.connectionString, () => undefined, 2, 'candor_core');
    const store = new PostgresSnapshots(other.pool, 0);
    const outcomes = await Promise.all([
      write(20),
      write(20, partsOf(20), store),
      write(20),
      write(20, partsOf(20), store),
    ]);
    await other.close();
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await seqs()).toEqual([20]);
    expect(await countParts()).toBe(partCount);
  });

  test('only the newest up to an entry are kept, each with its parts', async () => {
    for (const seq of [10, 20, 30, 40, 50]) await write(seq);
    await snapshots.keepNewest(3, 40);
    expect(await seqs()).toEqual([50, 40, 30, 20]);
    await snapshots.keepNewest(3, 50);
    expect(await seqs()).toEqual([50, 40, 30]);
    await snapshots.remove(40);
    expect(await seqs()).toEqual([50, 30]);
    expect(await countParts()).toBe(2 * partCount);
  });

  test('nobody changes one, and services do not see them (R-RUN-15)', async () => {
    await write(20);
    await expect(core.pool.query("update core_snapshot set hash = 'x'")).rejects.toThrow('permission denied');
    await expect(core.pool.query("update core_snapshot_part set bytes = 'x'")).rejects.toThrow('permission denied');
    const app = openDatabase(database.connectionString, () => undefined, 1, 'candor_app');
    await expect(app.pool.query('select * from core_snapshot')).rejects.toThrow('permission denied');
    await expect(app.pool.query('select * from core_snapshot_part')).rejects.toThrow('permission denied');
    await app.close();
  });
});
