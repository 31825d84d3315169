import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { mainShard } from '@candor/domain/values/shard';
import { systemClock } from './adapters/clock/system-clock.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { hasCertainlyEnded, ownProcessMark, PostgresLease } from './adapters/postgres/postgres-lease.ts';
import { startStandbyServer } from './gateway/http/standby-server.ts';
import type { Start } from './open-adapters.ts';
import { ExplainedError } from './ports/explained-error.ts';
import type { LeaseOwner, ShardLead, TickLogMark } from './ports/journal.ts';
import { readinessMetrics } from './services/metrics/metric-sources.ts';
import { awaitLead, tryToLead } from './trading/await-lead.ts';
import { LeaseKeeper } from './trading/lease-keeper.ts';
import type { WarmFold } from './trading/warm-fold.ts';

const prepareEveryMs = 3_600_000;

/** Another process leads; a command that changes everything cannot run at the same time. */
class LedElsewhereError extends ExplainedError {
  override readonly name = 'LedElsewhereError';
}

type LeadStart = Start & { readonly databases: Databases };

export interface Lead {
  readonly keeper: LeaseKeeper;
  readonly epoch: number;
  /** True if the previous leader wrote its ticks to this process's log. */
  readonly isSameTickLog: boolean;
  /** Closes the standby server, which frees the port. */
  closeStandby(): Promise<void>;
  /**
   * From now on statements fail at once while the database is away, so that no call waits for it. Until then they wait:
   * a database that pauses while this process starts delays the start and does not end it.
   */
  failFast(): void;
}

/** Lease that a process waits for, and its work meanwhile. */
export interface Waiting {
  /** Number of the lease: the core's shard, the main one if omitted, or that of the market role. */
  readonly lease?: number;
  /** Returns the tick log of this process. */
  readonly tickLog: () => TickLogMark;
  /** Called every hour. */
  readonly prepare?: () => Promise<void>;
  /** Begins to follow the journal. */
  readonly warm?: Pick<WarmFold, 'start'>;
}

/** Waits until this process leads, answers as a standby meanwhile, and renews the lease from then on. */
export async function takeLead(
  start: LeadStart,
  { lease = mainShard, tickLog, prepare, warm }: Waiting,
): Promise<Lead> {
  const { config, databases, log, say, stops, metrics } = start;
  const store = new PostgresLease(databases.lease.pool, lease);
  const attempt = { store, owner: ownerOf(config.port), tickLog, clock: systemClock, hasEnded: endedBy(databases) };
  let standby: Awaited<ReturnType<typeof startStandbyServer>> | null = null;
  // Once it serves, a process has another readiness.
  metrics.add(() => (standby === null ? [] : readinessMetrics(standby.readiness)()));
  let preparing: NodeJS.Timeout | undefined;
  const prepareOnce = () => prepare?.().catch((error: unknown) => log.warn({ err: error }, 'standby'));
  const closeStandby = async () => {
    clearInterval(preparing);
    await standby?.close();
    standby = null;
  };
  stops.push(closeStandby);
  const taken = await awaitLead({
    ...attempt,
    onError: (error) => log.warn({ err: error }, 'the lease cannot be asked for'),
    onWaiting: async (by) => {
      standby ??= await startStandbyServer({ host: config.host, port: config.port, logger: log });
      say(`Candor waits as a standby: ${by.address} leads.`);
      warm?.start();
      if (preparing !== undefined) return;
      preparing = setInterval(() => void prepareOnce(), prepareEveryMs);
      void prepareOnce();
    },
  });
  clearInterval(preparing);
  const wasStandby = standby !== null;
  if (wasStandby) say('Candor takes the lead.');
  return { ...keepLead(start, store, taken), isSameTickLog: taken.isSameTickLog, closeStandby };
}

/** Takes the lead of a shard for a command that must run alone. Throws LedElsewhereError. */
export async function leadAlone(start: LeadStart, shard: number): Promise<ShardLead> {
  const { config, databases } = start;
  const store = new PostgresLease(databases.lease.pool, shard);
  const tickLog = () => ({ id: tickLogId(config.dataDir), nextOffset: 0 });
  const owner = { ...ownerOf(config.port), address: `a command on ${hostname()} (pid ${process.pid})` };
  const taken = await tryToLead({ store, owner, tickLog, clock: systemClock, hasEnded: endedBy(databases) });
  if (taken.kind === 'taken') return { shard, epoch: keepLead(start, store, taken).epoch };
  throw new LedElsewhereError(
    `Candor is running on this database: ${taken.by.address} leads. Stop it first, and every standby with it.`,
  );
}

function keepLead(
  { databases, log, fail, stops }: LeadStart,
  store: PostgresLease,
  { epoch, takenAtMs }: { epoch: number; takenAtMs: number },
): Pick<Lead, 'keeper' | 'epoch' | 'failFast'> {
  let failsFast = false;
  const setAway = (isAway: boolean) => {
    for (const one of [databases.app, databases.core]) one.setAway(isAway);
  };
  const keeper = new LeaseKeeper({
    store,
    epoch,
    takenAtMs,
    clock: systemClock,
    onAway(isAway) {
      log.error(isAway ? 'The database does not answer.' : 'The database answers again.');
      if (failsFast) setAway(isAway);
    },
    onDeposed: fail,
  });
  // Stops after everything that writes, so that the next leader finds all of it stored.
  stops.push(() => keeper.release().catch(() => undefined));
  const failFast = () => {
    failsFast = true;
    setAway(keeper.isAway);
  };
  return { keeper, epoch, failFast };
}

export function ownerOf(port: number): LeaseOwner {
  return { id: randomUUID(), address: `${hostname()}:${port} (pid ${process.pid})`, process: ownProcessMark() };
}

/** Returns the test whether a lease holder's process has ended; on the embedded database it has, because this process holds the folder's lock. */
export function endedBy({ isOwn }: Databases): (holder: LeaseOwner) => boolean {
  return (holder) => isOwn || hasCertainlyEnded(holder.process);
}

/** Returns the id of the tick log's folder, made once: offsets of another log mean nothing in it. */
export function tickLogId(dataDir: string): string {
  const folder = join(dataDir, 'ticks');
  const file = join(folder, 'log.id');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, randomUUID(), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
