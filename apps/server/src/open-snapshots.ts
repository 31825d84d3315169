import { fileURLToPath } from 'node:url';
import { systemClock } from './adapters/clock/system-clock.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { PostgresSnapshots } from './adapters/postgres/postgres-snapshots.ts';
import { LongThread } from './adapters/threads/long-thread.ts';
import type { Start } from './open-adapters.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import type { SnapshotThreadData } from './snapshot-thread.ts';
import { SnapshotState } from './trading/snapshots/snapshot-state.ts';
import type { SnapshotNews } from './trading/snapshots/snapshot-writer.ts';

const isSource = import.meta.url.endsWith('.ts');
const threadPath = fileURLToPath(new URL(isSource ? './snapshot-thread.ts' : './snapshot-thread.js', import.meta.url));
const restartMs = 1_000;

type Log = Pick<Start['log'], 'info' | 'warn' | 'error'>;

/** Stored snapshots of a shard, to start from and to write. */
export interface OpenedSnapshots extends NonNullable<ServerPorts['snapshots']> {
  /** Starts the thread that writes new ones; returns the function that stops it. */
  readonly startWriter: (engineVersion: string) => () => Promise<void>;
}

/** Opens the stored snapshots of a shard. */
export function openSnapshots(
  { config, log }: Pick<Start, 'config'> & { readonly log: Log },
  { core, coreUrl }: Pick<Databases, 'core' | 'coreUrl'>,
  shard: number,
): OpenedSnapshots {
  const health = new SnapshotState();
  const note = (news: SnapshotNews) => {
    if (news.kind !== 'failed' || !health.isStuck) logNews(log, news);
    health.note(news, systemClock.nowMs());
  };
  return {
    store: new PostgresSnapshots(core.pool, shard),
    onDamaged: (seq, reason) => note({ kind: 'damaged', seq, reason }),
    health,
    startWriter(engineVersion) {
      const workerData: SnapshotThreadData = { coreUrl, shard, everyEntries: config.snapshotEvery, engineVersion };
      const onEnded = (error: Error) => note({ kind: 'failed', reason: error.message });
      const thread = new LongThread<SnapshotNews>({
        path: threadPath,
        workerData,
        onMessage: note,
        onEnded,
        restartMs,
      });
      return () => thread.close();
    },
  };
}

function logNews(log: Log, news: SnapshotNews): void {
  const { kind, ...about } = news;
  switch (kind) {
    case 'damaged':
      return log.error(about, 'a snapshot of the state cannot be used');
    case 'differs':
      return log.error(about, 'a snapshot of the state is not what the journal gives; run npm run audit');
    case 'failed':
      return log.error(about, 'snapshots of the state cannot be written');
    case 'resumed':
      return log.warn(about, 'snapshots of the state are written again');
    case 'written':
    case 'proven':
      return log.info(about, `snapshot ${kind}`);
  }
}
