import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk, Trader } from '../../../../../../testkit/money-desk.ts';
import { pdfTexts } from '../../../../../../testkit/pdf-text.ts';
import { goodPassword, logIn } from '../../../../../../testkit/people.ts';
import { TestServer } from '../../../../../../testkit/test-server.ts';
import { until } from '../../../../../../testkit/until.ts';
import { UploadTables } from '../../../adapters/postgres/upload-tables.ts';

const path = '/api/user/close_account';
let server: TestServer;
let desk: Desk;
let trader: Trader;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  trader = await Trader.verified(server);
});
afterEach(() => {
  server.afterVerified = () => Promise.resolve();
});

const close = () => trader.proved(path, { client_id: randomUUID() });
const row = async () =>
  (await server.open.pool.query('select * from app_user where id = $1', [trader.id])).rows[0] as Record<
    string,
    unknown
  >;

test('R-SES-42 an account with money, a request or a wrong proof stays; an empty one is closed for good', async () => {
  await trader.fund('100');
  expect((await close()).code).toBe(codes.accountHasMoney);
  const methodId = await trader.bound(desk.payout.id);
  const { data } = await trader.withdraw(desk, methodId, '100');
  expect((await close()).code).toBe(codes.accountHasRequests);
  expect(await row()).toMatchObject({ ended_at_ms: null });
  expect((await trader.post('/api/account/draw_cancel', { id: data.id })).code).toBe(codes.ok);

  // Without its proof nothing happens.
  const other = await Trader.verified(server);
  expect((await other.post(path, { client_id: randomUUID() })).code).toBe(codes.stepUpRequired);
  trader = other;
  expect((await close()).code).toBe(codes.ok);
  expect(Number((await row())['ended_at_ms'])).toBeGreaterThan(0);
  expect((await trader.get('/api/user/user')).code).not.toBe(codes.ok);
  expect((await logIn(server, trader.account)).code).toBe(codes.accountClosed);
  expect((await logIn(server, trader.account, `${goodPassword}!`)).code).toBe(codes.wrongCredentials);
  const mails = (await server.messagesTo(trader.account)).filter(({ subject }) => subject === 'Your account is closed');
  expect(mails).toHaveLength(1);
  // A restart does not open it again.
  await server.restart();
  expect((await logIn(server, trader.account)).code).toBe(codes.accountClosed);
});

test('R-SES-42 a process that died between the core and the user’s record finishes the closing at the next login', async () => {
  const command = { type: 'CloseAccount', atMs: server.clock.nowMs(), accountId: trader.id as AccountId } as const;
  await server.server.core.submit({ command, clientId: null, bodyHash: null });
  expect((await row())['ended_at_ms']).toBeNull();
  expect((await logIn(server, trader.account)).code).toBe(codes.accountClosed);
  expect((await row())['ended_at_ms']).not.toBeNull();
});

