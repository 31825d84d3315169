import { type Kysely, sql } from 'kysely';

/** The history of an account in one instrument is read without its other orders (R-SCR-90). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index trade_order_history_instrument on trade_order (account_id, instrument_id, ended_at_ms desc, id desc)
    where ended_at_ms is not null`.execute(db);
}
