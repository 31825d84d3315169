import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { UnavailableError } from '../../ports/journal.ts';
import { BoundedClient, toStoreError } from './bounded-client.ts';
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
  /**
   * While the database is away every statement fails at once: connections are cut, which may hang for ever, and no new
   * ones are tried.
   */
  setAway(isAway: boolean): void;
  /** True for 15 s after the database refused a new connection, unless one was made since. Open ones still work. */
  readonly isRefusing: boolean;
  close(): Promise<void>;
}

const connectMaxMs = 3_000;
const keepAliveAfterMs = 5_000;
/** Longest time of a statement on the server; the client gives up two seconds later. */
const statementMaxMs = 30_000;
const callMaxMs = 32_000;
const idleInTransactionMaxMs = 10_000;
const limits = {
  statement_timeout: statementMaxMs,
  idle_in_transaction_session_timeout: idleInTransactionMaxMs,
};

/**
 * Opens a bounded pool. A lost connection is an error of the query that used it, never of the process. With a role
 * every connection starts in it, and no answer is waited for beyond `answerMaxMs`; without one it is the owner's, which is for migrations.
 */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  connectionsMax = 10,
  role: DatabaseRole | null = null,
  answerMaxMs: number | null = role === null ? null : callMaxMs,
): OpenDatabase {
  const url = role === null ? connectionString : withRole(connectionString, role);
  const pool = new AwayPool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: connectMaxMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    Client: BoundedClient,
    ...(answerMaxMs === null ? {} : { ...limits, query_timeout: answerMaxMs }),
  });
  let isClosing = false;
  // The pool closes before the server has seen its connections go: one that the server cuts by then is no loss.
  const tell = (error: Error) => {
    if (!isClosing) onError(error);
  };
  pool.on('error', tell);
  // A restart of the server also emits on clients that are checked out, where the pool does not listen.
  pool.on('connect', (client) => client.on('error', tell));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const close = () => {
    isClosing = true;
    return db.destroy();
  };
  return {
    db,
    pool,
    setAway: (isAway) => pool.setAway(isAway),
    get isRefusing() {
      return pool.isRefusing;
    },
    close,
  };
}

/** How long a refused connection counts, where nobody has tried again since. */
const refusedForMs = 15_000;

type Connect = pg.Pool['connect'];

/** A pool whose connections can be cut, and that opens none while the database is known to be away. */
class AwayPool extends pg.Pool {
  #isAway = false;
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  readonly #clients = new Set<BoundedClient>();

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => {
      this.#refusedAtMs = Number.NEGATIVE_INFINITY;
      const bounded = client as unknown as BoundedClient;
      this.#clients.add(bounded);
      client.once('end', () => this.#clients.delete(bounded));
    });
    this.on('remove', (client) => this.#clients.delete(client as unknown as BoundedClient));
    const connect = super.connect.bind(this) as (callback?: unknown) => Promise<pg.PoolClient> | undefined;
    this.connect = ((callback?: (error: unknown, client?: unknown, done?: unknown) => void) => {
      if (callback === undefined) {
        if (this.#isAway) return Promise.reject(away());
        return connect()?.catch((error: unknown) => {
          this.#noteRefusal(error);
          throw toStoreError(error);
        });
      }
      if (this.#isAway) {
        process.nextTick(() => callback(away(), undefined, () => undefined));
        return undefined;
      }
      return connect((error: unknown, client: unknown, done: unknown) => {
        this.#noteRefusal(error);
        callback(error && toStoreError(error), client, done);
      });
    }) as Connect;
    // A connection that breaks is told here beside the client, under an error of its own.
    const query = super.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      const answer = query(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        throw toStoreError(error);
      });
    }) as pg.Pool['query'];
  }

  get isRefusing(): boolean {
    return performance.now() - this.#refusedAtMs < refusedForMs;
  }

  /** A wait for a place in the pool has no code: it says that there is much to do, not that the database is gone. */
  #noteRefusal(error: unknown): void {
    if (error instanceof Error && 'code' in error && error.code !== undefined) this.#refusedAtMs = performance.now();
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    if (!isAway) return;
    for (const client of this.#clients) client.cut();
  }
}

function away(): UnavailableError {
  return new UnavailableError('The database does not answer');
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
