import { type Kysely, sql } from 'kysely';
import { changeTenantTable } from './tenancy.ts';

/**
 * Codes belong to their requester's ticket: one row per sent code, with its own tries. Codes sent before the migration
 * become invalid; they are valid for ten minutes only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`truncate verification_code`.execute(db);
  await sql`drop index verification_code_old`.execute(db);
  await changeTenantTable(db, 'verification_code', () =>
    sql`
      alter table verification_code
        drop constraint verification_code_pkey,
        drop column sends,
        drop column counted_from_ms,
        add column ticket_hash bytea not null,
        add column requester_key bytea not null,
        add column is_device boolean not null,
        add column open_tries_left integer not null check (open_tries_left >= 0),
        add check (tries_left >= 0),
        add primary key (company_id, ticket_hash)`.execute(db),
  );
  await sql`
    create index verification_code_account on verification_code (company_id, account_key, purpose, sent_at_ms)`.execute(
    db,
  );
  await sql`create index verification_code_old on verification_code (sent_at_ms)`.execute(db);
}
