import { randomUUID } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { ensureRoles } from './database-roles.ts';
import { migrateConnection, migrateToLatest } from './migrations/migrate.ts';
import { setTrialCompany } from './trial-company.ts';
import { withTenant } from './with-tenant.ts';

const ignore = () => undefined;
const user = `owner_${randomUUID().slice(0, 8)}`;

test('R-RUN-15 two processes that start at once are both granted the roles', async () => {
  await (await createTestDatabase(migrateConnection)).drop();
  const database = await createTestDatabase(() => Promise.resolve(), 'empty');
  const maker = `maker_${randomUUID().slice(0, 8)}`;
  const admin = openDatabase(database.connectionString, ignore, 2);
  await admin.pool.query(`create role ${maker} login nosuperuser createrole`);
  // May assign the roles and not assume them, as their creator since PostgreSQL 16.
  await admin.pool.query(`grant candor_app, candor_core to ${maker} with admin true, inherit false, set false`);
  const url = new URL(database.connectionString);
  url.username = maker;
  const own = openDatabase(url.href, ignore, 1);
  const others = openDatabase(url.href, ignore, 1);
  const other = await others.pool.connect();
  await other.query('begin; grant candor_app, candor_core to current_user');
  const ensured = ensureRoles(own.db);
  const waiting = "select 1 from pg_stat_activity where usename = $1 and wait_event_type = 'Lock'";
  await expect.poll(async () => (await admin.pool.query(waiting, [maker])).rowCount).toBe(1);
  await other.query('commit');
  await ensured;
  other.release();
  await Promise.all([own.close(), others.close()]);
  await admin.pool.query(`drop owned by ${maker}`);
  await admin.pool.query(`drop role ${maker}`);
  await admin.close();
  await database.drop();
});

describe('an external database whose user is not an administrator (R-RUN-15)', () => {
  let database: TestDatabase;
  let admin: OpenDatabase;
  let url: string;

  beforeAll(async () => {
    // Creates the roles, as an earlier installation on the same server would.
    await (await createTestDatabase(migrateConnection)).drop();
    database = await createTestDatabase(() => Promise.resolve(), 'empty');
    admin = openDatabase(database.connectionString, ignore, 1);
    await admin.pool.query(`create role ${user} login nosuperuser nocreaterole`);
    await admin.pool.query(`grant all on schema public to ${user}`);
    const asUser = new URL(database.connectionString);
    asUser.username = user;
    url = asUser.href;
  });
  afterAll(async () => {
    await admin.pool.query(`drop owned by ${user}`);
    await admin.pool.query(`drop role ${user}`);
    await admin.close();
    await database.drop();
  });

  test('start-up names the commands for an administrator and creates nothing', async () => {
    const refusal = migrateConnection(url);
    await expect(refusal).rejects.toMatchObject({ name: 'DatabaseRolesError' });
    await expect(refusal).rejects.toThrow(`grant candor_app, candor_core to "${user}"`);
    const { rows } = await admin.pool.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace`);
    expect(rows).toEqual([]);
  });

  test('after those commands it migrates, and is bound by the policies although it owns the tables', async () => {
    await admin.pool.query(`grant candor_app, candor_core to ${user}`);
    const owner = openDatabase(url, ignore, 1);
    const app = openDatabase(url, ignore, 1, 'candor_app');
    expect(await migrateToLatest(owner.db)).toContain('0004-companies');
    await setTrialCompany(owner.db, true, 8080);
    await withTenant(app.db, 1 as CompanyId, (trx) =>
      trx
        .insertInto('app_user')
        .values({
          company_id: 1,
          uid: '1',
          email: null,
          is_demo: true,
          demo_device_hash: null,
          currency: 'USD',
          invite_code: '1',
          created_at_ms: '0',
        })
        .execute(),
    );
    await expect(owner.pool.query('select 1 from app_user')).rejects.toThrow('no company');
    expect((await admin.pool.query('select 1 from app_user')).rows).toHaveLength(1);
    await Promise.all([owner.close(), app.close()]);
  });
});
