import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { PostgresJournal } from '../apps/server/src/adapters/postgres/postgres-journal.ts';
import { PostgresLease } from '../apps/server/src/adapters/postgres/postgres-lease.ts';

const shard = 0;

/** Opens the journal as leader at once, as after the end of a lease; `pool` is the core's. */
export async function leadingJournal(pool: pg.Pool): Promise<PostgresJournal> {
  await pool.query("update shard_lease set expires_at = '-infinity' where shard = $1", [shard]);
  const owner = { id: randomUUID(), address: 'test', process: null };
  const taken = await new PostgresLease(pool, 0).take(owner, { id: 'test', nextOffset: 0 }, null);
  if (taken.kind === 'held') throw new Error('The lease was taken in between');
  return new PostgresJournal(pool, { shard: 0, epoch: taken.epoch });
}
