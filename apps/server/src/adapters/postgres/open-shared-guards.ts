import type { StoredChanges } from '../../ports/changes.ts';
import type { KeyedTurns, OpenRateCounts } from '../../ports/guards.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { sharedTurns } from './keyed-turns.ts';
import { listenForChanges } from './notifications.ts';
import { sharedRateCounts } from './rate-counts.ts';

/** Turns that run at once in one gateway. */
const turnsMax = 4;
/** A listening connection without an answer is closed after this. */
const listenAnswerMaxMs = 1_400;
/** A turn may wait longer for its lock than other statements for their answer. */
const turnAnswerMaxMs = 15_000;
const sweepEveryMs = 60_000;

/** Guards that several gateways share over one database. */
export interface SharedGuards {
  readonly openRates: OpenRateCounts;
  readonly turns: KeyedTurns;
  readonly changes: StoredChanges;
  /** Deletes expired counts; runs every minute by itself. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens the guards of a gateway that is not alone (docs/adr/0036): counts, turns and changes in PostgreSQL. In a single
 * process memory serves as well, with one query less for each count. `url` must reach PostgreSQL itself, not a pooler of
 * transactions, which cannot listen.
 */
export async function openSharedGuards(deps: {
  readonly app: Pick<OpenDatabase, 'pool'>;
  /** Connection string of `app`. */
  readonly appUrl: string;
  readonly secrets: Secrets;
  readonly clock: { monotonicMs(): number };
  readonly onError: (error: Error) => void;
}): Promise<SharedGuards> {
  const { app, appUrl: url, secrets, clock, onError } = deps;
  const turns = openDatabase(url, onError, turnsMax, 'candor_app', turnAnswerMaxMs);
  const listening = openDatabase(url, onError, 1, 'candor_app', listenAnswerMaxMs);
  const counts = sharedRateCounts(app.pool, (subject, key) => secrets.mac('rate-count', `${subject}\n${key}`));
  const changes = await listenForChanges({ pool: listening.pool, nowMs: () => clock.monotonicMs(), onError });
  const timer = setInterval(() => void counts.sweep().catch(onError), sweepEveryMs);
  timer.unref();
  return {
    openRates: counts.open,
    turns: sharedTurns(turns.pool),
    changes,
    sweep: () => counts.sweep(),
    async stop() {
      clearInterval(timer);
      await changes.stop();
      await Promise.all([turns.close(), listening.close()]);
    },
  };
}
