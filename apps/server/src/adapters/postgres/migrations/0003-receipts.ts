import { type Kysely, sql } from 'kysely';

/** Signed receipts of fills, the end of each account's chain, and the public keys that signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table receipt (
      id text primary key,
      account_id integer not null,
      order_id bigint not null,
      number integer not null check (number > 0),
      text text not null,
      hash text not null,
      signature text not null,
      key_id text not null,
      unique (account_id, number)
    )`.execute(db);
  await sql`
    create table receipt_chain (
      account_id integer primary key,
      company_id integer not null,
      realm text not null,
      fingerprint text not null,
      number integer not null check (number >= 0),
      hash text not null
    )`.execute(db);
  await sql`
    create table receipt_key (
      key_id text primary key,
      public_key text not null,
      position integer generated always as identity
    )`.execute(db);
  // The text of a receipt, which a user may hold, cannot change.
  await sql`
    create function receipts_never_change() returns trigger language plpgsql as $$
    begin raise exception 'receipts never change'; end $$`.execute(db);
  await sql`
    create trigger receipt_never_changes before update on receipt
    for each statement execute function receipts_never_change()`.execute(db);
  // Empties the projected tables, so that they are projected again, now with receipts.
  await sql`truncate trade_order, posting, ledger_balance, projector_checkpoint`.execute(db);
}
