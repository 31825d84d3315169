import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type DatabaseRole, type OpenDatabase, openDatabase, withUser } from './adapters/postgres/database.ts';
import { letRolesLogIn } from './adapters/postgres/database-roles.ts';
import { startEmbeddedPostgres } from './adapters/postgres/embedded/start-embedded-postgres.ts';
import { migrateToLatest, prepareToLead } from './adapters/postgres/migrations/migrate.ts';
import { reachDatabase } from './adapters/postgres/reach-database.ts';
import { setTrialCompany } from './adapters/postgres/trial-company.ts';
import type { Config } from './config.ts';

/** A database that is started together with us has a minute. */
const databaseAttemptsMax = 30;
const databaseWaitMs = 2_000;

const appConnectionsMax = 10;
const coreConnectionsMax = 6;
/** A renewal that hangs gives its connection up before the next one is due. */
const leaseAnswerMaxMs = 2_400;

type Log = FastifyBaseLogger;

/** The same database as its two roles see it. */
export interface RoleDatabases {
  readonly app: OpenDatabase;
  readonly core: OpenDatabase;
  /** For the lease alone, so that nothing else can delay its renewal. */
  readonly lease: OpenDatabase;
  /** Whether the folder's lock proves that no other process works on this database. */
  readonly isOwn: boolean;
  /** Brings the schema up to date; to be called by the process that leads. */
  finish(): Promise<void>;
}

export interface DatabaseStart {
  readonly config: Config;
  readonly log: Log;
  /** Told what the program waits for. */
  readonly say: (text: string) => void;
  readonly fail: (error: Error) => void;
  readonly stops: (() => Promise<void>)[];
  /** False for a command that works through all there is and may take its time. */
  readonly isBounded: boolean;
}

/** Starts or reaches the database and connects to it. Nothing is changed that a leader may be working on. */
export async function startDatabase({
  config,
  log,
  say,
  fail,
  stops,
  isBounded,
}: DatabaseStart): Promise<RoleDatabases> {
  let url = config.databaseUrl;
  if (url === null) {
    const dataDir = join(config.dataDir, 'postgres');
    const postgres = await startEmbeddedPostgres({ dataDir, log: lines(log), onLost: fail });
    stops.push(() => postgres.stop());
    url = postgres.connectionString;
  } else {
    await reachDatabase(url, { attemptsMax: databaseAttemptsMax, waitMs: databaseWaitMs, onWaiting: say });
  }
  const owner = url;
  await asOwner(owner, async ({ db }) => {
    await prepareToLead(db);
    if (config.databaseUrl === null) await letRolesLogIn(db);
  });
  const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost');
  // The embedded database lets each role in by itself, so that no connection holds more than its role.
  const urlOf = (role: DatabaseRole) => (config.databaseUrl === null ? withUser(owner, role) : owner);
  const appUrl = config.databaseAppUrl ?? urlOf('candor_app');
  const coreUrl = config.databaseCoreUrl ?? urlOf('candor_core');
  const limit = isBounded ? undefined : null;
  const app = openDatabase(appUrl, onLost, appConnectionsMax, 'candor_app', limit);
  const core = openDatabase(coreUrl, onLost, coreConnectionsMax, 'candor_core', limit);
  const lease = openDatabase(coreUrl, onLost, 1, 'candor_core', leaseAnswerMaxMs);
  stops.push(async () => void (await Promise.all([app.close(), core.close(), lease.close()])));
  return {
    app,
    core,
    lease,
    isOwn: config.databaseUrl === null,
    finish: () =>
      asOwner(owner, async ({ db }) => {
        await migrateToLatest(db);
        await setTrialCompany(db, config.hasTrialCompany, config.port);
      }),
  };
}

/** What only the tables' owner may do. */
async function asOwner(url: string, work: (owner: OpenDatabase) => Promise<void>): Promise<void> {
  const owner = openDatabase(url, () => undefined, 1);
  try {
    await work(owner);
  } finally {
    await owner.close();
  }
}

function lines(log: Log) {
  return {
    info: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
    error: (message: string) => log.error(message),
  };
}
