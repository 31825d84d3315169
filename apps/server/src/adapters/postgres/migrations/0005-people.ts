import { type Kysely, sql } from 'kysely';
import { changeTenantTable, protectTenantTable } from './tenancy.ts';

/** Passwords, codes, devices, second factors and their messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table company add column verify_type integer not null default 1 check (verify_type in (1, 2))`.execute(db);
  await changeTenantTable(db, 'app_user', () => addToUsers(db));
  await sql`create index app_user_invited_by on app_user (company_id, invited_by) where invited_by is not null`.execute(
    db,
  );
  await sql`alter table user_token add column stepped_up_at_ms bigint`.execute(db);
  await createCredentials(db);
  await createSecondFactors(db);
  await createOutbox(db);
  const tables = ['user_password', 'user_device', 'verification_code', 'answered_request', 'message_outbox'];
  const factors = ['user_totp', 'user_recovery_code', 'user_passkey', 'auth_challenge'];
  for (const table of [...tables, ...factors]) await protectTenantTable(db, table);
}

async function addToUsers(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user
      add column mobile text check (mobile ~ '^[+][1-9][0-9]{6,14}$'),
      add column is_disabled boolean not null default false,
      add column invited_by integer,
      add column language text not null default '',
      add unique (company_id, email),
      add unique (company_id, mobile),
      add foreign key (company_id, invited_by) references app_user (company_id, id)`.execute(db);
}

async function createCredentials(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_password (
      company_id integer not null,
      user_id integer not null,
      hash text not null,
      changed_at_ms bigint not null,
      primary key (company_id, user_id),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  await sql`
    create table user_device (
      company_id integer not null,
      user_id integer not null,
      name text not null,
      last_seen_at_ms bigint not null,
      primary key (company_id, user_id, name),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  // The account is a keyed hash, so that requesters who never register are not stored.
  await sql`
    create table verification_code (
      company_id integer not null references company,
      purpose integer not null check (purpose in (1, 2)),
      account_key bytea not null,
      code_hash bytea,
      tries_left integer not null,
      sent_at_ms bigint not null,
      expires_at_ms bigint not null,
      sends integer not null,
      counted_from_ms bigint not null,
      primary key (company_id, purpose, account_key)
    )`.execute(db);
  await sql`
    create table answered_request (
      company_id integer not null references company,
      account_key bytea not null,
      client_id text not null,
      body_hash bytea not null,
      user_id integer,
      at_ms bigint not null,
      primary key (company_id, account_key, client_id)
    )`.execute(db);
  await sql`create index verification_code_old on verification_code (expires_at_ms)`.execute(db);
  await sql`create index answered_request_old on answered_request (at_ms)`.execute(db);
}

async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_totp (
      company_id integer not null,
      user_id integer not null,
      sealed bytea not null,
      confirmed_at_ms bigint,
      last_step bigint not null default 0,
      primary key (company_id, user_id),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  await sql`
    create table user_recovery_code (
      company_id integer not null,
      user_id integer not null,
      code_hash bytea not null,
      used_at_ms bigint,
      primary key (company_id, user_id, code_hash),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  await sql`
    create table user_passkey (
      company_id integer not null,
      id text not null,
      user_id integer not null,
      rp_id text not null,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at_ms bigint not null,
      last_used_at_ms bigint,
      primary key (company_id, id),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  await sql`create index user_passkey_user on user_passkey (company_id, user_id)`.execute(db);
  await sql`
    create table auth_challenge (
      company_id integer not null,
      key_hash bytea not null,
      user_id integer not null,
      challenge text not null,
      rp_id text not null,
      tries_left integer not null,
      expires_at_ms bigint not null,
      primary key (company_id, key_hash),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_outbox (
      company_id integer not null references company,
      id text not null,
      route text not null check (route in ('mail', 'sms', 'none')),
      recipient text not null,
      subject text,
      body text,
      created_at_ms bigint not null,
      expires_at_ms bigint not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
      attempts integer not null default 0,
      is_underway boolean not null default false,
      next_at_ms bigint not null,
      settled_at_ms bigint,
      reason text,
      primary key (company_id, id),
      check (state = 'waiting' or (subject is null and body is null))
    )`.execute(db);
  await sql`
    create index message_outbox_due on message_outbox (company_id, next_at_ms) where state = 'waiting'`.execute(db);
}
