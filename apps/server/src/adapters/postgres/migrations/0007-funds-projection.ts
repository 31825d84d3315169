import { type Kysely, sql } from 'kysely';
import { foldedTable, protectTenantTable } from './tenancy.ts';

/** Last state of deposits, withdrawals and corrections, and the postings of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table funds_request (
      id bigint primary key,
      company_id integer not null,
      account_id integer not null,
      kind text not null check (kind in ('deposit', 'withdrawal', 'correction')),
      status text not null,
      method text,
      amount_micros bigint not null,
      fee_micros bigint not null,
      requested_at_ms bigint not null,
      since_ms bigint not null,
      finished_at_ms bigint,
      record text not null
    )`.execute(db);
  await sql`create index funds_request_account on funds_request (company_id, account_id, kind, id)`.execute(db);
  await sql`
    create index funds_request_waiting on funds_request (company_id, kind, id) where finished_at_ms is null`.execute(
    db,
  );
  await sql`
    create index funds_request_finished on funds_request (company_id, kind, status, finished_at_ms)
    where finished_at_ms is not null`.execute(db);
  await protectTenantTable(db, 'funds_request', foldedTable);
  await sql`alter table posting add column funds_id bigint`.execute(db);
}
