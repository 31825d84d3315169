import { type Kysely, sql } from 'kysely';
import { changeTenantTable, protectTenantTable } from './tenancy.ts';

/**
 * The list of notices of each user, projected from the journal or stored with acts that are not in it; the browsers that
 * take pushed ones, and the ways that users chose.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notice (
      company_id integer not null,
      user_id integer not null,
      id text not null check (length(id) <= 64),
      kind text not null check (length(kind) <= 64),
      at_ms bigint not null,
      facts text not null check (length(facts) <= 4000),
      read_at_ms bigint,
      is_due boolean not null default false,
      primary key (user_id, id)
    )`.execute(db);
  await sql`create index notice_list on notice (user_id, at_ms desc, id desc)`.execute(db);
  await sql`create index notice_unread on notice (user_id) where read_at_ms is null`.execute(db);
  await sql`create index notice_age on notice (company_id, at_ms)`.execute(db);
  // Those that still have to be pushed or mailed.
  await sql`create index notice_due on notice (company_id, at_ms) where is_due`.execute(db);
  await sql`
    create table push_device (
      company_id integer not null,
      user_id integer not null,
      id text not null,
      endpoint text not null check (length(endpoint) <= 1024),
      p256dh text not null check (length(p256dh) <= 100),
      auth text not null check (length(auth) <= 30),
      session_id uuid not null,
      language text not null,
      added_at_ms bigint not null,
      primary key (user_id, id),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  await sql`
    create table notice_choice (
      company_id integer not null,
      user_id integer primary key,
      chosen jsonb not null check (length(chosen::text) <= 2000),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  for (const table of ['push_device', 'notice_choice'])
    await protectTenantTable(db, table, { app: ['select', 'insert', 'update', 'delete'], core: ['select'] });
  await changeTenantTable(db, 'message_outbox', async () => {
    await sql`alter table message_outbox drop constraint message_outbox_route_check`.execute(db);
    await sql`
      alter table message_outbox add constraint message_outbox_route_check
      check (route in ('mail', 'sms', 'push', 'none'))`.execute(db);
  });
  await protectTenantTable(db, 'notice', {
    app: ['select', 'insert', 'update', 'delete'],
    core: ['select', 'insert', 'delete'],
  });
}
