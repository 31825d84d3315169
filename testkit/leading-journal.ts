import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { PostgresPartitions } from '../apps/server/src/adapters/postgres/journal-partitions.ts';
import { PostgresJournal } from '../apps/server/src/adapters/postgres/postgres-journal.ts';
import { PostgresLease } from '../apps/server/src/adapters/postgres/postgres-lease.ts';
import type { ShardLead, Take } from '../apps/server/src/ports/journal.ts';

const dayMs = 86_400_000;

/** Opens a shard's journal as leader at once, as after the end of a lease; `pool` is the core's. */
export async function leadingJournal(pool: pg.Pool, shard = 0): Promise<PostgresJournal> {
  const owner = { id: randomUUID(), address: 'test', process: null };
  let taken: Take | null = null;
  // A commit of the former leader renews its lease in between.
  while (taken?.kind !== 'taken') {
    await pool.query("update shard_lease set expires_at = '-infinity' where shard = $1", [shard]);
    taken = await new PostgresLease(pool, shard).take(owner, { id: 'test', nextOffset: 0 }, null);
  }
  const lead = { shard, epoch: taken.epoch };
  if (shard > 0) await makePlaces(pool, lead);
  return new PostgresJournal(pool, lead);
}

/** Makes the partitions of a new shard's journal; those of the main shard come with the schema. */
async function makePlaces(pool: pg.Pool, lead: ShardLead): Promise<void> {
  const partitions = new PostgresPartitions(pool, lead);
  await partitions.keepAhead(10_000);
  await partitions.keepIdDays(Math.floor(Date.now() / dayMs));
}
