import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

export interface OpenDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a bounded pool. A lost connection is an error of the query that used it, never of the process. */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  connectionsMax = 10,
): OpenDatabase {
  const pool = new pg.Pool({ connectionString, max: connectionsMax, connectionTimeoutMillis: 10_000 });
  pool.on('error', onError);
  // A restart of the server also emits on clients that are checked out, where the pool does not listen.
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}
