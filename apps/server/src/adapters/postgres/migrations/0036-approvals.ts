import { type Kysely, sql } from 'kysely';
import { changeTenantTable, protectTenantTable } from './tenancy.ts';

/** Changes that wait for a second person, and since when each operator has their rights. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTenantTable(db, 'operator', async () => {
    await sql`
      alter table operator
      add column rights_since_ms bigint not null default 0,
      add column left_at_ms bigint`.execute(db);
  });
  await sql`
    create table approval (
      company_id integer not null,
      id integer generated always as identity primary key,
      kind text not null,
      call text not null,
      subject text not null,
      before text not null,
      after text not null,
      params text not null,
      body text not null,
      reason text not null,
      author_id integer not null,
      payload_hash text not null check (length(payload_hash) = 43),
      at_ms bigint not null,
      expires_at_ms bigint not null check (expires_at_ms > at_ms),
      status text not null default 'waiting'
        check (status in ('waiting', 'expired', 'withdrawn', 'refused', 'approved', 'failed', 'done')),
      decided_by integer,
      decided_at_ms bigint,
      remark text not null default '',
      check ((status in ('waiting', 'expired')) = (decided_at_ms is null)),
      foreign key (company_id, author_id) references operator (company_id, id),
      foreign key (company_id, decided_by) references operator (company_id, id)
    )`.execute(db);
  await sql`create index approval_waiting on approval (company_id) where status = 'waiting'`.execute(db);
  await sql`create index approval_of_company on approval (company_id, id desc)`.execute(db);
  await sql`create index approval_of_author on approval (company_id, author_id, id desc)`.execute(db);
  await sql`
    create function approval_is_kept() returns trigger language plpgsql as $$
    begin raise exception 'what was proposed and decided is never changed'; end $$`.execute(db);
  await sql`
    create trigger approval_keeps_content before update on approval for each row
    when ((old.kind, old.call, old.subject, old.before, old.after, old.params, old.body, old.reason, old.author_id,
        old.payload_hash, old.at_ms, old.expires_at_ms)
      is distinct from (new.kind, new.call, new.subject, new.before, new.after, new.params, new.body, new.reason,
        new.author_id, new.payload_hash, new.at_ms, new.expires_at_ms)
      or (old.status <> 'waiting' and (old.decided_by, old.decided_at_ms) is distinct from
        (new.decided_by, new.decided_at_ms))
      or (old.status <> new.status and not (old.status = 'waiting'
        and new.status in ('expired', 'withdrawn', 'refused', 'approved')
        or old.status = 'approved' and new.status in ('failed', 'done'))))
    execute function approval_is_kept()`.execute(db);
  await sql`
    create trigger approval_stays before delete or truncate on approval
    for each statement execute function approval_is_kept()`.execute(db);
  await protectTenantTable(db, 'approval', { app: ['select', 'insert', 'update'], core: [] });
}
