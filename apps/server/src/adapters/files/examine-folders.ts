import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderFacts, OpenSecret } from '../../ports/diagnosis.ts';
import type { DiskSpace } from '../../ports/metrics.ts';
import { spaceOf } from './disk-space.ts';

export interface ExaminedFolders {
  readonly folders: readonly string[];
  /** Folders whose files are all secret, and that only their owner may change. */
  readonly secretFolders: readonly string[];
  /** Single files with secrets; absent ones are no fault. */
  readonly secretFiles: readonly string[];
  /** Key files that the first start makes. */
  readonly keyFiles: readonly string[];
  /** Size of the file system of a folder, in bytes. */
  readonly diskOf?: typeof diskOf;
}

/** Looks at folders, disks and secrets without a change to any. */
export function examineFolders(options: ExaminedFolders): FolderFacts {
  const { folders, secretFolders, secretFiles, keyFiles, diskOf: measure = diskOf } = options;
  const present = folders.filter((one) => existsSync(one));
  const secrets = [...secretFiles, ...secretFolders.flatMap(filesIn)];
  const absent = keyFiles.filter((file) => !existsSync(file));
  return {
    missing: folders.filter((one) => !existsSync(one)),
    closed: present.filter((one) => !canWrite(one)),
    openSecrets: [
      ...secretFolders.flatMap((path) => openTo(path, 0o022)),
      ...[...new Set(secrets)].flatMap((path) => openTo(path, 0o077)),
    ],
    missingKeys: absent,
    hasKeys: absent.length < keyFiles.length,
    disks: present.map((folder) => ({ folder, ...measure(folder) })),
  };
}

function diskOf(folder: string): DiskSpace {
  return spaceOf(statfsSync(folder));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Returns the path if others than its owner have one of the rights. */
function openTo(path: string, rights: number): OpenSecret[] {
  try {
    const mode = statSync(path).mode & 0o777;
    return (mode & rights) === 0 ? [] : [{ path, mode }];
  } catch {
    return [];
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
