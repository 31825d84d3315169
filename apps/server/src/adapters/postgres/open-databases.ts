import { join } from 'node:path';
import { type DatabaseRole, type Db, type OpenDatabase, openDatabase, withUser } from './database.ts';
import { letRolesLogIn } from './database-roles.ts';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { installationId, isMigrated, migrateToLatest, prepareToLead } from './migrations/migrate.ts';
import { withPlaces } from './primary-watch.ts';
import { reachDatabase } from './reach-database.ts';
import { setTrialCompany } from './trial-company.ts';

/** Attempts for about a minute: the database may be starting together with the server. */
const databaseAttemptsMax = 30;
const databaseWaitMs = 2_000;

const migratedPollMs = 500;
const appConnectionsMax = 10;
const coreConnectionsMax = 6;
/** Ends a renewal that hangs before the next one is due. */
const leaseAnswerMaxMs = 1_400;

interface Log {
  info(message: string): void;
  warn(about: object, message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Connections to one database, one pool for each role. */
export interface Databases {
  /** Id of the installation, made once with its database. */
  readonly installation: string;
  readonly app: OpenDatabase;
  /** Connection string of `app`, for connections of their own. */
  readonly appUrl: string;
  readonly core: OpenDatabase;
  /** Connection string of `core`, for threads that open their own. */
  readonly coreUrl: string;
  /** For the lease alone, so that no other query delays its renewal. */
  readonly lease: OpenDatabase;
  /** True if the lock on the data folder proves that no other process uses this database. */
  readonly isOwn: boolean;
  /** Migrates the schema to the newest version; only the leading process may. */
  finish(): Promise<void>;
  /** True if the schema is this build's, and the shard has entries: an earlier leader has prepared everything. */
  isPrepared(shard: number): Promise<boolean>;
  /** Waits until the leading process has migrated the schema to this build's. */
  untilMigrated(): Promise<void>;
  /** Runs work as the owner of the tables. */
  asOwner(work: (owner: OpenDatabase) => Promise<void>): Promise<void>;
}

export interface DatabaseSettings {
  readonly dataDir: string;
  /** Null for the embedded database. */
  readonly databaseUrl: string | null;
  readonly databaseAppUrl: string | null;
  readonly databaseCoreUrl: string | null;
  readonly hasTrialCompany: boolean;
  readonly shards: number;
  readonly port: number;
}

export interface DatabaseStart {
  readonly config: DatabaseSettings;
  readonly log: Log;
  /** Prints what the program waits for. */
  readonly say: (text: string) => void;
  readonly fail: (error: Error) => void;
  /** Receives the functions that stop what was started. */
  readonly stops: (() => Promise<void>)[];
  /** False for a command whose queries may take any time. */
  readonly isBounded: boolean;
}

/** Starts the embedded database or reaches the one of the settings, and connects. Changes nothing that a leader uses. */
export async function openDatabases({ config, log, say, fail, stops, isBounded }: DatabaseStart): Promise<Databases> {
  let url = config.databaseUrl === null ? null : withPlaces(config.databaseUrl);
  if (url === null) {
    const dataDir = join(config.dataDir, 'postgres');
    const postgres = await startEmbeddedPostgres({ dataDir, log, onLost: fail });
    stops.push(() => postgres.stop());
    url = postgres.connectionString;
  } else {
    await reachDatabase(url, { attemptsMax: databaseAttemptsMax, waitMs: databaseWaitMs, onWaiting: say });
  }
  const owner = url;
  let installation = '';
  await asOwner(owner, async ({ db }) => {
    await prepareToLead(db);
    installation = await installationId(db);
    if (config.databaseUrl === null) await letRolesLogIn(db);
  });
  const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost');
  // Each role logs in to the embedded database itself, so that no connection can switch to another role.
  const urlOf = (role: DatabaseRole) => (config.databaseUrl === null ? withUser(owner, role) : owner);
  const appUrl = config.databaseAppUrl === null ? urlOf('candor_app') : withPlaces(config.databaseAppUrl);
  const coreUrl = config.databaseCoreUrl === null ? urlOf('candor_core') : withPlaces(config.databaseCoreUrl);
  const limit = isBounded ? undefined : null;
  const app = openDatabase(appUrl, onLost, appConnectionsMax, 'candor_app', limit);
  const core = openDatabase(coreUrl, onLost, coreConnectionsMax, 'candor_core', limit);
  const lease = openDatabase(coreUrl, onLost, 1, 'candor_core', leaseAnswerMaxMs, leaseAnswerMaxMs);
  stops.push(async () => void (await Promise.all([app.close(), core.close(), lease.close()])));
  return {
    installation,
    app,
    appUrl,
    core,
    coreUrl,
    lease,
    isOwn: config.databaseUrl === null,
    finish: () =>
      asOwner(owner, async ({ db }) => {
        await migrateToLatest(db);
        await setTrialCompany(db, config.hasTrialCompany, config.port, config.shards);
      }),
    async isPrepared(shard) {
      const { rowCount } = await core.pool.query('select 1 from shard_lease where shard = $1 and last_seq > 0', [
        shard,
      ]);
      let isDone = false;
      if (rowCount === 1)
        await asOwner(owner, async ({ db }) => {
          isDone = await isMigrated(db);
        });
      return isDone;
    },
    untilMigrated: () => asOwner(owner, ({ db }) => untilMigrated(db, say)),
    asOwner: (work) => asOwner(owner, work),
  };
}

/** Polls the schema until it is this build's; says once that it waits. */
async function untilMigrated(db: Db, say: (text: string) => void): Promise<void> {
  for (let tries = 0; !(await isMigrated(db)); tries += 1) {
    if (tries === 0) say('Candor waits until a core has prepared the database.');
    await new Promise((resolve) => setTimeout(resolve, migratedPollMs));
  }
}

/** Runs `work` as the owner of the tables. */
async function asOwner(url: string, work: (owner: OpenDatabase) => Promise<void>): Promise<void> {
  const owner = openDatabase(url, () => undefined, 1);
  try {
    await work(owner);
  } finally {
    await owner.close();
  }
}
