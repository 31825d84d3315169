import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { PostgresStartError } from './errors.ts';
import { type Identity, initdbIdentity, serverIdentity } from './identity.ts';

/** Environment of the binaries: without ours, so that a PGDATA or locale cannot affect them. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the data files once. Uses another name first, so that an interrupted run leaves nothing that looks complete.
 */
export async function createCluster(
  cluster: string,
  native: string,
  identity: Identity | undefined,
  isDurable: boolean,
) {
  if (existsSync(cluster)) return;
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const maker = identity && initdbIdentity();
  if (maker) chownSync(draft, maker.uid, maker.gid);
  await runInitdb(draft, native, maker, isDurable);
  if (identity) giveTo(draft, identity);
  renameSync(draft, cluster);
}

async function runInitdb(draft: string, native: string, maker: Identity | undefined, isDurable: boolean) {
  const { path, fd } = handOver(draft, maker);
  const options = ['-D', path, '-U', 'candor', '--auth-local=trust', '--auth-host=reject', '--data-checksums'];
  // The built-in provider sorts and folds case identically on every machine, whatever its C library.
  options.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (!isDurable) options.push('--no-sync');
  const initdb = spawn(join(native, 'bin', 'initdb'), options, {
    ...maker,
    cwd: '/',
    env: serverEnvironment,
    stdio: ['ignore', 'pipe', 'pipe', fd ?? 'ignore'],
  });
  let output = '';
  initdb.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  initdb.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    initdb.once('error', reject).once('close', resolve),
  );
  if (fd !== undefined) closeSync(fd);
  if (code !== 0) throw new PostgresStartError(`initdb ended with code ${code}:\n${output.slice(-2000)}`);
}

/**
 * Makes the data folder accessible to a process of another uid. Below a home of mode 0700 no path works, but an
 * inherited descriptor of a folder that root opened does: Linux shows it as /proc/self/fd/3.
 */
export function handOver(folder: string, identity: Identity | undefined): { path: string; fd?: number } {
  if (!identity || process.platform !== 'linux') return { path: folder };
  return { path: '/proc/self/fd/3', fd: openSync(folder, 'r') };
}

/** Gives data files that were put into a folder by this program to the user that runs the server. */
export function giveToServer(cluster: string): void {
  const identity = serverIdentity(cluster);
  if (identity) giveTo(cluster, identity);
  else chmodSync(cluster, 0o700);
}

function giveTo(folder: string, { uid, gid }: Identity): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid);
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
}
