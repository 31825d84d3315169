import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import type { StoredChange } from '../../ports/changes.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrateConnection } from './migrations/migrate.ts';
import { listenForChanges, type Notifications } from './notifications.ts';

let database: TestDatabase;
let owner: OpenDatabase;
let listening: OpenDatabase;
let changes: Notifications;
let seen: StoredChange[];
let gaps: { readonly isLive: boolean }[];
let nowMs: number;

beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  owner = openDatabase(database.connectionString, () => undefined, 2);
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});
beforeEach(async () => {
  nowMs = 1_000;
  [seen, gaps] = [[], []];
  listening = openDatabase(database.connectionString, () => undefined, 1, 'candor_app', 1_400);
  changes = await listenForChanges({ pool: listening.pool, nowMs: () => nowMs, onError: () => undefined });
  changes.follow({
    onChange: (change) => void seen.push(change),
    onGap: () => void gaps.push({ isLive: changes.isLive }),
  });
});
afterEach(async () => {
  await changes.stop();
  await listening.close();
});

const notify = (payload: object) =>
  owner.pool.query(`select pg_notify('candor_changes', $1)`, [JSON.stringify(payload)]);

test('R-SES-38 reports each change of the tables, in order; an unknown kind is skipped', async () => {
  await owner.pool.query('update company set name = name where id = 1');
  await notify({ kind: 'of a later version', company: 1, ids: [] });
  await notify({ kind: 'sessions-ended', company: 1, ids: ['x', 'y'] });
  await expect
    .poll(() => seen)
    .toEqual([{ kind: 'companies' }, { kind: 'sessions-ended', companyId: 1, sessionIds: ['x', 'y'] }]);
});

test('R-SES-38 all ended sessions are reported, however many end at once', async () => {
  await owner.pool.query(
    `insert into app_user (company_id, uid, is_demo, currency, invite_code, created_at_ms)
     values (1, '12345678', true, 'USD', '912345678', 1)`,
  );
  await owner.pool.query(
    `insert into user_token (company_id, token_hash, session_id, user_id, created_at_ms, last_seen_at_ms, expires_at_ms, user_agent)
     select 1, decode(md5(n::text) || md5(n::text), 'hex'), gen_random_uuid(), (select id from app_user where uid = '12345678'), 1, 1, 2, ''
     from generate_series(1, 450) as n`,
  );
  await owner.pool.query('delete from user_token');
  const ended = () => seen.flatMap((change) => (change.kind === 'sessions-ended' ? change.sessionIds : []));
  await expect.poll(() => new Set(ended()).size).toBe(450);
});

test('R-SES-38 without an answer for 1.5 s it is not live; an answer makes it live again, without a gap', async () => {
  expect(changes.isLive).toBe(true);
  nowMs += 1_500;
  expect(changes.isLive).toBe(false);
  await expect.poll(() => changes.isLive).toBe(true);
  expect(gaps).toEqual([]);
});

test('R-SES-38 a lost connection is not live until the next one, which begins with a gap', async () => {
  listening.setAway(true);
  await expect.poll(() => changes.isLive).toBe(false);
  await notify({ kind: 'companies', company: null, ids: [] });
  listening.setAway(false);
  await expect.poll(() => changes.isLive).toBe(true);
  // A listener drops its cache before it may use it again.
  expect(gaps).toEqual([{ isLive: false }]);
  expect(seen).toEqual([]);
  await notify({ kind: 'companies', company: null, ids: [] });
  await expect.poll(() => seen).toEqual([{ kind: 'companies' }]);
});
