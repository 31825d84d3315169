import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/** The chain of sign-ins, and its beginning after the oldest entries were erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_in_entry (
      company_id integer not null references company,
      seq integer not null,
      at_ms bigint not null,
      who text not null check (who in ('user', 'operator')),
      person_id integer,
      kind text not null,
      detail text not null,
      network text not null,
      count integer not null check (count > 0),
      hash bytea not null,
      primary key (company_id, seq)
    )`.execute(db);
  await sql`create index sign_in_entry_person on sign_in_entry (company_id, who, person_id, seq)`.execute(db);
  await sql`create index sign_in_entry_network on sign_in_entry (company_id, network, seq)`.execute(db);
  await sql`
    create table sign_in_anchor (
      company_id integer primary key references company,
      seq integer not null,
      hash bytea not null
    )`.execute(db);
  await keepEntries(db);
  await protectTenantTable(db, 'sign_in_entry', { app: ['select', 'insert', 'delete'], core: [] });
  await protectTenantTable(db, 'sign_in_anchor', { app: ['select', 'insert', 'update'], core: [] });
}

/** Nothing is changed, and nothing younger than the retention (180 days, less one for clock differences) is deleted. */
async function keepEntries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function sign_ins_are_kept() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.at_ms < (extract(epoch from now()) * 1000)::bigint - 179 * 86400000::bigint then
        return old;
      end if;
      raise exception 'the record of sign-ins is never changed';
    end $$`.execute(db);
  await sql`
    create trigger sign_ins_kept before update or delete on sign_in_entry
    for each row execute function sign_ins_are_kept()`.execute(db);
  await sql`
    create trigger sign_ins_whole before truncate on sign_in_entry
    for each statement execute function sign_ins_are_kept()`.execute(db);
}