test('R-SES-43 the file has everything of the person, opened, and nothing of another', async () => {
  await trader.fund('100');
  await trader.bound(desk.payout.id);
  const other = await Trader.verified(server);
  await other.fund('7');
  const { core, projector } = server.server;
  await until('the tables follow the journal', () => projector.seq >= core.committedSeq);
  const reply = await server.server.app.inject({ method: 'GET', url: '/api/user/own_data', headers: trader.headers });
  expect(reply.headers['content-disposition']).toBe(`attachment; filename="candor-${trader.uid}.json"`);
  const file = JSON.parse(reply.body) as Record<string, Record<string, unknown>[]>;
  expect(file['profile']).toMatchObject([{ uid: trader.uid, email: trader.account }]);
  expect(file['verifications']).toMatchObject([{ name: 'Ada Lovelace', number: `X${trader.uid}` }]);
  expect(JSON.stringify(file['payout_methods'])).toContain('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  expect(file['deposits']).toMatchObject([{ amount: '100', status: 'credited' }]);
  expect(file['postings']).toMatchObject([{ amount: '100', balance: '100' }]);
  expect(file['sessions']).toHaveLength(1);
  expect(file['sign_ins']?.length).toBeGreaterThan(0);
  for (const word of [other.uid, other.account, 'sealed']) expect(reply.body, word).not.toContain(word);
});

test('R-SES-47 the same is given as a PDF to be read, and in English where the font lacks the language', async () => {
  await trader.fund('100');
  await trader.bound(desk.payout.id);
  const { core, projector } = server.server;
  await until('the tables follow the journal', () => projector.seq >= core.committedSeq);
  const ask = (language: string) =>
    server.server.app.inject({
      method: 'GET',
      url: '/api/user/own_data?format=pdf',
      headers: { ...trader.headers, lang: language },
    });
  const { headers, rawPayload } = await ask('de');
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-disposition']).toBe(`attachment; filename="candor-${trader.uid}.pdf"`);
  const german = pdfTexts(rawPayload).join('').replaceAll(/\s/g, '');
  for (const word of [
    'Alles,wasüberSiegespeichertist',
    trader.account,
    'AdaLovelace',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ])
    expect(german).toContain(word);
  expect(german).not.toContain('sealed');
  const english = pdfTexts((await ask('jp')).rawPayload)
    .join('')
    .replaceAll(/\s/g, '');
  expect(english).toContain('Everythingthatiskeptaboutyou');
});

test('R-SES-43 pages follow one another, however many rows there are, and none is read twice', async () => {
  await server.open.pool.query(
    `insert into sign_in_entry (company_id, seq, at_ms, who, person_id, kind, detail, network, count, hash)
     select 1, 1000000 + n, n, 'user', $1, 'signed-in', '', '10.0.0.1', 1, '\\x00' from generate_series(1, 1203) as n`,
    [trader.id],
  );
  const { body } = await server.server.app.inject({
    method: 'GET',
    url: '/api/user/own_data',
    headers: trader.headers,
  });
  const times = (JSON.parse(body) as { sign_ins: { at: number }[] }).sign_ins
    .map(({ at }) => at)
    .filter((at) => at < 2_000);
  expect(times).toEqual(Array.from({ length: 1_203 }, (_, index) => index + 1));
});

/** Tables with rows of a person: the kind of the file that shows them, or why none does. */
const shownTables: Readonly<Record<string, string>> = {
  app_user: 'profile',
  user_preferences: 'preferences',
  user_favourites: 'favourites',
  notice_choice: 'notice_choices',
  push_device: 'push_devices',
  user_limit: 'limits',
  ranking_hidden: 'ranking',
  user_token: 'sessions',
  user_device: 'devices',
  user_passkey: 'passkeys',
  article_read: 'read_articles',
  verification: 'verifications',
  draw_method: 'payout_methods',
  trade_note: 'trade_notes',
  client_note: 'operator_notes',
  user_password: '– a hash of a secret',
  user_totp: '– a secret',
  user_recovery_code: '– hashes of secrets',
  auth_challenge: '– a sign-in under way',
  name_word: '– hashes of words of the verified name',
  upload: '– named by the verification and the deposits',
  pay_way_address: '– the company\u2019s address, named by the deposits',
  payment_sighting: '– named by the deposits',
};
/** Tables with a column of a person or an account whose rows the erasure leaves, and the reason. */
const keptOfPeople: Readonly<Record<string, string>> = {
  // Emptied of what is personal.
  app_user: 'the number of the account, which the record of money names; contacts are emptied',
  upload: 'named by the verification and the deposits; file, key and address are emptied',
  verification: 'the law asks for the check and its date; name, number and remark are emptied',
  draw_method: 'a withdrawal names it; the details are emptied',
  // The record of money, which names numbers only.
  pay_way_address: 'a payment to it is credited to the account, however late',
  payment_sighting: 'the record of money',
  funds_request: 'the record of money',
  posting: 'the record of money',
  ledger_balance: 'the record of money',
  trade_order: 'the record of money',
  receipt: 'the record of money',
  receipt_chain: 'the chain of the receipts',
  journal: 'the record of money',
  used_payment: 'a payment is credited once, however old it is',
  // Gone long before the retention, which is a year at least.
  command_id: 'kept for eight days',
  liability_leaf: 'kept for 30 days',
  notice: 'kept for 90 days',
  sign_in_entry: 'kept for 180 days',
  answered_request: 'kept for eight days',
  verification_code: 'kept for an hour',
  message_outbox: 'kept for 30 days',
};

/** Columns of the emptied tables that hold something after the erasure. */
const keptColumns: Readonly<Record<string, readonly string[]>> = {
  app_user: [
    'company_id',
    'created_at_ms',
    'credit_score',
    'currency',
    'ended_at_ms',
    'id',
    'invite_code',
    'is_demo',
    'is_disabled',
    'level',
    'uid',
  ],
  upload: ['company_id', 'created_at_ms', 'id', 'submitted_at_ms', 'user_id'],
  verification: [
    'company_id',
    'front_upload',
    'id',
    'is_name_indexed',
    'reverse_upload',
    'reviewed_at_ms',
    'status',
    'submitted_at_ms',
    'user_id',
  ],
  draw_method: ['company_id', 'created_at_ms', 'currency_id', 'details_index', 'id', 'kind', 'usable_at_ms', 'user_id'],
};

/** Columns that name a person or an account; `person_id` of an operator is not meant. */
const columnsOfPeople = [
  'user_id',
  'account_id',
  'person_id',
  'invited_by',
  'account_key',
  'address_key',
  'recipient',
  'ledger_key',
];

const tablesOfPeople = async () =>
  (
    await server.open.pool.query<{ name: string }>(`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'app_user'::regclass`)
  ).rows.map(({ name }) => name);

/** Every table with a column of a person or an account, and that column. */
const columnsInTables = async () =>
  (
    await server.open.pool.query<{ name: string; column: string }>(
      `select relname as name, min(attname) as column from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and attnum > 0 and not attisdropped and attname = any($1) group by relname order by relname`,
      [columnsOfPeople],
    )
  ).rows;

test('R-SES-43 every table that refers to a person is in the file, or the reason is named', async () => {
  const { body } = await server.server.app.inject({
    method: 'GET',
    url: '/api/user/own_data',
    headers: trader.headers,
  });
  const kinds = new Set(Object.keys(JSON.parse(body) as object));
  expect((await tablesOfPeople()).filter((name) => shownTables[name] === undefined && name !== 'app_user')).toEqual([]);
  const named = Object.values(shownTables).filter((kind) => !kind.startsWith('–'));
  expect(named.filter((kind) => !kinds.has(kind))).toEqual([]);
});

test('R-CHT-08 drawings on charts are among the own data', async () => {
  const drawings = [{ id: 'a', tool: 'segment', points: [{ time: 1, price: 1.5 }] }];
  await trader.post('/api/user/chart_drawings', { forex_id: 3, at: 5, drawings });
  const { body } = await server.server.app.inject({
    method: 'GET',
    url: '/api/user/own_data',
    headers: trader.headers,
  });
  const { preferences } = JSON.parse(body) as { preferences: { chosen: { chart_drawings?: unknown } }[] };
  expect(preferences[0]?.chosen.chart_drawings).toEqual([{ forex_id: 3, at: 5, drawings }]);
});

test('R-SES-44 after the retention a person is erased from every table that is not kept for a named reason', async () => {
  await trader.post('/api/user/preferences', { theme: 'dark' });
  await trader.post('/api/user/chart_drawings', { forex_id: 3, at: 5, drawings: [] });
  await trader.bound(desk.payout.id);
  for (const fill of [
    `insert into trade_note values (1, $1, 7, 'my thoughts', '{}', 1, 1)`,
    `insert into client_note (company_id, user_id, operator_id, client_id, note, at_ms)
     values (1, $1, 1, 'a', 'called about Ada Lovelace', 1)`,
    `insert into push_device values (1, $1, 'x', 'https://push.example/x', 'k', 'a', gen_random_uuid(), 'en', 1)`,
    `insert into notice_choice values (1, $1, '{}')`,
    `insert into ranking_hidden values (1, $1, 1)`,
    `insert into user_limit values (1, $1, 20, 3, 0, true, true)`,
    `update verification set remark = 'the card of Ada Lovelace is not readable', client_id = 'a' where user_id = $1`,
  ])
    await server.open.pool.query(fill, [trader.id]);
  expect((await close()).code).toBe(codes.ok);
  const endedAtMs = Number((await row())['ended_at_ms']);
  const erase = (beforeMs: number) => new UploadTables(server.app.db).eraseEnded(1 as CompanyId, beforeMs, 200);
  await erase(endedAtMs);
  expect(await row()).toMatchObject({ email: trader.account });
  await erase(endedAtMs + 1);
  expect(await row()).toMatchObject({ email: null, mobile: null, uid: trader.uid });
  const tables = await columnsInTables();
  const known = new Set(tables.map(({ name }) => name));
  expect(Object.keys(keptOfPeople).filter((name) => !known.has(name))).toEqual([]);
  const erased = tables.filter(({ name }) => keptOfPeople[name] === undefined);
  expect(erased.map(({ name }) => name)).toContain('user_limit');
  for (const { name, column } of erased) {
    const { rows } = await server.open.pool.query(`select 1 from ${name} where ${column} = $1`, [trader.id]);
    expect(rows, name).toEqual([]);
  }
  for (const [table, kept] of Object.entries(keptColumns)) {
    const key = table === 'app_user' ? 'id' : 'user_id';
    const { rows } = await server.open.pool.query<{ name: string }>(
      `select distinct field.key as name from ${table} as kept, jsonb_each_text(to_jsonb(kept)) as field
       where kept.${key} = $1 and field.value is not null and field.value not in ('', '\\x') order by 1`,
      [trader.id],
    );
    expect
      .soft(
        rows.map(({ name }) => name),
        table,
      )
      .toEqual(kept);
  }
  expect((await logIn(server, trader.account)).code).toBe(codes.wrongCredentials);
});
