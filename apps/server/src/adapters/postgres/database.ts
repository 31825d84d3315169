import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { UnavailableError } from '../../ports/journal.ts';
import { BoundedClient, toStoreError } from './bounded-client.ts';
import { type PrimaryWatch, redirect, watchOf } from './primary-watch.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

/**
 * Role of a connection. `candor_app` (services, gateway) reaches one company's rows at a time; `candor_core` (journal,
 * projections) reaches the trading data of all companies, and no personal data. Neither owns a table.
 */
export type DatabaseRole = 'candor_app' | 'candor_core';

export interface OpenDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  /**
   * While the database is away every statement fails at once: connections are cut, because closing could hang, and no
   * new ones are opened.
   */
  setAway(isAway: boolean): void;
  /** True for 15 s after the database refused a new connection, unless one succeeded since. Open ones still work. */
  readonly isRefusing: boolean;
  close(): Promise<void>;
}

const connectMaxMs = 3_000;
const keepAliveAfterMs = 5_000;
/** Statement timeout on the server; the client gives up two seconds later. */
const statementMaxMs = 30_000;
const callMaxMs = 32_000;
const idleInTransactionMaxMs = 10_000;
const limits = {
  statement_timeout: statementMaxMs,
  idle_in_transaction_session_timeout: idleInTransactionMaxMs,
};

/**
 * Opens a bounded pool. A lost connection is an error of the query that used it, never of the process. With a role,
 * every connection starts in it and waits at most `answerMaxMs` for an answer; without one it is the owner's, for
 * migrations.
 */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  connectionsMax = 10,
  role: DatabaseRole | null = null,
  answerMaxMs: number | null = role === null ? null : callMaxMs,
  connectMs = connectMaxMs,
): OpenDatabase {
  const url = role === null ? connectionString : withRole(connectionString, role);
  const watch = watchOf(connectionString);
  // Its type is that of a listener, but the pool waits for the promise.
  const onConnect = ((client: pg.ClientBase) => watch?.requirePrimary(client)) as (client: pg.ClientBase) => void;
  const pool = new AwayPool(watch, {
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    Client: watch === null ? BoundedClient : primaryClient(watch),
    ...(watch === null ? {} : { onConnect }),
    ...(answerMaxMs === null ? {} : { ...limits, query_timeout: answerMaxMs }),
  });
  let isClosing = false;
  // The pool closes before its connections are gone: a connection that the server cuts then is not an error.
  const tell = (error: Error) => {
    if (!isClosing) onError(error);
  };
  pool.on('error', tell);
  // A restart of the server also emits errors on checked-out clients, to which the pool does not listen.
  pool.on('connect', (client) => client.on('error', tell));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const unfollow = watch?.follow(() => pool.cutAll());
  const close = () => {
    isClosing = true;
    unfollow?.();
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

/** Time for which a refused connection counts if there was no later attempt. */
const refusedForMs = 15_000;

type Connect = pg.Pool['connect'];

/** A pool whose connections can be cut, and that opens none while the database is known to be away. */
class AwayPool extends pg.Pool {
  #isAway = false;
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  readonly #clients = new Set<BoundedClient>();

  constructor(watch: PrimaryWatch | null, config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => {
      this.#refusedAtMs = Number.NEGATIVE_INFINITY;
      const bounded = client as unknown as BoundedClient;
      this.#clients.add(bounded);
      client.once('end', () => this.#clients.delete(bounded));
      // It was being opened when the others were cut: its statement would run until the statement timeout.
      if (this.#isAway) bounded.cut();
    });
    this.on('remove', (client) => this.#clients.delete(client as unknown as BoundedClient));
    const plain = super.connect.bind(this) as (callback?: unknown) => Promise<pg.PoolClient> | undefined;
    const connect = (watch === null ? plain : connectToPrimary(watch, plain)) as typeof plain;
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
    // A broken connection is reported here, next to the client, with a separate error.
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

  /** Waiting too long for a free connection has no error code: it means load, not that the database is gone. */
  #noteRefusal(error: unknown): void {
    if (error instanceof Error && 'code' in error && error.code !== undefined) this.#refusedAtMs = performance.now();
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    if (isAway) this.cutAll();
  }

  /** Closes every connection; statements under way fail at once. */
  cutAll(): void {
    for (const client of this.#clients) client.cut();
  }
}

/** Returns the class of clients that connect to the server that leads. */
function primaryClient(watch: PrimaryWatch): typeof BoundedClient {
  return class extends BoundedClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      redirect(this, watch.place);
    }
  };
}

type Connected = (error: unknown, client?: pg.PoolClient, done?: unknown) => void;

/** Returns `connect` that first waits until a server is known that leads, and looks again when it fails. */
function connectToPrimary(watch: PrimaryWatch, connect: (callback?: unknown) => Promise<pg.PoolClient> | undefined) {
  return (callback?: Connected): Promise<pg.PoolClient> | undefined => {
    const connected = watch.ready().then(
      () =>
        new Promise<[pg.PoolClient | undefined, unknown]>((resolve, reject) => {
          const taken: Connected = (error, client, done) => {
            if (error instanceof Error) {
              void watch.look();
              reject(error);
            } else resolve([client, done]);
          };
          void connect(taken);
        }),
    );
    if (callback === undefined) return connected.then(([client]) => client as pg.PoolClient);
    connected.then(
      ([client, done]) => callback(undefined, client, done),
      (error: unknown) => callback(error, undefined, () => undefined),
    );
    return undefined;
  };
}

function away(): UnavailableError {
  return new UnavailableError('The database does not answer');
}

/** The role is a start parameter of the session: it costs no statement, and a reset returns to it. */
function withRole(connectionString: string, role: DatabaseRole): string {
  const url = new URL(connectionString);
  const options = url.searchParams.get('options');
  url.searchParams.set('options', `${options === null ? '' : `${options} `}-c role=${role}`);
  return url.href;
}

/** The connection string for another user, on a server that asks for no password. */
export function withUser(connectionString: string, user: string): string {
  const url = new URL(connectionString);
  url.username = user;
  return url.href;
}
