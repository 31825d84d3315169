import { fileURLToPath } from 'node:url';
import { mainShard } from '@candor/domain/values/shard';
import { systemClock } from './adapters/clock/system-clock.ts';
import { PostgresPartitions } from './adapters/postgres/journal-partitions.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { RetentionRows } from './adapters/postgres/retention-rows.ts';
import { LongThread } from './adapters/threads/long-thread.ts';
import type { ArchiveNews, ArchiveThreadData } from './archive-thread.ts';
import type { Server } from './create-server.ts';
import { startJournalCare } from './journal/journal-care.ts';
import type { Start } from './open-adapters.ts';
import { openArchive } from './open-archive.ts';
import type { RunningBackup } from './open-backup.ts';
import type { ShardLead } from './ports/journal.ts';
import { demoTables } from './services/retention/bounds.ts';
import { startRetention } from './services/retention/retention.ts';

const isSource = import.meta.url.endsWith('.ts');
const threadPath = fileURLToPath(new URL(isSource ? './archive-thread.ts' : './archive-thread.js', import.meta.url));
const restartMs = 5_000;
const heapMaxMb = 384;

/** Starts the upkeep that the leader of a shard does; that of the main shard removes old rows of all shards. */
export function startUpkeep(
  start: Start,
  databases: Databases,
  lead: ShardLead,
  server: Pick<Server, 'core' | 'companies' | 'readiness'>,
  backup: Pick<RunningBackup, 'noteArchive' | 'isFailing'> | null = null,
): void {
  startJournalUpkeep(start, databases, lead, server, () => backup?.noteArchive());
  if (backup !== null) server.readiness.addWarning('backup', backup.isFailing);
  if (lead.shard === mainShard) startTableUpkeep(start, databases, lead, server);
}

/**
 * Starts the leader's upkeep of the journal and its warnings; it stops with the program. Places for entries are made in this
 * thread by single statements, the archive is written in another one.
 */
function startJournalUpkeep(
  start: Start,
  databases: Databases,
  lead: ShardLead,
  server: Pick<Server, 'core' | 'readiness'>,
  onArchived: () => void,
): void {
  const { config, log, stops } = start;
  const care = startJournalCare({
    partitions: new PostgresPartitions(databases.core.pool, lead),
    clock: systemClock,
    places: { committedSeq: () => server.core.committedSeq, partitionEntries: config.journalPartition },
    archive: null,
    onError: (area, error) => log.error({ err: error }, `${area}: failed, trying again`),
    onArchived: () => undefined,
  });
  server.readiness.addWarning('journal-partitions', () => care.isFailing('journal-partitions'));
  stops.push(() => care.stop());
  const archive = startArchive(start, databases, lead, onArchived);
  server.readiness.addWarning('journal-archive', () => archive.isFailing);
}

/** Starts the thread that archives old partitions, if the settings name an archive. */
function startArchive(
  { config, log, stops }: Pick<Start, 'config' | 'log' | 'stops'>,
  { coreUrl }: Pick<Databases, 'coreUrl'>,
  lead: ShardLead,
  onArchived: () => void,
): { readonly isFailing: boolean } {
  const health = { isFailing: false };
  const place = openArchive(config)?.place;
  if (place === undefined) return health;
  const failed = (reason: string) => {
    health.isFailing = true;
    log.error({ reason }, 'journal-archive: failed, trying again');
  };
  const onMessage = (news: ArchiveNews) => {
    if (news.kind === 'failed') return failed(news.reason);
    if (news.kind === 'done') health.isFailing = false;
    else {
      onArchived();
      log.warn({ fromSeq: news.fromSeq, toSeq: news.toSeq, place }, 'journal entries were moved to the archive');
    }
  };
  const { archive, journalKeptDays: keptDays } = config;
  const workerData: ArchiveThreadData = { coreUrl, lead, archive, keptDays };
  const onEnded = (error: Error) => failed(error.message);
  const thread = new LongThread({ path: threadPath, workerData, onMessage, onEnded, restartMs, heapMaxMb });
  stops.push(() => thread.close());
  return health;
}

/** Starts the leader's removal of old rows (R-RUN-41); it stops with the program. */
function startTableUpkeep(
  { log, stops }: Pick<Start, 'log' | 'stops'>,
  { app, core }: Databases,
  lead: ShardLead,
  { companies, readiness }: Pick<Server, 'companies' | 'readiness'>,
): void {
  const retention = startRetention({
    store: new RetentionRows({ app: app.db, core: core.db }, lead, demoTables),
    clock: systemClock,
    companies: () => companies.all(),
    onError: (error) => log.error({ err: error }, 'retention: failed, trying again in an hour'),
  });
  readiness.addWarning('retention', () => retention.isFailing);
  stops.push(() => retention.stop());
}
