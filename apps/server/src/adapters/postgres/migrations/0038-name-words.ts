import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/**
 * Keyed hashes of the words of verified names and of their beginnings, so that operators find a person by name while names
 * stay sealed; and an index of audit entries by subject, for the looks at one client.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table name_word (
      company_id integer not null,
      word bytea not null,
      user_id integer not null,
      primary key (company_id, word, user_id),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  await sql`create index name_word_user on name_word (company_id, user_id)`.execute(db);
  await protectTenantTable(db, 'name_word');
  await sql`alter table verification add column is_name_indexed boolean not null default false`.execute(db);
  await sql`
    create index verification_name_missing on verification (company_id, id)
    where status = 'approved' and not is_name_indexed`.execute(db);
  await sql`create index audit_entry_subject on audit_entry (company_id, subject, seq)`.execute(db);
}
