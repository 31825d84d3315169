import type pg from 'pg';
import type { ClockMarks, StoredClockMark, WatchedClock } from '../../ports/clock.ts';
import { FencedError, type ShardLead } from '../../ports/journal.ts';

/** Opens the clock's mark in the shard's row, which only the leader writes; `clock` continues from the stored one. */
export async function openClockMarks(
  pool: pg.Pool,
  { shard, epoch }: ShardLead,
  clock: Pick<WatchedClock, 'resumeFrom'>,
): Promise<ClockMarks> {
  const { rows } = await pool.query<{ clock_mark: StoredClockMark | null }>(
    'select clock_mark from shard_lease where shard = $1',
    [shard],
  );
  const stored = rows[0]?.clock_mark ?? null;
  if (stored !== null) clock.resumeFrom(stored, 0);
  return {
    stored,
    async save(mark) {
      const { rowCount } = await pool.query('update shard_lease set clock_mark = $3 where shard = $1 and epoch = $2', [
        shard,
        epoch,
        JSON.stringify(mark),
      ]);
      if (rowCount !== 1) throw new FencedError(`Epoch ${epoch} no longer leads`);
    },
  };
}
