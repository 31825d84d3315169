import { type Kysely, sql } from 'kysely';

/** Steps of an open order's swap, which the receipts of its closings list (R-LOG-25); empty once it is closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trade_order add swap_steps text[] not null default '{}'`.execute(db);
}
