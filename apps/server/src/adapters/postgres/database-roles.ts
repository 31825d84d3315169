import { sql } from 'kysely';
import { ExplainedError } from '../../ports/explained-error.ts';
import type { DatabaseRole, Db } from './database.ts';

const roles: readonly DatabaseRole[] = ['candor_app', 'candor_core'];

/**
 * The database's user can neither create nor assume the roles that keep companies apart; the message names the
 * commands.
 */
class DatabaseRolesError extends ExplainedError {
  override readonly name = 'DatabaseRolesError';
}

/**
 * Creates the roles, which belong to the whole server, and allows the current user to assume them. Safe at every start
 * and for concurrent calls. Throws DatabaseRolesError.
 */
export async function ensureRoles(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    for (const role of roles) await ensureRole(connection, role);
  });
}

/** For the embedded database, whose socket folder keeps other users out: the roles need no password. */
export async function letRolesLogIn(db: Db): Promise<void> {
  for (const role of roles) await sql`alter role ${sql.id(role)} login`.execute(db);
}

async function ensureRole(db: Db, role: DatabaseRole): Promise<void> {
  const { rows } = await sql<{ has_power: boolean; is_reachable: boolean }>`
    select rolsuper or rolbypassrls as has_power, pg_has_role(current_user, oid, ${await membership(db)}) as is_reachable
    from pg_roles where rolname = ${role}`.execute(db);
  const [known] = rows;
  if (known?.has_power === true) throw await toError(db, `${role} can see past row-level security`);
  if (known?.is_reachable === true) return;
  try {
    if (known === undefined) await createRole(db, role);
    await grantRole(db, role);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw await toError(db, `it may not ${known === undefined ? 'create' : 'take on'} the role ${role}`);
  }
}

/** Another process on the same server may create the role at the same time. */
async function createRole(db: Db, role: DatabaseRole): Promise<void> {
  await sql`
    do $$ begin
      create role ${sql.id(role)} nologin noinherit nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then null;
    end $$`.execute(db);
}

/** Another process of the same user may be granted the role at the same time. */
async function grantRole(db: Db, role: DatabaseRole): Promise<void> {
  await sql`
    do $$ begin
      grant ${sql.id(role)} to current_user;
    exception when unique_violation then null;
    end $$`.execute(db);
}

/** Since PostgreSQL 16, membership in a role and permission to assume it are separate. */
async function membership(db: Db): Promise<'SET' | 'MEMBER'> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer as version`.execute(db);
  return (rows[0]?.version ?? 0) >= 160_000 ? 'SET' : 'MEMBER';
}

async function toError(db: Db, reason: string): Promise<DatabaseRolesError> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db);
  const user = rows[0]?.name ?? '';
  return new DatabaseRolesError(
    `The database user ${user} cannot be used: ${reason}. As an administrator of the database run\n\n` +
      roles.map((role) => `  create role ${role} nologin noinherit nosuperuser nobypassrls;\n`).join('') +
      `  grant ${roles.join(', ')} to "${user}";\n\n` +
      'leaving out what exists already; docs/runbook/database-roles.md tells more.',
  );
}
