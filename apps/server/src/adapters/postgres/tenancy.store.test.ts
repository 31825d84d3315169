import { randomUUID } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveContent } from '../../../../../testkit/content-rows.ts';
import { leaveDocuments } from '../../../../../testkit/document-rows.ts';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { leaveObservedPayments } from '../../../../../testkit/observed-payment-rows.ts';
import { leaveOffers } from '../../../../../testkit/offer-rows.ts';
import { Payer } from '../../../../../testkit/payer.ts';
import { leavePeople } from '../../../../../testkit/people-rows.ts';
import { leaveProofsAndNotes } from '../../../../../testkit/person-rows.ts';
import { writeTestLog } from '../../../../../testkit/test-log.ts';
import { otherHost, TestServer } from '../../../../../testkit/test-server.ts';
import type { Db } from './database.ts';
import { trialCompanyId } from './trial-company.ts';
import { withTenant } from './with-tenant.ts';

/** Tables of the installation, with the privileges of the services on each. */
const globalTables: Record<string, readonly string[]> = {
  candle_block: [],
  candle_minute: [],
  command_id: [],
  company: ['SELECT'],
  company_host: ['SELECT'],
  core_snapshot: [],
  core_snapshot_part: [],
  hedge_journal: [],
  hedge_switch: [],
  journal: [],
  journal_archive: [],
  journal_partition: [],
  journal_partition_event: [],
  kysely_migration: [],
  kysely_migration_lock: [],
  log_cursor: [],
  statistics_cursor: [],
  projector_checkpoint: [],
  rate_count: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  receipt_key: ['SELECT'],
  shard_lease: [],
  used_payment: [],
  watch_checkpoint: ['INSERT', 'SELECT', 'UPDATE'],
};

const own = 1 as CompanyId;
const other = trialCompanyId as CompanyId;

interface Table {
  readonly name: string;
  readonly hasCompany: boolean;
  readonly isForced: boolean;
  readonly policies: readonly string[];
  readonly privileges: readonly string[];
}

let server: TestServer;
let tables: Table[];
/** One row of each company in every company table, as JSON. */
const rows = new Map<string, { own: string; other: string }>();

beforeAll(async () => {
  server = await TestServer.start();
  server.market.kind = 'open';
  for (const host of ['localhost', otherHost]) {
    await trade(host);
    await leavePeople(server, host);
    await leaveDocuments(server, host);
    await leaveContent(server, host);
    await leaveObservedPayments(server, host === otherHost ? other : own);
    await Payer.open(server, host);
    await leaveOffers(server, host);
    await leaveProofsAndNotes(server, host === otherHost ? other : own);
  }
  await writeTestLog(server);
  // Reads from the tables, so that nothing is projected during the comparison.
  await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, { authorization: await server.demo() });
  tables = await readTables(server.open.db);
  for (const { name } of tenantTables()) {
    const one = async (company: CompanyId) =>
      (
        await sql<{ row: string }>`
          select to_jsonb(t)::text as row from ${sql.table(name)} as t where company_id = ${company} limit 1`.execute(
          server.open.db,
        )
      ).rows[0]?.row ?? '';
    rows.set(name, { own: await one(own), other: await one(other) });
  }
});
afterAll(() => server.stop());

function tenantTables(): Table[] {
  return tables.filter(({ name }) => !(name in globalTables));
}

/** A demo with an order opened and closed: enough for a row in every table. */
async function trade(host: string): Promise<void> {
  const { eurusd } = testSpecs;
  server.market.give(eurusd, '1.15283', '1.15295');
  const headers = { host, authorization: await server.demo(randomUUID(), host) };
  const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
  const opened = await server.call('POST', '/v1/api/forex/submit', order, headers);
  await server.call('POST', '/v1/api/forex/close', { id: opened.data.Id }, headers);
  // Reads from the tables, so that they are up to date.
  await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, headers);
}

async function readTables(db: Db): Promise<Table[]> {
  const found = await sql<Table>`
    select c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
        as "hasCompany",
      c.relrowsecurity and c.relforcerowsecurity as "isForced",
      array(select p.policyname || ': ' || coalesce(p.qual, '') || coalesce(p.with_check, '') from pg_policies p
        where p.tablename = c.relname and p.schemaname = 'public' and 'candor_app' = any (p.roles)) as policies,
      array(select g.privilege_type::text from information_schema.role_table_grants g
        where g.table_name = c.relname and g.grantee in ('candor_app', 'PUBLIC') order by 1) as privileges
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and not c.relispartition order by 1`.execute(db);
  return found.rows;
}

