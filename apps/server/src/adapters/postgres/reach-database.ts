import pg from 'pg';
import { ExplainedError } from '../../ports/explained-error.ts';
import { watchOf } from './primary-watch.ts';

/** The configured database cannot be used; the message names its place and the error. */
export class DatabaseUnreachableError extends ExplainedError {
  override readonly name = 'DatabaseUnreachableError';
}

export interface ReachOptions {
  readonly attemptsMax: number;
  readonly waitMs: number;
  /** Called after each attempt that is followed by another one. */
  readonly onWaiting: (message: string) => void;
}

const connectTimeoutMs = 5_000;
/** Final answers of a running server: wrong password, no such role, no such database. */
const finalCodes = new Set(['28P01', '28000', '3D000']);

/**
 * Waits until a database answers a query, e.g. when both start together. Throws DatabaseUnreachableError after the last
 * attempt, or at once if waiting cannot help. No message contains the password.
 */
export async function reachDatabase(connectionString: string, options: ReachOptions): Promise<void> {
  const place = placeOf(connectionString);
  for (let attempt = 1; ; attempt += 1) {
    const error = await tryOnce(connectionString);
    if (error === null) return;
    if (finalCodes.has(error.code ?? '')) {
      throw new DatabaseUnreachableError(
        `The database ${place} refused the connection: ${reasonOf(error)}. Check DATABASE_URL.`,
      );
    }
    if (attempt >= options.attemptsMax) {
      throw new DatabaseUnreachableError(
        `The database ${place} did not answer in ${attempt} attempts: ${reasonOf(error)}. Is it running, and is DATABASE_URL right?`,
      );
    }
    const left = options.attemptsMax - attempt;
    options.onWaiting(`Waiting for the database ${place}: ${reasonOf(error)} (${left} more attempts)`);
    await new Promise((resolve) => setTimeout(resolve, options.waitMs));
  }
}

type ConnectError = Error & { readonly code?: string };

async function tryOnce(connectionString: string): Promise<ConnectError | null> {
  const watch = watchOf(connectionString);
  if (watch !== null)
    return watch.ready().then(
      () => null,
      (error: Error) => error,
    );
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs });
  // The pending connect or query reports the error too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    return error as ConnectError;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Several addresses of one name fail together, with an error without a message. */
function reasonOf(error: ConnectError): string {
  return error.message || error.code || 'no connection';
}

function placeOf(connectionString: string): string {
  try {
    const { host, pathname } = new URL(connectionString);
    return `${host}${pathname}`;
  } catch {
    return 'of DATABASE_URL';
  }
}
