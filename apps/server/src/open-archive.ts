import { S3Archive } from './adapters/archives/s3-archive.ts';
import { FolderArchive } from './adapters/files/folder-archive.ts';
import type { Config } from './config.ts';
import type { ArchiveStore } from './ports/archive.ts';

/** Opens the archive that the settings name; null for none. */
export function openArchive({ archive }: Pick<Config, 'archive'>): ArchiveStore | null {
  if (archive.kind === 'off') return null;
  return archive.kind === 'folder' ? new FolderArchive(archive.folder) : new S3Archive(archive);
}