describe("R-COM-05 every table belongs to companies or is listed as the installation's", () => {
  test("a company's table has the company in every row, forced row-level security, and one policy that requires it", () => {
    const ask = '(company_id = ( SELECT app_tenant() AS app_tenant))';
    const unprotected = tenantTables().filter(
      ({ hasCompany, isForced, policies }) =>
        !hasCompany || !isForced || policies.join() !== `own_company: ${ask}${ask}`,
    );
    expect(unprotected).toEqual([]);
    expect(tenantTables().length).toBeGreaterThan(6);
  });

  test("services have exactly the listed privileges on the installation's tables", () => {
    const allowed = tables.filter(({ name }) => name in globalTables).map(({ name, privileges }) => [name, privileges]);
    expect(Object.fromEntries(allowed)).toEqual(globalTables);
  });

  test('the trading core cannot read personal data', async () => {
    for (const table of ['app_user', 'user_token'])
      await expect(sql`select 1 from ${sql.table(table)}`.execute(server.core.db)).rejects.toThrow('permission denied');
  });

  test('only the core reads and appends to the journal, and nobody changes it', async () => {
    await expect(server.app.pool.query('select 1 from journal')).rejects.toThrow('permission denied');
    await expect(server.app.pool.query('select 1 from shard_lease')).rejects.toThrow('permission denied');
    await expect(server.core.pool.query('select 1 from journal')).resolves.toBeDefined();
    for (const change of [`update journal set payload = ''`, 'delete from journal', 'truncate journal'])
      await expect(server.core.pool.query(change)).rejects.toThrow('permission denied');
    const call = 'select commit_batch(0, 1, 0, 0, null, null, null, null, null, null)';
    await expect(server.app.pool.query(call)).rejects.toThrow('permission denied');
  });

  test('a partition is reached through its table only', async () => {
    const { rows: found } = await server.open.pool.query(`
      select c.relname, array(select g.grantee::text from information_schema.role_table_grants g
        where g.table_name = c.relname and g.grantee <> g.grantor) as grantees
      from pg_class c where c.relispartition and c.relkind = 'r'`);
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter(({ grantees }) => grantees.length > 0)).toEqual([]);
  });

  test('the roles own nothing and cannot bypass row-level security', async () => {
    const { rows: roles } = await server.open.pool.query(`
      select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as "hasPower",
        exists (select from pg_class c where c.relowner = r.oid) as "isOwner"
      from pg_roles r where rolname like 'candor\\_%' order by 1`);
    expect(roles).toEqual([
      { rolname: 'candor_app', hasPower: false, isOwner: false },
      { rolname: 'candor_core', hasPower: false, isOwner: false },
    ]);
    const { rows: now } = await server.app.pool.query('reset role; select 1');
    expect(now).toBeUndefined();
    expect((await server.app.pool.query('select current_user as name')).rows).toEqual([{ name: 'candor_app' }]);
  });
});

describe("R-COM-05 a company cannot access another's rows", () => {
  test('every company table has a row of each company to test with', () => {
    const empty = [...rows].filter(([, row]) => row.own === '' || row.other === '').map(([name]) => name);
    // A new table needs a step in `trade` above that writes a row to it.
    expect(empty).toEqual([]);
  });

  test('reading', async () => {
    for (const { name } of tenantTables()) {
      const seen = await withTenant(server.app.db, own, (trx) =>
        sql<{ company: number }>`select distinct company_id as company from ${sql.table(name)}`.execute(trx),
      );
      expect({ name, seen: seen.rows }).toEqual({ name, seen: [{ company: own }] });
    }
  });

  test.each(['own company', 'no company'])('changing, deleting and adding, in a transaction for %s', async (whose) => {
    for (const { name } of tenantTables()) {
      const row = rows.get(name)?.other ?? '';
      for (const [what, change] of Object.entries(changes(name, row))) {
        const { before, after, code } = await tryAsApp(whose === 'own company' ? own : null, name, change);
        expect({ name, what, after }).toEqual({ name, what, after: before });
        if (what === 'adding' || what === 'giving away')
          expect({ name, what, isRefused: refusals.has(code ?? '') }).toMatchObject({ isRefused: true });
      }
    }
  });

  test("a query outside of a company's transaction fails", async () => {
    for (const { name } of tenantTables())
      await expect(sql`select * from ${sql.table(name)}`.execute(server.app.db)).rejects.toThrow('no company');
  });

  test('a connection carries no company to its next user', async () => {
    await withTenant(server.app.db, own, () => Promise.resolve());
    const asked = Array.from({ length: 12 }, () => sql`select 1 from app_user`.execute(server.app.db));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
  });
});

/** Refused by grant or policy; outside of a company; a generated column. */
const refusals = new Set(['42501', 'CF002', '428C9']);

/** Changes that a service could attempt on another company's rows. */
function changes(name: string, row: string): Record<string, ReturnType<typeof sql>> {
  const table = sql.table(name);
  return {
    changing: sql`update ${table} set company_id = company_id where company_id = ${other}`,
    'taking over': sql`update ${table} set company_id = ${own} where company_id = ${other}`,
    'giving away': sql`update ${table} set company_id = ${other} where company_id = ${own}`,
    deleting: sql`delete from ${table} where company_id = ${other}`,
    'deleting all': sql`delete from ${table}`,
    adding: sql`insert into ${table} overriding system value select * from jsonb_populate_record(null::${table}, ${row}::jsonb)`,
  };
}

/** The other company's rows before and after a change attempted as the services' role; rolled back afterwards. */
async function tryAsApp(
  company: CompanyId | null,
  name: string,
  change: ReturnType<typeof sql>,
): Promise<{ before: string; after: string; code: string | undefined }> {
  let before = '';
  let after = '';
  let code: string | undefined;
  const undo = new Error('undo');
  const trying = server.open.db.transaction().execute(async (trx) => {
    before = await otherRows(trx, name);
    await sql`savepoint untouched`.execute(trx);
    await sql`set local role candor_app`.execute(trx);
    if (company !== null) await sql`select set_config('app.tenant', ${String(company)}, true)`.execute(trx);
    try {
      await change.execute(trx);
      await sql`reset role`.execute(trx);
    } catch (error) {
      code = (error as { code?: string }).code;
      await sql`rollback to savepoint untouched`.execute(trx);
    }
    after = await otherRows(trx, name);
    throw undo;
  });
  await trying.catch((error) => {
    if (error !== undo) throw error;
  });
  return { before, after, code };
}

async function otherRows(trx: Db, name: string): Promise<string> {
  const { rows: found } = await sql<{ text: string }>`
    select coalesce(string_agg(t::text, chr(10) order by t::text), '') as text
    from ${sql.table(name)} as t where company_id = ${other}`.execute(trx);
  return found[0]?.text ?? '';
}
