import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrateConnection } from './migrations/migrate.ts';

let database: TestDatabase;
let open: OpenDatabase;
let app: OpenDatabase;

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  open = openDatabase(database.connectionString, () => undefined, 1);
  app = openDatabase(database.connectionString, () => undefined, 1, 'candor_app');
});
afterEach(async () => {
  await Promise.all([open.close(), app.close()]);
  await database.drop();
});

/** Adds a company as the installation does; returns its shard. */
async function add(shards: number): Promise<number> {
  const terms = {
    shards,
    name: 'Firm',
    is_trial: false,
    is_public: false,
    jurisdiction: 'eu',
    languages: [],
    verify_reg_type: 'email',
    verify_type: 1,
    stop_out_percent: 50,
    margin_call_percent: 100,
  };
  const client = await app.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.tenant', '1', true)`);
    const { rows } = await client.query<{ id: number }>('select add_company($1::jsonb, 200) as id', [terms]);
    await client.query('commit');
    const found = await client.query<{ shard: number }>('select shard from company where id = $1', [rows[0]?.id]);
    return found.rows[0]?.shard ?? -1;
  } finally {
    client.release();
  }
}

async function addUser(company: number, uid: string): Promise<number> {
  const { rows } = await open.pool.query<{ id: number }>(
    `insert into app_user (company_id, uid, is_demo, currency, invite_code, created_at_ms)
     values ($1, $2, true, 'USD', $2, 0) returning id`,
    [company, uid],
  );
  return rows[0]?.id ?? -1;
}

describe('companies on shards (R-RUN-71)', () => {
  test('a new company goes to the shard with the fewest companies, and stays there', async () => {
    expect([await add(1), await add(1)]).toEqual([0, 0]);
    expect([await add(3), await add(3), await add(3), await add(3), await add(3)]).toEqual([1, 2, 1, 2, 1]);
    await expect(open.pool.query('update company set shard = 1 where id = 1')).rejects.toThrow('stays on its shard');
    await expect(open.pool.query(`insert into company (id, name, shard) values (500, 'x', 20)`)).rejects.toThrow(
      'company_shard_check',
    );
  });

  test('accounts get numbers of their company’s shard, each once', async () => {
    await open.pool.query(`insert into company (id, name, shard) values (500, 'x', 1), (501, 'y', 1), (502, 'z', 19)`);
    await open.pool.query('alter table app_user no force row level security');
    expect([await addUser(1, '1'), await addUser(500, '2'), await addUser(501, '3')]).toEqual([
      1, 100_000_001, 100_000_002,
    ]);
    expect([await addUser(502, '4'), await addUser(500, '5')]).toEqual([1_900_000_001, 100_000_003]);
    expect(await addUser(1, '6')).toBeLessThan(100_000_000);
    await open.pool.query(`select setval('app_user_id_of_1', 199999999)`);
    await expect(addUser(500, '7')).rejects.toThrow('reached maximum value');
  });
});
