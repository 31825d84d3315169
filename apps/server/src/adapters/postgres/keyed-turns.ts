import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { KeyedTurns } from '../../ports/guards.ts';
import { UnavailableError } from '../../ports/journal.ts';
import { KeyedQueue } from '../queues/keyed-queue.ts';

/** Unique among the advisory locks with two keys. */
const lockClass = 4_209;
const waitMaxMs = 10_000;
const lockTimeout = '55P03';

/**
 * Turns by advisory locks of a pool of their own: a waiting turn keeps no connection that the work itself needs. Turns of one
 * process queue in it first, so that each key holds one connection. Rejects with UnavailableError after `waitMaxMs`.
 */
export function sharedTurns(pool: pg.Pool, maxMs = waitMaxMs): KeyedTurns {
  const own = new KeyedQueue();
  return { run: (key, work) => own.run(key, () => runLocked(pool, maxMs, key, work)) };
}

async function runLocked<Value>(pool: pg.Pool, maxMs: number, key: string, work: () => Promise<Value>): Promise<Value> {
  const id = createHash('sha256').update(key).digest().readInt32BE();
  const client = await pool.connect();
  let isLocked = false;
  try {
    await client.query(`select set_config('lock_timeout', $3, false), pg_advisory_lock($1, $2)`, [
      lockClass,
      id,
      String(maxMs),
    ]);
    isLocked = true;
    return await work();
  } catch (error) {
    const isLate = !isLocked && (error as { code?: string }).code === lockTimeout;
    throw isLate ? new UnavailableError('The turn of a request did not come in time', { cause: error }) : error;
  } finally {
    const unlocked = isLocked
      ? client.query('select pg_advisory_unlock($1, $2)', [lockClass, id])
      : Promise.reject(new Error('not locked'));
    // A connection that cannot unlock is closed, which unlocks.
    await unlocked.then(
      () => client.release(),
      () => client.release(true),
    );
  }
}
