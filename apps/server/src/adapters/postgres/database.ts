import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

/**
 * Whom the database takes a connection for. `candor_app` (services, gateway) reaches one company's rows at a time;
 * `candor_core` (journal, projections) reaches the trading of all, and no people. Neither owns a table.
 */
export type DatabaseRole = 'candor_app' | 'candor_core';

export interface OpenDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens a bounded pool. A lost connection is an error of the query that used it, never of the process. With a role
 * every connection starts in it; without one it is the owner's, which is for migrations.
 */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  connectionsMax = 10,
  role: DatabaseRole | null = null,
): OpenDatabase {
  const url = role === null ? connectionString : withRole(connectionString, role);
  const pool = new pg.Pool({ connectionString: url, max: connectionsMax, connectionTimeoutMillis: 10_000 });
  pool.on('error', onError);
  // A restart of the server also emits on clients that are checked out, where the pool does not listen.
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

/** The role is part of how the session starts, so that it costs no statement and resetting it leads back to it. */
function withRole(connectionString: string, role: DatabaseRole): string {
  const url = new URL(connectionString);
  const options = url.searchParams.get('options');
  url.searchParams.set('options', `${options === null ? '' : `${options} `}-c role=${role}`);
  return url.href;
}

/** The same database for another user, where nobody is asked for a password. */
export function withUser(connectionString: string, user: string): string {
  const url = new URL(connectionString);
  url.username = user;
  return url.href;
}
