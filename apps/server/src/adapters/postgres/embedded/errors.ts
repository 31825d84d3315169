import { ExplainedError } from '../../../ports/explained-error.ts';
/** The data folder is in use by another program. */
export class DataFolderLockedError extends ExplainedError {
  override name = 'DataFolderLockedError';
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is in use by the process with pid ${pid}. ` +
        'Stop that process, or give this one another folder with DATA_DIR=….',
    );
    this.pid = pid;
  }
}

/** The data folder belongs to another user of this machine. */
export class DataFolderForeignError extends ExplainedError {
  override name = 'DataFolderForeignError';

  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} belongs to another user of this machine (it was probably made by root). ` +
        'Start as that user, or give this one another folder with DATA_DIR=….',
    );
  }
}

/** No PostgreSQL binaries exist for this machine; an external server is needed. */
export class UnsupportedPlatformError extends ExplainedError {
  override name = 'UnsupportedPlatformError';

  constructor(reason: string) {
    super(`${reason} Run a PostgreSQL 15 or newer and set DATABASE_URL=postgresql://user:password@host/database.`);
  }
}

/** PostgreSQL did not start. Carries the end of its log. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError';
}
