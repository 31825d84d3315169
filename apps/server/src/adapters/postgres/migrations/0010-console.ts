import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/** Operators' second factors and first passwords, users' limits, and indexes for the console's lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operator
      add column totp_sealed bytea,
      add column totp_confirmed_at_ms bigint,
      add column totp_last_step bigint not null default 0,
      add column must_change_password boolean not null default false`.execute(db);
  // Zero for no limit.
  await sql`
    create table user_limit (
      company_id integer not null,
      user_id integer not null,
      leverage_max integer not null check (leverage_max between 0 and 1000),
      orders_max integer not null check (orders_max between 0 and 200),
      withdrawal_day_max_micros bigint not null check (withdrawal_day_max_micros >= 0),
      is_opening_blocked boolean not null,
      is_withdrawal_blocked boolean not null,
      primary key (company_id, user_id),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  await protectTenantTable(db, 'user_limit');
  await sql`create index app_user_email_begins on app_user (company_id, email text_pattern_ops)`.execute(db);
  await sql`create index app_user_day on app_user (company_id, created_at_ms)`.execute(db);
  await sql`create index trade_order_company on trade_order (company_id, id desc)`.execute(db);
  await sql`create index trade_order_live on trade_order (company_id, id desc) where ended_at_ms is null`.execute(db);
  await sql`create index receipt_chain_company on receipt_chain (company_id, account_id)`.execute(db);
  await createDayIndexes(db);
}

/** Indexes for daily figures: real accounts only, so that demos cost no upkeep. */
async function createDayIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index posting_real_day on posting (company_id, at_ms)
    where split_part(ledger_key, '/', 2) = 'real'`.execute(db);
  await sql`
    create index receipt_real_day on receipt (company_id, ((text::json ->> 'time')::bigint))
    where text::json ->> 'realm' = 'real'`.execute(db);
  await sql`
    create index ledger_balance_real on ledger_balance (company_id)
    where split_part(ledger_key, '/', 2) = 'real'`.execute(db);
}
