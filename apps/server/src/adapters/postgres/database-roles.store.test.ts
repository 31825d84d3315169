import { randomUUID } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrateConnection, migrateToLatest } from './migrations/migrate.ts';
import { setTrialCompany } from './trial-company.ts';
import { withTenant } from './with-tenant.ts';

const ignore = () => undefined;
const user = `owner_${randomUUID().slice(0, 8)}`;

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
