import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from './adapters/clock/system-clock.ts';
import { lockFolder } from './adapters/postgres/embedded/folder-lock.ts';
import type { PostgresLease } from './adapters/postgres/postgres-lease.ts';
import { MirrorFolder } from './adapters/tick-log/mirror-folder.ts';
import type { Start } from './open-adapters.ts';
import type { TickLine } from './ports/tick-stream.ts';
import { TickMirror } from './services/market/tick-mirror.ts';

/** Time to copy what is missing before the start goes on. */
const currentMaxMs = 2_000;
const noteAgainMs = 1_000;
const failingCheckMs = 500;
/** Time for which a leader may not write its ticks; a standby with a sound disk can take over then. */
const failingMaxMs = 3_000;

export interface MirrorParts {
  readonly line: TickLine;
  readonly lease: Pick<PostgresLease, 'tickPosition' | 'useTickLog'>;
  /** Epoch under which this process leads; null while it does not. */
  readonly epoch: () => number | null;
}

type MirrorStart = Pick<Start, 'log' | 'fail' | 'stops'> &
  Partial<Pick<Start, 'say'>> & {
    readonly config: Pick<Start['config'], 'dataDir' | 'tickLogMaxBytes'>;
  };

/**
 * Opens this process's mirror of the market role's ticks and begins to copy them; a new folder waits for the first
 * contact. Reports gaps and failures in the log.
 */
export async function openTickMirror(
  { config, log, say, fail: onLost, stops }: MirrorStart,
  { line, lease, epoch }: MirrorParts,
): Promise<TickMirror> {
  const folder = join(config.dataDir, 'mirror');
  mkdirSync(folder, { recursive: true });
  const unlock = lockFolder(folder);
  stops.push(async () => unlock());
  const onError = (error: Error) => log.error({ err: error }, 'tick mirror');
  const bytesMax = config.tickLogMaxBytes;
  const mirrored = await MirrorFolder.open({ folder, bytesMax, isSynced: true, onError, onLost });
  stops.push(() => mirrored.close());
  let isStopped = false;
  const mirror = new TickMirror({
    log: mirrored,
    line,
    clock: systemClock,
    neededFrom: () => lease.tickPosition(),
    onError,
    onGap: (gap) => log.error({ gap }, 'the market role has deleted ticks that this process missed'),
    onNewLog: (before, now) => {
      log.error({ before, now }, 'the market role has another tick log');
      void noteLog();
    },
    latestMs: () => Math.max(systemClock.nowMs(), systemClock.wallMs()),
    onFuture: (count) => log.error({ count }, 'refused logged ticks from the future'),
  });
  // Repeated until it is noted: a start that trusts the row of another log would skip ticks.
  const noteLog = async () => {
    const held = epoch();
    if (held === null || isStopped) return;
    try {
      await lease.useTickLog(held, mirror.id);
    } catch (error) {
      onError(error as Error);
      setTimeout(() => void noteLog(), noteAgainMs).unref();
    }
  };
  stops.push(async () => {
    isStopped = true;
  });
  stops.push(() => mirror.stop());
  const watch = setInterval(
    endIfFailing(mirrored, () => epoch() !== null, onLost),
    failingCheckMs,
  );
  watch.unref();
  stops.push(async () => clearInterval(watch));
  if (!(await mirror.whenCurrent(currentMaxMs))) log.warn({ position: mirror.position }, 'waits for the market role');
  // The lease row must name the log that the stored offset belongs to.
  if (mirror.id === '') say?.('Candor waits for the market role: a new core needs its first contact.');
  await mirror.whenKnown();
  return mirror;
}

/** Returns a check that ends a leader whose disk has failed at every check for three seconds (R-LED-43). */
function endIfFailing(
  log: Pick<MirrorFolder, 'isFailing'>,
  isLeading: () => boolean,
  end: (error: Error) => void,
): () => void {
  let sinceMs: number | null = null;
  return () => {
    const nowMs = systemClock.monotonicMs();
    sinceMs = log.isFailing && isLeading() ? (sinceMs ?? nowMs) : null;
    if (sinceMs !== null && nowMs - sinceMs >= failingMaxMs)
      end(new Error('The ticks cannot be written: the disk fails. This core ends, so that another one takes over.'));
  };
}
