import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** The product's own PostgreSQL with its settings, whose flushes can be made slower while it runs. */
export interface DelayedPostgres {
  readonly socketDir: string;
  /** Why flushes cannot be slowed down on this machine; null where they can. */
  readonly undelayedBecause: string | null;
  setDelayMs(ms: number): void;
  /** A new, empty database. */
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
  const delayFile = join(folder, 'delay');
  writeFileSync(delayFile, Buffer.alloc(4), { mode: 0o644 });
  const shim = compileShim(folder);
  const wrapped = typeof shim === 'string' ? native : wrapServer(folder, native, shim.file, delayFile);
  const socketDir = makeSocketDir(identity);
  const logFile = join(folder, 'postgres.log');
  const child = await spawnPostmaster({ cluster, native: wrapped, identity, socketDir, logFile, settings });
  child.unref();
  const urlOf = (name: string) => `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`;
  return {
    socketDir,
    undelayedBecause: typeof shim === 'string' ? shim : null,
    setDelayMs(ms) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(Math.round(ms * 1_000));
      const file = openSync(delayFile, 'r+');
      writeSync(file, bytes, 0, 4, 0);
      closeSync(file);
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

/** The compiled shim, or the reason why there is none. */
function compileShim(folder: string): { file: string } | string {
  if (process.platform !== 'linux') return 'flushes can be slowed down on Linux only';
  const file = join(folder, 'fsync-delay.so');
  const source = fileURLToPath(new URL('fsync-delay.c', import.meta.url));
  const made = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', file, source, '-ldl'], { encoding: 'utf8' });
  if (made.error !== undefined) return 'there is no C compiler (cc)';
  return made.status === 0 ? { file } : `cc could not compile the shim: ${made.stderr.trim()}`;
}

/** The server gets an environment without our settings: what it is to preload stands in a script before it. */
function wrapServer(folder: string, native: string, shim: string, delayFile: string): string {
  const bin = join(folder, 'wrapped', 'bin');
  mkdirSync(bin, { recursive: true });
  const real = join(native, 'bin', 'postgres');
  const script = `#!/bin/sh\nLD_PRELOAD='${shim}' FSYNC_DELAY_FILE='${delayFile}' exec '${real}' "$@"\n`;
  writeFileSync(join(bin, 'postgres'), script, { mode: 0o755 });
  return join(folder, 'wrapped');
}
