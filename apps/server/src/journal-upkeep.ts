import { S3Archive } from './adapters/archives/s3-archive.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { FolderArchive } from './adapters/files/folder-archive.ts';
import { PostgresPartitions } from './adapters/postgres/journal-partitions.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import type { Config } from './config.ts';
import type { Server } from './create-server.ts';
import { startJournalCare } from './journal/journal-care.ts';
import type { Start } from './open-adapters.ts';
import type { ArchiveStore } from './ports/archive.ts';

/** Opens the archive that the settings name; null for none. */
export function openArchive({ archive }: Pick<Config, 'archive'>): ArchiveStore | null {
  if (archive.kind === 'off') return null;
  return archive.kind === 'folder' ? new FolderArchive(archive.folder) : new S3Archive(archive);
}

/** Starts the leader's upkeep of the journal and its warnings; it stops with the program. */
export function startJournalUpkeep(
  { config, log, stops }: Start,
  { core }: Databases,
  epoch: number,
  server: Pick<Server, 'core' | 'readiness'>,
): void {
  const store = openArchive(config);
  const care = startJournalCare({
    partitions: new PostgresPartitions(core.pool, epoch),
    clock: systemClock,
    committedSeq: () => server.core.committedSeq,
    partitionEntries: config.journalPartition,
    archive: store && { store, keptDays: config.journalKeptDays },
    onError: (area, error) => log.error({ err: error }, `${area}: failed, trying again`),
    onArchived: ({ fromSeq, toSeq }) =>
      log.warn({ fromSeq, toSeq, place: store?.place }, 'journal entries were moved to the archive'),
  });
  for (const area of ['journal-partitions', 'journal-archive'] as const)
    server.readiness.addWarning(area, () => care.isFailing(area));
  stops.push(() => care.stop());
}
