import { type Kysely, sql } from 'kysely';
import { openTable } from './tenancy.ts';

/**
 * Counters that several gateways share, and notifications of changes that gateways remember (docs/adr/0036). The triggers
 * notify in the transaction of the change, for every process and command.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCounts(db);
  await createFunctions(db);
  await createSessionTriggers(db);
  await createCompanyTriggers(db);
}

/**
 * Counts by keyed hash. Unlogged: a crash of the database empties it, as a restart does with counts in memory. No
 * protection by company: a hash names nobody.
 */
async function createCounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table rate_count (
      subject text not null,
      key bytea not null,
      points integer not null,
      ends_at timestamptz not null,
      counted_at timestamptz not null,
      primary key (subject, key)
    ) with (fillfactor = 70)`.execute(db);
  await sql`create index rate_count_ends on rate_count (ends_at)`.execute(db);
  await openTable(db, 'rate_count', { app: ['select', 'insert', 'update', 'delete'], core: [] });
}

/** A payload holds at most this many ids: PostgreSQL refuses one of 8,000 bytes. */
const idsMax = 100;

async function createFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_change(kind text, company integer, ids text[]) returns void language plpgsql as $$
    begin
      perform pg_notify('candor_changes', json_build_object('kind', kind, 'company', company, 'ids', ids)::text);
    end $$`.execute(db);
  await sql`
    create function notify_sessions_ended() returns trigger language plpgsql as $$
    begin
      perform notify_change('sessions-ended', company_id, array_agg(session_id::text))
      from (select company_id, session_id, (row_number() over (partition by company_id) - 1) / ${sql.raw(String(idsMax))} as part
        from gone) as numbered
      group by company_id, part;
      return null;
    end $$`.execute(db);
  await sql`
    create function notify_session_changed() returns trigger language plpgsql as $$
    begin
      perform notify_change('session-changed', new.company_id, array[new.session_id::text]);
      return null;
    end $$`.execute(db);
  await sql`
    create function notify_user_changed() returns trigger language plpgsql as $$
    begin
      perform notify_change('user-changed', new.company_id, array[new.id::text]);
      return null;
    end $$`.execute(db);
  // The argument of the trigger is the kind of change; it concerns the whole company.
  await sql`
    create function notify_company_row() returns trigger language plpgsql as $$
    begin
      perform notify_change(tg_argv[0], case when tg_op = 'DELETE' then old.company_id else new.company_id end, '{}');
      return null;
    end $$`.execute(db);
  await sql`
    create function notify_companies() returns trigger language plpgsql as $$
    begin
      perform notify_change('companies', null, '{}');
      return null;
    end $$`.execute(db);
}

async function createSessionTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger user_token_ended after delete on user_token
    referencing old table as gone for each statement execute function notify_sessions_ended()`.execute(db);
  await sql`
    create trigger user_token_changed after update of stepped_up_at_ms, token_hash, user_id, expires_at_ms on user_token
    for each row execute function notify_session_changed()`.execute(db);
  // The columns of a signed-in user as services know them.
  const columns = ['is_disabled', 'email', 'mobile', 'language', 'currency', 'invite_code', 'credit_score', 'level'];
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const differs = columns.map((name) => sql`old.${sql.ref(name)} is distinct from new.${sql.ref(name)}`);
  await sql`
    create trigger app_user_changed after update of ${names} on app_user
    for each row when (${sql.join(differs, sql` or `)}) execute function notify_user_changed()`.execute(db);
}

async function createCompanyTriggers(db: Kysely<unknown>): Promise<void> {
  for (const table of ['company', 'company_host'])
    await sql`
      create trigger ${sql.ref(`${table}_changed`)} after insert or update or delete on ${sql.table(table)}
      for each statement execute function notify_companies()`.execute(db);
  await sql`
    create trigger ranking_hidden_changed after insert or delete on ranking_hidden
    for each row execute function notify_company_row('ranking')`.execute(db);
  await sql`
    create trigger user_preferences_left after update of is_in_ranking on user_preferences
    for each row when (old.is_in_ranking and not new.is_in_ranking)
    execute function notify_company_row('ranking')`.execute(db);
  await sql`
    create trigger message_outbox_added after insert on message_outbox
    for each row execute function notify_company_row('messages')`.execute(db);
}
