import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { preparePostgres } from './binaries.ts';
import { createCluster } from './cluster.ts';
import { DataFolderForeignError } from './errors.ts';
import { lockFolder } from './folder-lock.ts';
import { serverIdentity } from './identity.ts';
import {
  isOurs,
  makeSocketDir,
  readPostmaster,
  removeSocketDir,
  type SpawnOptions,
  stopPostmaster,
} from './postmaster.ts';
import { Supervisor, type SupervisorLog } from './supervisor.ts';

export interface EmbeddedPostgresOptions {
  /** Folder that belongs to the database; created if missing. */
  dataDir: string;
  log: SupervisorLog;
  /** PostgreSQL settings that override the defaults below. */
  settings?: Record<string, string>;
  /** Called once if the server cannot be restarted; no further attempts follow. */
  onLost?: (error: Error) => void;
}

export interface EmbeddedPostgres {
  connectionString: string;
  /** The same connection for drivers that take fields. */
  connection: { host: string; port: number; user: string; database: string };
  /** True if the server was already running, left by a killed process. */
  adopted: boolean;
  /** Current pid of the server. */
  pid(): number;
  stop(): Promise<void>;
}

const databaseName = 'candor';
const userName = 'candor';
const defaultSettings = {
  max_connections: '50',
  shared_buffers: '128MB',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  idle_in_transaction_session_timeout: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Bounds the WAL that waits for a backup which cannot be written (docs/adr/0043).
  max_slot_wal_keep_size: '4GB',
};

/** Starts or adopts the PostgreSQL of a data folder, and keeps it running until stopped (R-RUN-06). */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const cluster = join(dataDir, 'cluster');
  const unlock = claim(dataDir, cluster);
  try {
    const identity = serverIdentity(cluster);
    const native = preparePostgres(dataDir, identity);
    const settings = { ...defaultSettings, ...options.settings };
    if (!existsSync(cluster)) options.log.info('Creating the database (once).');
    await createCluster(cluster, native, identity, settings.fsync !== 'off');
    const spawning = { cluster, native, identity, settings, socketDir: '', logFile: join(dataDir, 'postgres.log') };
    const supervisor = await adoptOrSpawn(spawning, options);
    const connection = { host: supervisor.socketDir, port: 5432, user: userName, database: databaseName };
    try {
      await createDatabase(connection);
    } catch (error) {
      await supervisor.stop();
      throw error;
    }
    return {
      connection,
      connectionString: connectionStringAt(connection.host),
      adopted: supervisor.adopted,
      pid: () => supervisor.pid,
      async stop() {
        await supervisor.stop();
        removeSocketDir(supervisor.socketDir);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Returns the connection string of the database of a folder while it runs, started by any process; else null. */
export function runningEmbeddedPostgres(dataDir: string): string | null {
  const running = readPostmaster(join(resolve(dataDir), 'cluster'));
  return running !== undefined && isOurs(running) ? connectionStringAt(running.socketDir) : null;
}

function connectionStringAt(socketDir: string): string {
  return `postgresql://${userName}@localhost/${databaseName}?host=${encodeURIComponent(socketDir)}`;
}

/** Locks the folder for this process; throws if another user or program has it. */
function claim(dataDir: string, cluster: string): () => void {
  const self = process.geteuid?.();
  try {
    mkdirSync(dataDir, { recursive: true });
    if (self !== 0 && existsSync(cluster) && statSync(cluster).uid !== self) throw new DataFolderForeignError(dataDir);
    return lockFolder(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw new DataFolderForeignError(dataDir);
    throw error;
  }
}

async function adoptOrSpawn(spawning: SpawnOptions, { log, onLost }: EmbeddedPostgresOptions): Promise<Supervisor> {
  const left = readPostmaster(spawning.cluster);
  const supervise = (socketDir: string) => new Supervisor({ ...spawning, socketDir }, log, onLost);
  if (left && isOurs(left)) {
    if (await answers(left)) {
      log.info(`Taking over the PostgreSQL that is already running (pid ${left.pid}).`);
      return supervise(left.socketDir).adopt(left.pid);
    }
    log.warn(`A PostgreSQL of an earlier run (pid ${left.pid}) does not answer; stopping it.`);
    await stopPostmaster(left.pid);
  }
  if (left) removeSocketDir(left.socketDir);
  const supervisor = supervise(makeSocketDir(spawning.identity));
  try {
    await supervisor.spawn();
  } catch (error) {
    removeSocketDir(supervisor.socketDir);
    throw error;
  }
  return supervisor;
}

/** True if the server behind the socket is the one that wrote the pid file. */
async function answers({ socketDir, startedAt }: { socketDir: string; startedAt: number }): Promise<boolean> {
  try {
    const [row] = await query<{ at: string }>(
      { host: socketDir, database: 'postgres' },
      'select extract(epoch from pg_postmaster_start_time())::bigint::text as at',
    );
    return Math.abs(Number(row?.at) - startedAt) <= 2;
  } catch {
    return false;
  }
}

async function createDatabase({ host }: { host: string }): Promise<void> {
  const target = { host, database: 'postgres' };
  const found = await query(target, `select 1 from pg_database where datname = '${databaseName}'`);
  if (found.length === 0) await query(target, `create database ${databaseName}`);
}

async function query<Row>(target: { host: string; database: string }, sql: string): Promise<Row[]> {
  const client = new Client({ ...target, port: 5432, user: userName, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}
