import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { preparePostgres } from '../apps/server/src/adapters/postgres/embedded/binaries.ts';
import { createCluster } from '../apps/server/src/adapters/postgres/embedded/cluster.ts';
import { serverIdentity } from '../apps/server/src/adapters/postgres/embedded/identity.ts';
import {
  makeSocketDir,
  removeSocketDir,
  spawnPostmaster,
  stopPostmaster,
} from '../apps/server/src/adapters/postgres/embedded/postmaster.ts';
import { type DiskFaults, prepareDiskFaults } from '../testkit/disk-faults.ts';

/** The product's PostgreSQL and settings, with flushes that can be slowed down while it runs. */
export interface DelayedPostgres {
  readonly socketDir: string;
  /** Reason why flushes cannot be slowed down on this machine; null if they can. */
  readonly undelayedBecause: string | null;
  setDelayMs(ms: number): void;
  /** Makes an empty database. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

const user = 'candor';
const settings = {
  max_connections: '50',
  shared_buffers: '128MB',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export async function startDelayedPostgres(): Promise<DelayedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-bench-'));
  chmodSync(folder, 0o755);
  const cluster = join(folder, 'cluster');
  const identity = serverIdentity(cluster);
  const native = preparePostgres(folder, identity);
  await createCluster(cluster, native, identity, true);
  const faults = prepareDiskFaults(folder);
  const wrapped = typeof faults === 'string' ? native : wrapServer(folder, native, faults);
  const socketDir = makeSocketDir(identity);
  const logFile = join(folder, 'postgres.log');
  const child = await spawnPostmaster({ cluster, native: wrapped, identity, socketDir, logFile, settings });
  child.unref();
  const urlOf = (name: string) => `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`;
  return {
    socketDir,
    undelayedBecause: typeof faults === 'string' ? faults : null,
    setDelayMs(ms) {
      if (typeof faults !== 'string') faults.set({ delayMs: ms });
    },
    async createDatabase(name) {
      const client = new Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
    async stop() {
      await stopPostmaster(child.pid ?? 0);
      removeSocketDir(socketDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a start script that preloads the library: the server does not inherit this environment. */
function wrapServer(folder: string, native: string, { env }: DiskFaults): string {
  const bin = join(folder, 'wrapped', 'bin');
  mkdirSync(bin, { recursive: true });
  const real = join(native, 'bin', 'postgres');
  const settings = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  const script = `#!/bin/sh\n${settings.join(' ')} exec '${real}' "$@"\n`;
  writeFileSync(join(bin, 'postgres'), script, { mode: 0o755 });
  return join(folder, 'wrapped');
}
