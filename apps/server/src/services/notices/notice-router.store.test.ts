import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { type OpenDatabase, openDatabase } from '../../adapters/postgres/database.ts';
import { DueNoticeTables } from '../../adapters/postgres/due-notice-tables.ts';
import { migrateConnection } from '../../adapters/postgres/migrations/migrate.ts';
import type { NoticeRouterDeps } from './notice-router.ts';
import { startNoticeRouter } from './notice-router.ts';

const nowMs = 1_000_000;
let database: TestDatabase;
let owner: OpenDatabase;
let core: OpenDatabase;
let app: OpenDatabase;
let userId: number;

beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  owner = openDatabase(database.connectionString, () => undefined, 1);
  core = openDatabase(database.connectionString, () => undefined, 1, 'candor_core');
  app = openDatabase(database.connectionString, () => undefined, 1, 'candor_app');
  const { rows } = await owner.pool.query<{ id: number }>(
    `insert into app_user (company_id, uid, email, is_demo, currency, invite_code, created_at_ms)
     values (1, '12345678', 'a@x.test', false, 'USD', '912345678', 0) returning id`,
  );
  userId = rows[0]?.id ?? 0;
  await owner.pool.query('insert into notice_choice (company_id, user_id, chosen) values (1, $1, $2)', [
    userId,
    { mail: { fills: true } },
  ]);
});
afterAll(async () => {
  await Promise.all([owner.close(), core.close(), app.close()]);
  await database.drop();
});

/** Routes what is due, some rounds; returns the mails that were stored and the errors. */
async function route(rounds: number, words: Partial<NoticeRouterDeps> = {}) {
  const errors: string[] = [];
  const tables = new DueNoticeTables({ app: app.db, core: core.db }, { decode: (text) => JSON.parse(text) as unknown });
  const router = startNoticeRouter({
    store: tables,
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    companyName: () => Promise.resolve('Firm'),
    textOf: ({ id }) => (id === 'control' ? 'a\u0000b' : `text of ${id}`),
    instrumentOf: () => null,
    wake: () => undefined,
    onError: (error) => errors.push(error.message),
    ...words,
  });
  for (let round = 0; round < rounds; round += 1) await router.route();
  await router.stop();
  const { rows } = await owner.pool.query<{ body: string }>('select body from message_outbox order by id');
  return { errors, texts: rows.map(({ body }) => body) };
}

async function put(...notices: readonly (readonly [id: string, facts: string])[]): Promise<void> {
  for (const [at, [id, facts]] of notices.entries())
    await owner.pool.query(
      `insert into notice (company_id, user_id, id, kind, at_ms, facts, is_due)
       values (1, $1, $2, 'order-filled', $3, $4, true)`,
      [userId, id, nowMs - 100 + at, facts],
    );
}

test('R-ALR-11 a notice that cannot be read or stored is given up after three tries, with its reason, and stops no other', async () => {
  await put(['broken', '{'], ['control', '{}'], ['good', '{}']);
  const { errors, texts } = await route(3);
  expect(texts).toEqual(['text of good']);
  expect(errors).toHaveLength(2);
  expect(errors[0]).toContain(`notice 1/${userId}/broken was not routed after 3 tries: `);
  expect(errors[1]).toContain(`notice 1/${userId}/control was not routed after 3 tries: `);
  const { rows } = await owner.pool.query('select id from notice where is_due');
  expect(rows).toEqual([]);
});

test('R-ALR-11 a company that fails stops no company after it', async () => {
  const reached: CompanyId[] = [];
  await put(['later', '{}']);
  const tables = new DueNoticeTables({ app: app.db, core: core.db }, { decode: (text) => JSON.parse(text) as unknown });
  const { errors, texts } = await route(1, {
    store: {
      companies: () => Promise.resolve([7, 1] as CompanyId[]),
      route: (...asked) => tables.route(...asked),
    },
    companyName: (id) => (Number(id) === 7 ? Promise.reject(new Error('no name')) : Promise.resolve('Firm')),
    wake: (id) => reached.push(id),
  });
  expect(errors).toEqual(['notices of company 7 were not routed']);
  expect(reached).toEqual([1]);
  expect(texts).toContain('text of later');
});
