import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** Lists are counted this far: nobody turns so many pages, and a count without end is a load. */
export const countMax = 100_001;

/** How many rows `from … where …` finds, at most `countMax`. */
export async function countUpTo(trx: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 ${from} limit ${countMax}) as found`.execute(trx);
  return rows[0]?.total ?? 0;
}
