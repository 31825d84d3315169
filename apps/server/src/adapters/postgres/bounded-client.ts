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

/**
 * A client that reports errors of the database as UnavailableError, and drops its connection after a statement timeout.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    // Assigned as a field because `query` has pg's overloads.
    this.query = ((...given: unknown[]) => {
      const last = given.at(-1);
      if (typeof last === 'function') {
        given[given.length - 1] = (error: unknown, result: unknown) =>
          (last as Query)(error ? this.#judge(error) : error, result);
        return query(...given);
      }
      const answer = query(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        throw this.#judge(error);
      });
    }) as pg.Client['query'];
  }

  /** Closes the connection without waiting for the server: its queries fail at once. */
  cut(): void {
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  #judge(error: unknown): unknown {
    // A late answer must not be read as the answer to the next statement.
    if (error instanceof Error && error.message === 'Query read timeout') this.cut();
    return toStoreError(error);
  }
}
