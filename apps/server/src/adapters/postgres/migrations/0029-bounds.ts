import { type Kysely, sql } from 'kysely';
import { changeTenantTable, openTable, type TableUse } from './tenancy.ts';

/** Days of stored ids before and after the current one. */
const idDays = { before: 7, ahead: 3 };
/** Newer days with ids that a removed day must have. */
const idDaysKept = 8;

/** Rows are inserted once and never change. */
const insertOnce: TableUse = { app: [], core: ['select', 'insert'] };

/** Bounds of tables: used payments, ends of demos, and an index for each deletion (docs/adr/0037). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createUsedPayments(db);
  await fillUsedPayments(db);
  await keepIdDays(db);
  await markEndedDemos(db);
  await createIndexes(db);
  await sql`grant execute on function require_lead(integer, bigint) to candor_core`.execute(db);
}

/** Payments that were credited or that paid a withdrawal; the primary key lets each be used once (R-FND-06, R-FND-14). */
async function createUsedPayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table used_payment (
      kind text not null check (kind in ('credited', 'paid')),
      key text collate "C" not null,
      shard integer not null,
      seq bigint not null,
      funds_id bigint not null,
      account_id integer not null,
      primary key (kind, key)
    )`.execute(db);
  await sql`create index used_payment_by_seq on used_payment (shard, seq)`.execute(db);
  await sql`
    create function used_payments_are_kept() returns trigger language plpgsql as $$
    begin raise exception 'a used payment is never forgotten'; end $$`.execute(db);
  await sql`
    create trigger used_payment_kept before update or delete or truncate on used_payment
    for each statement execute function used_payments_are_kept()`.execute(db);
  await openTable(db, 'used_payment', insertOnce);
  // A batch without payments, as nearly all are, is stored by commit_batch alone.
  await sql`
    create function commit_batch_with_payments(
      p_shard integer, p_epoch bigint, p_from_seq bigint, p_tick_offset bigint,
      p_at_ms bigint[], p_account_id integer[], p_client_id text[], p_body_hash text[], p_payload text[], p_hash bytea[],
      p_used_seq bigint[], p_used_kind text[], p_used_key text[], p_used_funds_id bigint[], p_used_account_id integer[]
    ) returns void language plpgsql as $$
    begin
      perform commit_batch(p_shard, p_epoch, p_from_seq, p_tick_offset,
        p_at_ms, p_account_id, p_client_id, p_body_hash, p_payload, p_hash);
      insert into used_payment (shard, seq, kind, key, funds_id, account_id)
        select p_shard, used.* from unnest(p_used_seq, p_used_kind, p_used_key, p_used_funds_id, p_used_account_id) as used;
    end $$`.execute(db);
  const signature =
    'commit_batch_with_payments(integer, bigint, bigint, bigint, bigint[], integer[], text[], text[], text[], bytea[], bigint[], text[], text[], bigint[], integer[])';
  await sql`revoke execute on function ${sql.raw(signature)} from public`.execute(db);
  await sql`grant execute on function ${sql.raw(signature)} to candor_core`.execute(db);
}

interface PaymentEvent {
  readonly type: string;
  readonly accountId: number;
  readonly funds: { readonly id: number; readonly externalId: string | null };
  readonly transfers: readonly { readonly from: string }[];
}

/** Stores the payments of the journal's entries, and of older requests from their table, with entry 0. */
async function fillUsedPayments(db: Kysely<unknown>): Promise<void> {
  for (let seq = '0'; ; ) {
    const { rows } = await sql<{ seq: string; payload: string }>`
      select seq, payload from journal where shard = 0 and seq > ${seq}::bigint
        and (payload like '%"DepositCredited"%' or payload like '%"WithdrawalPaid"%')
      order by seq limit 500`.execute(db);
    for (const row of rows) {
      const { events = [] } = JSON.parse(row.payload) as { events?: readonly PaymentEvent[] };
      for (const event of events) await storePayment(db, row.seq, event);
    }
    seq = rows.at(-1)?.seq ?? '';
    if (seq === '') break;
  }
  await changeTenantTable(db, 'funds_request', async () => {
    const { rows } = await sql<{ company_id: number; account_id: number; status: string; record: string }>`
      select company_id, account_id, status, record from funds_request where status in ('credited', 'paid') order by id
    `.execute(db);
    for (const { company_id: company, account_id: accountId, status, record } of rows) {
      const funds = JSON.parse(record) as PaymentEvent['funds'];
      const type = status === 'credited' ? 'DepositCredited' : 'WithdrawalPaid';
      await storePayment(db, '0', { type, accountId, funds, transfers: [{ from: `${company}/` }] });
    }
  });
}

/** Stores the payment of an event, if it used one; the key is the one by which the engine compares. */
async function storePayment(db: Kysely<unknown>, seq: string, event: PaymentEvent): Promise<void> {
  const kind = { DepositCredited: 'credited', WithdrawalPaid: 'paid' }[event.type];
  if (kind === undefined || event.funds.externalId === null) return;
  const { id, externalId } = event.funds;
  // The journal writes a text that looks like an encoded number with one tilde more.
  const written = /^~+-?\d+n$/.test(externalId) ? externalId.slice(1) : externalId;
  const company = event.transfers[0]?.from.split('/')[0] ?? '';
  const key = `${company}/${written.trim().toLowerCase().replace(/^0x/, '')}`;
  await sql`
    insert into used_payment (shard, seq, kind, key, funds_id, account_id)
    values (0, ${seq}::bigint, ${kind}, ${key}, ${id}, ${event.accountId}) on conflict do nothing`.execute(db);
}

/**
 * Removes a day of ids only if it is empty or enough newer days hold ids: a clock that jumped makes all days old at once
 * (R-LED-20). After a clock that was put back, ids go to the days of its time again.
 */
async function keepIdDays(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function keep_command_id_days(p_shard integer, p_epoch bigint, p_today integer) returns void
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
    declare
      lease shard_lease := leading_lease(p_shard, p_epoch);
      v_from integer := p_today - ${sql.lit(idDays.before)};
      v_to integer := p_today + ${sql.lit(idDays.ahead)};
    begin
      if v_to >= lease.ids_from_day then
        v_from := greatest(v_from, lease.ids_from_day);
        v_to := greatest(v_to, lease.ids_to_day);
      end if;
      for v_day in v_from .. v_to loop
        if to_regclass(format('command_id_%s_%s', p_shard, v_day)) is null then
          perform add_command_id_day(p_shard, v_day);
        end if;
      end loop;
      update shard_lease set ids_from_day = v_from, ids_to_day = v_to where shard = p_shard and epoch = p_epoch;
    end $$`.execute(db);
  await sql`
    create function command_id_days(p_shard integer) returns setof integer
    language sql stable security definer set search_path = public, pg_temp as $$
      select split_part(c.relname, '_', 4)::integer
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'command_id'::regclass and split_part(c.relname, '_', 3)::integer = p_shard
      order by 1
    $$`.execute(db);
  await sql`
    create or replace function drop_command_id_days(p_shard integer, p_epoch bigint) returns integer
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
    declare
      lease shard_lease := leading_lease(p_shard, p_epoch);
      v_day integer;
      v_name text;
      v_is_used boolean;
      v_newer integer := 0;
      v_count integer := 0;
    begin
      for v_day in select day from command_id_days(p_shard) as day order by day desc loop
        v_name := format('command_id_%s_%s', p_shard, v_day);
        execute format('select exists (select from %I)', v_name) into v_is_used;
        if (v_day < lease.ids_from_day or v_day > lease.ids_to_day)
            and (not v_is_used or v_newer >= ${sql.lit(idDaysKept)}) then
          execute format('drop table %I', v_name);
          v_count := v_count + 1;
        elsif v_is_used then
          v_newer := v_newer + 1;
        end if;
      end loop;
      return v_count;
    end $$`.execute(db);
  await sql`revoke execute on function command_id_days(integer) from public`.execute(db);
  await sql`grant execute on function command_id_days(integer) to candor_core`.execute(db);
}

