import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { leadingJournal } from '../../../../../../testkit/leading-journal.ts';
import { withSecondPerson } from '../../../../../../testkit/second-person.ts';
import { TestServer } from '../../../../../../testkit/test-server.ts';

const { eurusd } = testSpecs;
const reason = 'a quiet market';

type Headers = Record<string, string>;
let server: TestServer;
let operator: Headers;
let second: Awaited<ReturnType<TestServer['operator']>>;
let trader: Headers;
let uid: string;

beforeAll(async () => {
  server = await TestServer.start();
  giveQuotes();
  const { authorization } = await server.operator('admin');
  operator = { host: 'localhost', authorization, lang: 'en' };
  second = await server.operator('admin');
  uid = (await server.realUser()).uid;
});
afterAll(() => server.stop());
beforeEach(async () => {
  trader = { host: 'localhost', authorization: await server.demo(), lang: 'en' };
});

const giveQuotes = () => server.market.give(eurusd, '1.15283', '1.15295');
const write = async (path: string, fields: object) => {
  const answer = await server.call('POST', `/api/console/${path}`, { reason, ...fields }, operator);
  return withSecondPerson(server, answer, second);
};
const read = async (path: string) => (await server.call('GET', `/api/console/${path}`, {}, operator)).data;
const place = async () => {
  const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
  return (await server.call('POST', '/v1/api/forex/submit', order, trader)).code;
};
const setTerms = async () => {
  const { version, fee_rate, leverages, lots_min, lots_max, swap_long, swap_short } = await read(
    `instruments/${eurusd.id}`,
  );
  const terms = { fee_rate, leverages, lots_min, lots_max, swap_long, swap_short, is_offered: false, closures: [] };
  return write(`instruments/${eurusd.id}`, { ...terms, version });
};
const setLimits = () =>
  write(`users/${uid}/limits`, {
    leverage_max: 10,
    orders_max: 0,
    withdrawal_day_max: '0',
    is_opening_blocked: false,
    is_withdrawal_blocked: false,
  });
const setCompany = async () => {
  const { id: _id, hosts: _hosts, status: _status, type: _type, ...settings } = await read('company');
  return write('company', { ...settings, stop_out_percent: 40 });
};
const begin = () => write('halts', { scope: 'symbol', instrument_id: eurusd.id });

/** Runs a call on this server after another process has taken the lead, then on the one that leads. */
async function onDeposedThenLeading(call: () => ReturnType<typeof write>) {
  await leadingJournal(server.core.pool);
  const refused = await call();
  await server.restart();
  giveQuotes();
  return [refused, await call()] as const;
}

test('R-OPS-51 a halt begun or ended by a replaced leader is refused, and its repeat by the leader is in force', async () => {
  const [refused, begun] = await onDeposedThenLeading(begin);
  expect([refused.status, refused.code, begun.code]).toEqual([503, codes.unavailable, codes.ok]);
  expect(await place()).toBe(codes.tradingHalted);
  const [unended, ended] = await onDeposedThenLeading(() => write(`halts/${begun.data.id}/end`, {}));
  expect([unended.status, unended.code, ended.code]).toEqual([503, codes.unavailable, codes.ok]);
  expect(await place()).toBe(codes.ok);
  expect((await read('halts')).data).toMatchObject([{ id: begun.data.id, ended_at: expect.anything() }]);
});

test.each([
  ['terms', setTerms],
  ['limits of an account', setLimits],
  ['settings of a company', setCompany],
])('R-OPS-51 %s are written by the leader only, and once', async (_words, call) => {
  const audited = async () =>
    (await server.open.pool.query(`select count(*) from audit_entry where action not like 'approval-%'`)).rows[0]
      ?.count;
  const before = Number(await audited());
  const [refused, done] = await onDeposedThenLeading(call);
  expect([refused.status, refused.code, done.code]).toEqual([503, codes.unavailable, codes.ok]);
  expect(Number(await audited())).toBe(before + 1);
});
