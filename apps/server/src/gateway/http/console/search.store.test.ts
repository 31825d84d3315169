import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { type Desk, openDesk, Trader } from '../../../../../../testkit/money-desk.ts';
import { type Answer, otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../../testkit/with-test-server.ts';
import { VerificationTables } from '../../../adapters/postgres/verification-tables.ts';
import { NameIndex } from '../../../services/documents/name-index.ts';

type Operator = Awaited<ReturnType<TestServer['operator']>>;

let server: TestServer;
let desk: Desk;
let admin: Operator;
let trader: Trader;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
  admin = await server.operator('admin');
  trader = await Trader.verified(server);
  await nameIndex().renew(companyId);
});
afterAll(() => server.stop());

const companyId = 1 as Parameters<NameIndex['renew']>[0];
const nameIndex = () => new NameIndex(new VerificationTables(server.app.db), server.keyRing);

function search(q: string, by = admin): Promise<Answer> {
  const headers = { authorization: by.authorization, host: by.host, lang: 'en' };
  return server.call('POST', '/api/console/search', { q }, headers);
}

/** Entries about a client by one operator, oldest first. */
async function recordOf(uid: string, by: Operator): Promise<readonly { action: string; reason: string }[]> {
  const { rows } = await server.open.pool.query(
    `select action, reason from audit_entry where subject = $1 and operator_id = $2 order by seq`,
    [`user with uid ${uid}`, by.id],
  );
  return rows as { action: string; reason: string }[];
}

const uidsOf = ({ data }: Answer) => data.clients.map(({ uid }: { uid: string }) => uid) as string[];

test('R-CON-22 a client is found by number, email, the beginnings of names in any order, and without accents', async () => {
  for (const q of [trader.uid, `#${trader.uid}`, trader.account, 'ada', 'LOVE', 'lovelace ada', 'Adá  Lovel'])
    expect(uidsOf(await search(q)), q).toContain(trader.uid);
  for (const q of ['adah', 'ada byron', 'velace', 'a', 'ad x', '99999999'])
    expect((await search(q)).data?.clients ?? [], q).toEqual([]);
  const { data } = await search('lovelace');
  expect(data.clients[0]).toMatchObject({ name: 'Ada Lovelace', is_demo: false });
  expect(data.clients[0].account).toMatch(/•/);
});

test('R-CON-22 requests, orders, accounts and receipts are found by number, and open requests with their client', async () => {
  const by = await Trader.register(server);
  await by.fund('1000');
  const { data: deposit } = await by.deposit(desk, '77');
  const found = await search(by.uid);
  expect(found.data.funds).toMatchObject([{ kind: 'deposit', id: deposit.id, uid: by.uid, amount: '77.00' }]);
  expect((await search(String(deposit.id))).data.funds).toMatchObject([{ id: deposit.id, status: 'waiting' }]);
  server.market.give(testSpecs.eurusd, '1.15183', '1.15195');
  const order = await server.call('POST', submitPath, marketOrder, by.headers);
  const id = order.data.Id as number;
  expect((await search(String(id))).data.orders).toMatchObject([{ id, uid: by.uid, symbol: 'EURUSD', receipt: '' }]);
  expect((await search(`${id}-open`)).data.orders).toMatchObject([{ id, receipt: `${id}-open` }]);
  expect((await search(String(by.id))).data.accounts).toMatchObject([{ id: by.id, uid: by.uid, is_demo: false }]);
});

test('R-CON-22 a role finds only what it may open, and a company only its own', async () => {
  const dealer = await server.operator('dealer');
  const cashier = await server.operator('cashier');
  const { data: deposit } = await trader.deposit(desk, '55');
  expect((await search(trader.uid, dealer)).data).toMatchObject({ clients: [], funds: [] });
  expect((await search(String(deposit.id), dealer)).data.funds).toEqual([]);
  expect((await search(String(deposit.id), cashier)).data.funds).toHaveLength(1);
  const elsewhere = await server.operator('admin', otherHost);
  for (const q of [trader.uid, 'lovelace', String(deposit.id), String(trader.id)])
    expect((await search(q, elsewhere)).data, q).toEqual({ clients: [], funds: [], orders: [], accounts: [] });
});