/** Time at which a demo ended, in its chain of receipts, which is the last row that is removed. */
async function markEndedDemos(db: Kysely<unknown>): Promise<void> {
  await changeTenantTable(db, 'receipt_chain', async () => {
    // Every account so far was opened in US dollars.
    await sql`
      alter table receipt_chain add column ended_at_ms bigint, add column currency text not null default 'USD'`.execute(
      db,
    );
    await sql`alter table receipt_chain alter currency drop default`.execute(db);
    await changeTenantTable(db, 'app_user', () =>
      sql`
        update receipt_chain set ended_at_ms = app_user.ended_at_ms from app_user
        where app_user.id = account_id and is_demo and app_user.ended_at_ms is not null`.execute(db),
    );
  });
  await sql`create index receipt_chain_ended on receipt_chain (ended_at_ms) where ended_at_ms is not null`.execute(db);
  await sql`
    create index app_user_ended_demo on app_user (company_id, ended_at_ms) where is_demo and ended_at_ms is not null
  `.execute(db);
}

/** Indexes by which the retention job finds old rows without reading the others. */
async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index user_token_old on user_token (company_id, expires_at_ms)`.execute(db);
  await sql`create index operator_token_old on operator_token (company_id, expires_at_ms)`.execute(db);
  await sql`create index auth_challenge_old on auth_challenge (company_id, expires_at_ms)`.execute(db);
  await sql`drop index verification_code_old`.execute(db);
  await sql`create index verification_code_old on verification_code (company_id, sent_at_ms)`.execute(db);
  await sql`drop index answered_request_old`.execute(db);
  await sql`create index answered_request_old on answered_request (company_id, at_ms)`.execute(db);
  await sql`
    create index message_outbox_settled on message_outbox (company_id, settled_at_ms) where settled_at_ms is not null
  `.execute(db);
  await sql`
    create index message_outbox_unsent on message_outbox (company_id, next_at_ms) where route = 'none'`.execute(db);
}
