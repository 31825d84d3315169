import { type Kysely, sql } from 'kysely';
import type { DatabaseRole } from '../database.ts';

type Privilege = 'select' | 'insert' | 'update' | 'delete' | 'truncate';

/** Privileges of each role on a table; all others are denied. */
export interface TableUse {
  readonly app: readonly Privilege[];
  readonly core: readonly Privilege[];
}

/** A table of personal data: services use it within one company, the trading core not at all. */
export const peopleTable: TableUse = { app: ['select', 'insert', 'update', 'delete'], core: [] };

/** A table projected from the journal: the core writes it for all companies, services read their own. */
export const foldedTable: TableUse = { app: ['select'], core: ['select', 'insert', 'update', 'delete', 'truncate'] };

/**
 * Puts a table with a `company_id` under row-level security (R-COM-05): `candor_app` reaches the rows of the company
 * that its transaction was opened for (`withTenant`) and fails without one; `candor_core` reaches all, where its use
 * says so. The owner is bound too, so a migration that must look at every row lifts FORCE while it does.
 */
export async function protectTenantTable(
  db: Kysely<unknown>,
  name: string,
  use: TableUse = peopleTable,
): Promise<void> {
  const table = sql.table(name);
  await sql`alter table ${table} enable row level security`.execute(db);
  await sql`alter table ${table} force row level security`.execute(db);
  await sql`
    create policy own_company on ${table} to candor_app
    using (company_id = (select app_tenant())) with check (company_id = (select app_tenant()))`.execute(db);
  if (use.core.length > 0)
    await sql`create policy every_company on ${table} to candor_core using (true) with check (true)`.execute(db);
  await openTable(db, name, use);
}

/**
 * Changes a protected table: forces no row security on its owner meanwhile, so that the check of a new constraint sees
 * every row. A failure rolls back the whole migration including this.
 */
export async function changeTenantTable(
  db: Kysely<unknown>,
  name: string,
  change: () => Promise<unknown>,
): Promise<void> {
  const table = sql.table(name);
  await sql`alter table ${table} no force row level security`.execute(db);
  await change();
  await sql`alter table ${table} force row level security`.execute(db);
}

/** Grants privileges on a table; a table of the installation has no other protection. */
export async function openTable(db: Kysely<unknown>, name: string, use: TableUse): Promise<void> {
  await grant(db, name, 'candor_app', use.app);
  await grant(db, name, 'candor_core', use.core);
}

async function grant(
  db: Kysely<unknown>,
  name: string,
  role: DatabaseRole,
  privileges: readonly Privilege[],
): Promise<void> {
  if (privileges.length === 0) return;
  await sql`grant ${sql.raw(privileges.join(', '))} on ${sql.table(name)} to ${sql.id(role)}`.execute(db);
}
