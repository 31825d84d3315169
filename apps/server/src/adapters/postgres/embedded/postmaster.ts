import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { handOver, serverEnvironment } from './cluster.ts';
import { PostgresStartError } from './errors.ts';
import { canReach, type Identity } from './identity.ts';
import { commandLine, hasEnded, isAlive } from './process-liveness.ts';

/** Maximum path of a unix socket, without the final zero byte. */
export const socketPathMax = 107;
const socketName = '.s.PGSQL.5432';
const socketFolderPrefix = 'candor-pg-';

export interface Postmaster {
  pid: number;
  socketDir: string;
  startedAt: number;
}

/** Reads the pid file of a running or crashed server; `undefined` after a clean stop. */
export function readPostmaster(cluster: string): (Postmaster & { isReady: boolean }) | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, , startedAt, , socketDir = '', , , status = ''] = lines;
    return { pid: Number(pid), startedAt: Number(startedAt), socketDir, isReady: status.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** True if the process is the server that wrote the pid file, not a later one with the same pid. */
export function isOurs({ pid, socketDir }: Pick<Postmaster, 'pid' | 'socketDir'>): boolean {
  return isAlive(pid) && commandLine(pid).includes(`unix_socket_directories=${socketDir}`);
}

/** Creates a short path in the temporary folder: a path in the data folder could be too long or inaccessible. */
export function makeSocketDir(identity: Identity | undefined): string {
  for (const base of [tmpdir(), '/tmp']) {
    if (join(base, `${socketFolderPrefix}xxxxxx`, socketName).length > socketPathMax) continue;
    if (!canReach(base, identity)) continue;
    const folder = mkdtempSync(join(base, socketFolderPrefix));
    if (identity) chownSync(folder, identity.uid, identity.gid);
    return folder;
  }
  throw new PostgresStartError(
    `No temporary folder is short enough and reachable for a unix socket (tried ${tmpdir()} and /tmp).`,
  );
}

/** True if the server's socket exists. A running server does not recreate a deleted one. */
export function hasSocket(socketDir: string): boolean {
  return existsSync(join(socketDir, socketName));
}

/** Recreates the socket folder if it was deleted. Throws if another user has taken its name meanwhile. */
export function restoreSocketDir(socketDir: string, identity: Identity | undefined): void {
  if (!existsSync(socketDir)) {
    mkdirSync(socketDir, { mode: 0o700 });
    if (identity) chownSync(socketDir, identity.uid, identity.gid);
    return;
  }
  const found = lstatSync(socketDir);
  const owner = identity?.uid ?? process.geteuid?.();
  if (!found.isDirectory() || (owner !== undefined && found.uid !== owner))
    throw new PostgresStartError(`The socket folder ${socketDir} belongs to another user.`);
}

export function removeSocketDir(socketDir: string): void {
  if (basename(socketDir).startsWith(socketFolderPrefix)) rmSync(socketDir, { recursive: true, force: true });
}

export interface SpawnOptions {
  cluster: string;
  native: string;
  identity: Identity | undefined;
  socketDir: string;
  logFile: string;
  settings: Record<string, string>;
}

/**
 * Starts the server detached: in its own process group, so that Ctrl-C stops this program first and the server after
 * its last client; with a log file, so that it survives if this program is killed.
 */
export async function spawnPostmaster(options: SpawnOptions): Promise<ChildProcess> {
  const { path, fd } = handOver(options.cluster, options.identity);
  forgetReusedPid(options.cluster);
  rotateLog(options.logFile);
  const output = openSync(options.logFile, 'a', 0o600);
  if (options.identity) fchownSync(output, options.identity.uid, options.identity.gid);
  const settings = Object.entries({
    ...options.settings,
    listen_addresses: '',
    unix_socket_directories: options.socketDir,
    unix_socket_permissions: '0700',
  });
  const args = ['-D', path, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(join(options.native, 'bin', 'postgres'), args, {
    ...options.identity,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', output, output, fd ?? 'ignore'],
  });
  closeSync(output);
  if (fd !== undefined) closeSync(fd);
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => undefined);
  await Promise.race([untilReady(child, options), failed]);
  return child;
}

async function untilReady(child: ChildProcess, { cluster, logFile }: SpawnOptions): Promise<void> {
  // Recovery after a crash may take long: while the server runs, it is making progress.
  while (child.exitCode === null && child.signalCode === null) {
    const written = readPostmaster(cluster);
    if (written?.pid === child.pid && written?.isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const log = readFileSync(logFile, 'utf8').trim().split('\n').slice(-12).join('\n');
  throw new PostgresStartError(
    `PostgreSQL ended while starting (${child.exitCode ?? child.signalCode}). Its log ends:\n${log}`,
  );
}

/**
 * Replaces a reused pid in the pid file. A server killed with its machine or container leaves its pid behind, which may
 * now belong to another program; PostgreSQL would refuse to start. Only the pid is replaced, by an impossible one: the
 * rest of the file lets PostgreSQL detect old backends that still use the data.
 */
function forgetReusedPid(cluster: string): void {
  const left = readPostmaster(cluster);
  // A killed server that is a zombie has ended; PostgreSQL would still treat its pid as taken.
  if (!left || (isAlive(left.pid) && isSomePostgres(left.pid))) return;
  const file = join(cluster, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, '2147483000'));
}

/** Backends replace their command line by "postgres: …". */
function isSomePostgres(pid: number): boolean {
  return /(^|\/)postgres(:|$)/.test(commandLine(pid)[0]?.split(' ')[0] ?? '');
}

/** "Fast" shutdown: disconnects clients and writes everything. Kills only if that does not end. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await hasEnded(pid, patienceMs)) return;
  }
}

const logBytesMax = 8 * 1024 * 1024;

/** Keeps the log and one older part. Truncates the file instead of moving it, because the server has it open. */
export function rotateLog(logFile: string): void {
  try {
    if (statSync(logFile).size <= logBytesMax) return;
    copyFileSync(logFile, join(dirname(logFile), `${basename(logFile)}.1`));
    truncateSync(logFile);
  } catch {
    // Does not exist yet.
  }
}
