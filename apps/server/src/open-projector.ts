import { fileURLToPath } from 'node:url';
import { systemClock } from './adapters/clock/system-clock.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { LongThread } from './adapters/threads/long-thread.ts';
import type { Start } from './open-adapters.ts';
import type { ProjectorNews } from './projections/thread-projector.ts';
import { ThreadProjector } from './projections/thread-projector.ts';
import type { ProjectorThreadData } from './projector-thread.ts';

const isSource = import.meta.url.endsWith('.ts');
const threadPath = fileURLToPath(
  new URL(isSource ? './projector-thread.ts' : './projector-thread.js', import.meta.url),
);
const restartMs = 500;
const heapMaxMb = 512;

/** Starts the thread of the projector; the schema and the key of receipts must be there. The caller stops it. */
export function openProjector(
  { log }: { readonly log: Pick<Start['log'], 'error'> },
  { coreUrl }: Pick<Databases, 'coreUrl'>,
  receiptKeyPath: string,
): ThreadProjector {
  const workerData: ProjectorThreadData = { coreUrl, receiptKeyPath };
  return new ThreadProjector({
    openThread: (onMessage, onEnded) =>
      new LongThread<ProjectorNews>({ path: threadPath, workerData, onMessage, onEnded, restartMs, heapMaxMb }),
    clock: systemClock,
    onError: (error) => log.error({ err: error }, 'projection failed, trying again'),
  });
}
