import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from './adapters/clock/system-clock.ts';
import { PostgresLease } from './adapters/postgres/postgres-lease.ts';
import { hasCertainlyEnded, ownProcessMark } from './adapters/postgres/process-mark.ts';
import type { Config } from './config.ts';
import { startStandbyServer } from './gateway/http/standby-server.ts';
import type { RoleDatabases } from './main-database.ts';
import type { LeaseOwner } from './ports/journal.ts';
import { awaitLead, tryToLead } from './trading/await-lead.ts';
import { LeaseKeeper } from './trading/lease-keeper.ts';

const prepareEveryMs = 3_600_000;

/** Another process leads, and a command that changes everything cannot run beside it. */
export class LedElsewhereError extends Error {
  override readonly name = 'LedElsewhereError';
}

export interface LeadStart {
  readonly config: Config;
  readonly database: RoleDatabases;
  readonly log: FastifyBaseLogger;
  readonly say: (text: string) => void;
  readonly fail: (error: Error) => void;
  readonly stops: (() => Promise<void>)[];
}

export interface Lead {
  readonly keeper: LeaseKeeper;
  readonly epoch: number;
  /** Whether the leader before logged its ticks in this process's log. */
  readonly isSameTickLog: boolean;
  /** Frees the port for those who are served from now on. */
  openDoors(): Promise<void>;
}

/**
 * Waits until this process leads, answering as a standby meanwhile; from then on the lease is renewed. While it waits it
 * prepares again and again what can be prepared without the lead.
 */
export async function takeLead(start: LeadStart, tickLogOffset: number, prepare: () => Promise<void>): Promise<Lead> {
  const { config, database, log, say, stops } = start;
  const store = new PostgresLease(database.lease.pool);
  const tickLog = { id: tickLogId(config.dataDir), nextOffset: tickLogOffset };
  const attempt = { store, owner: ownerOf(config.port), tickLog, clock: systemClock, hasEnded: endedBy(database) };
  let standby: { close(): Promise<void> } | null = null;
  let preparing: NodeJS.Timeout | undefined;
  const prepareOnce = () => prepare().catch((error: unknown) => log.warn({ err: error }, 'standby'));
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
      if (preparing !== undefined) return;
      preparing = setInterval(() => void prepareOnce(), prepareEveryMs);
      void prepareOnce();
    },
  });
  clearInterval(preparing);
  const wasStandby = standby !== null;
  if (wasStandby) say('Candor takes the lead.');
  return { ...keepLead(start, store, taken), isSameTickLog: taken.isSameTickLog, openDoors: closeStandby };
}

/** Takes the lead for a command that must run alone. Throws LedElsewhereError. */
export async function leadAlone(start: LeadStart): Promise<Pick<Lead, 'epoch'>> {
  const { config, database } = start;
  const store = new PostgresLease(database.lease.pool);
  const tickLog = { id: tickLogId(config.dataDir), nextOffset: 0 };
  const owner = { ...ownerOf(config.port), address: `a command on ${hostname()} (pid ${process.pid})` };
  const taken = await tryToLead({ store, owner, tickLog, clock: systemClock, hasEnded: endedBy(database) });
  if (taken.kind === 'taken') return keepLead(start, store, taken);
  throw new LedElsewhereError(
    `Candor is running on this database: ${taken.by.address} leads. Stop it first, and every standby with it.`,
  );
}

function keepLead(
  { database, log, fail, stops }: LeadStart,
  store: PostgresLease,
  { epoch, takenAtMs }: { epoch: number; takenAtMs: number },
): Pick<Lead, 'keeper' | 'epoch'> {
  const keeper = new LeaseKeeper({
    store,
    epoch,
    takenAtMs,
    clock: systemClock,
    onAway(isAway) {
      log.error(isAway ? 'The database does not answer.' : 'The database answers again.');
      for (const one of [database.app, database.core]) one.setAway(isAway);
    },
    onDeposed: fail,
  });
  // Stopped last of all that writes, so that whoever takes the lead next finds everything done.
  stops.push(() => keeper.release().catch(() => undefined));
  return { keeper, epoch };
}

function ownerOf(port: number): LeaseOwner {
  return { id: randomUUID(), address: `${hostname()}:${port} (pid ${process.pid})`, process: ownProcessMark() };
}

/** On an embedded database whoever else held the lease has ended: the folder's lock is ours. */
function endedBy({ isOwn }: RoleDatabases): (holder: LeaseOwner) => boolean {
  return (holder) => isOwn || hasCertainlyEnded(holder.process);
}

/** Made once for each folder of ticks: another process's offsets mean nothing in it. */
function tickLogId(dataDir: string): string {
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
