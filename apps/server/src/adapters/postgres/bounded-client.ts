import pg from 'pg';
import { UnavailableError } from '../../ports/journal.ts';

/** Codes of errors caused by the database, not by the statement. */
const states = new Set([
  '53000', // insufficient_resources
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '57014', // query_canceled: the statement's time limit
  '58000', // system_error
  '58030', // io_error
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read_only_sql_transaction: a standby
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the unix socket of a server that is not there
]);
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/;

/** Returns the error itself, or an UnavailableError with the error as its cause if the database is at fault. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UnavailableError) return error;
  const { code = '', message } = error as Error & { code?: string };
  if (!states.has(code) && !code.startsWith('08') && !messages.test(message)) return error;
  return new UnavailableError(`The database does not answer: ${message}`, { cause: error });
}

type Query = (...given: unknown[]) => unknown;

/** Part of the server that waits for a synchronous standby; the same in every language of its messages. */
const replicationWait = 'SyncRepWaitForLSN';

/**
 * A client that reports errors of the database as UnavailableError, and drops its connection after a statement timeout. A
 * commit that the server gave up to replicate counts as unclear, although the server reports success (R-RUN-68).
 */
export class BoundedClient extends pg.Client {
  #isUnreplicated = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('notice', ({ routine }) => {
      if (routine === replicationWait) this.#isUnreplicated = true;
    });
    const query = super.query.bind(this) as Query;
    // Assigned as a field because `query` has pg's overloads.
    this.query = ((...given: unknown[]) => {
      const last = given.at(-1);
      if (typeof last === 'function') {
        given[given.length - 1] = (error: unknown, result: unknown) =>
          (last as Query)(error ? this.#judge(error) : this.#unreplicated(), result);
        return query(...given);
      }
      const answer = query(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.then(
        (result: unknown) => {
          const unreplicated = this.#unreplicated();
          if (unreplicated !== undefined) throw unreplicated;
          return result;
        },
        (error: unknown) => {
          throw this.#judge(error);
        },
      );
    }) as pg.Client['query'];
  }

  /** Closes the connection without waiting for the server: its queries fail at once. */
  cut(): void {
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  #unreplicated(): UnavailableError | undefined {
    if (!this.#isUnreplicated) return undefined;
    this.cut();
    return new UnavailableError('The database stored it here, and not on its standby');
  }

  #judge(error: unknown): unknown {
    // A late answer must not be read as the answer to the next statement.
    if (error instanceof Error && error.message === 'Query read timeout') this.cut();
    return toStoreError(error);
  }
}
