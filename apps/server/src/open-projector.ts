import { fileURLToPath } from 'node:url';
import { systemClock } from './adapters/clock/system-clock.ts';
import { listen, notifyChannel, tableChannelsOf } from './adapters/postgres/channel.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { ProjectionTables } from './adapters/postgres/projection-tables.ts';
import { LongThread } from './adapters/threads/long-thread.ts';
import type { Start } from './open-adapters.ts';
import { RemoteTables } from './projections/remote-tables.ts';
import { type ProjectorNews, ThreadProjector } from './projections/thread-projector.ts';
import type { ProjectorThreadData } from './projector-thread.ts';
import { encode } from './trading/codec.ts';
import type { RemoteCore } from './trading/remote/remote-core.ts';

const isSource = import.meta.url.endsWith('.ts');
const threadPath = fileURLToPath(
  new URL(isSource ? './projector-thread.ts' : './projector-thread.js', import.meta.url),
);
const restartMs = 500;
const heapMaxMb = 512;

interface ProjectorSetup {
  readonly databases: Pick<Databases, 'coreUrl'>;
  readonly shard: number;
  /** File of the key that signs receipts. */
  readonly receiptKeyPath: string;
  /** True if other processes read the tables. */
  readonly isShared: boolean;
  readonly log: Pick<Start['log'], 'error'>;
}

/** Starts the thread of a shard's projector; the schema and the key of receipts must be there. The caller stops it. */
export function openProjector({ databases, shard, receiptKeyPath, isShared, log }: ProjectorSetup): ThreadProjector {
  const workerData: ProjectorThreadData = { coreUrl: databases.coreUrl, shard, receiptKeyPath, isShared };
  return new ThreadProjector({
    openThread: (onMessage, onEnded) =>
      new LongThread<ProjectorNews>({ path: threadPath, workerData, onMessage, onEnded, restartMs, heapMaxMb }),
    clock: systemClock,
    onError: (error) => log.error({ err: error }, 'projection failed, trying again'),
  });
}

/** Opens a shard's tables as a process without the projector sees them; the returned function stops it. */
export function openRemoteTables(
  { core: database }: Pick<Databases, 'core'>,
  shard: number,
  core: Pick<RemoteCore, 'latestSeq'>,
): { readonly tables: RemoteTables; readonly stop: () => void } {
  const store = new ProjectionTables(database.db, { encode }, shard);
  const { written, wanted } = tableChannelsOf(shard);
  const tables = new RemoteTables({
    checkpoint: () => store.checkpoint(),
    hurry: (seq) => notifyChannel(database.pool, wanted, String(seq)),
    latestSeq: () => core.latestSeq(),
  });
  return { tables, stop: listen(database.pool, written, () => tables.wake()) };
}
