import { type Kysely, sql } from 'kysely';

/** Times of the keys of receipts: since when each signs, its end, and since when others may have had it (docs/adr/0063). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table receipt_key
      add column from_ms bigint,
      add column until_ms bigint,
      add column compromised_ms bigint`.execute(db);
  // An end stays, and a time of a compromise can only move back.
  await sql`
    create function receipt_keys_only_end() returns trigger language plpgsql as $$
    begin
      if new.key_id <> old.key_id or new.public_key <> old.public_key
        or (old.from_ms is not null and new.from_ms is distinct from old.from_ms)
        or (old.until_ms is not null and new.until_ms is distinct from old.until_ms)
        or (old.compromised_ms is not null and (new.compromised_ms is null or new.compromised_ms > old.compromised_ms))
      then raise exception 'a key of receipts can only end'; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger receipt_key_only_ends before update on receipt_key
    for each row execute function receipt_keys_only_end()`.execute(db);
  await sql`grant update on receipt_key to candor_core`.execute(db);
}