test('R-CON-22 each client found is recorded with the way, never with what was typed', async () => {
  const by = await server.operator('support');
  await search('lovelace', by);
  await search(trader.uid, by);
  const record = await recordOf(trader.uid, by);
  expect(record).toEqual([
    { action: 'user-found', reason: 'searched by name or email' },
    { action: 'user-found', reason: 'searched by number' },
  ]);
  expect(JSON.stringify(record).toLowerCase()).not.toContain('lovelace');
});

test('R-CON-22 at most six clients are found, and fewer than two letters are refused', async () => {
  for (let more = 0; more < 7; more += 1) await Trader.verified(server);
  await nameIndex().renew(companyId);
  expect(uidsOf(await search('lovelace'))).toHaveLength(6);
  expect((await search('x')).code).toBe(codes.invalidField);
});

test('R-CON-23 names stay sealed: the table holds hashes under the key, of each company apart', async () => {
  const { rows } = await server.open.pool.query(
    `select encode(word, 'escape') as word from name_word where user_id = $1`,
    [trader.id],
  );
  // Ada: 2 beginnings; Lovelace: 7.
  expect(rows).toHaveLength(9);
  expect(JSON.stringify(rows)).not.toMatch(/ada|lov/i);
  const before = await nameIndex().find(companyId, 'lovelace', 6);
  expect(before.length).toBeGreaterThan(0);
  expect(await nameIndex().find(900_000 as typeof companyId, 'lovelace', 6)).toEqual([]);
});

test('R-CON-23 an approved name is searchable at once; an erased one is not any more', async () => {
  const person = await Trader.register(server);
  const [front_pic, reverse_pic] = [await person.picture(), await person.picture()];
  const claim = { name: 'Grace Quillfeather', card_id: `Y${person.uid}`, front_pic, reverse_pic };
  await person.post('/api/user_real/real_name', claim);
  expect(uidsOf(await search('quillfeather'))).toEqual([]);
  const { rows } = await server.open.pool.query(`select id from verification where user_id = $1`, [person.id]);
  const compliance = await server.operator('compliance');
  const headers = { authorization: compliance.authorization, host: compliance.host };
  const { id } = rows[0] as { id: number };
  await server.call('POST', `/api/console/verifications/${id}/approve`, {}, headers);
  expect(uidsOf(await search('quill'))).toEqual([person.uid]);
  await server.open.pool.query(`update app_user set ended_at_ms = 1 where id = $1`, [person.id]);
  await server.stores.uploads.eraseEnded(companyId, 2, 10);
  expect(uidsOf(await search('quill'))).toEqual([]);
});

test('R-CON-24 a client’s page shows the verified name, and who looked, found or changed them, newest first', async () => {
  const [viewer, finder] = [await server.operator('support'), await server.operator('cashier')];
  const person = await Trader.verified(server);
  const read = async (path: string, by: Operator) =>
    (await server.call(
      'GET',
      `/api/console/users/${person.uid}${path}`,
      {},
      {
        authorization: by.authorization,
        host: by.host,
        lang: 'en',
      },
    )) as Answer;
  await search(person.uid, finder);
  expect((await read('', viewer)).data.name).toBe('Ada Lovelace');
  const { data } = await read('/looks', viewer);
  expect(data.total).toBe(2);
  expect(data.data).toMatchObject([
    { operator: expect.stringMatching(/^support-/), action: 'user-viewed' },
    { operator: expect.stringMatching(/^cashier-/), action: 'user-found', reason: 'searched by number' },
  ]);
  expect((await read('/looks', await server.operator('admin', otherHost))).data.total).toBe(0);
});
