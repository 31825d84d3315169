import { type Kysely, sql } from 'kysely';

/** The hold of a new payout method is 0 to 7 days; 0 only for companies marked as trial. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company add column is_trial boolean not null default false`.execute(db);
  await sql`update company set is_trial = true where id = 900000`.execute(db);
  await sql`alter table funds_settings drop constraint funds_settings_method_hold_hours_check`.execute(db);
  await sql`alter table funds_settings add constraint funds_settings_method_hold_hours_check
    check (method_hold_hours between 0 and 168)`.execute(db);
}
