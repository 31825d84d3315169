import { codes } from '@candor/contracts/codes';
import type { InstrumentId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { withSecondPerson } from '../../../../../../testkit/second-person.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

const { eurusd, gbpusd } = testSpecs;
const reason = 'a quiet market';
const terms = {
  is_offered: true,
  leverages: [100, 50],
  fee_rate: '9.5',
  lots_min: '0.05',
  lots_max: '10',
  swap_long: '-12.5',
  swap_short: '3',
  closures: [],
};

type Headers = Record<string, string>;
let server: TestServer;
let dealer: Headers & { id: never };
let foreignDealer: Headers;
let approvers: readonly { readonly host: string; readonly authorization: string }[];
let trader: Headers;
let foreignTrader: Headers;

beforeAll(async () => {
  server = await TestServer.start();
  giveQuotes();
  const as = async (host: string, role: string) => (await server.operator(role, host)) as never;
  dealer = await as('localhost', 'dealer');
  foreignDealer = await as(otherHost, 'dealer');
  approvers = [await server.operator('compliance'), await server.operator('compliance', otherHost)];
});
afterAll(() => server.stop());
beforeEach(async () => {
  trader = { host: 'localhost', authorization: await server.demo(), lang: 'en' };
  foreignTrader = { host: otherHost, authorization: await server.demo(undefined, otherHost), lang: 'en' };
});

function giveQuotes(): void {
  server.market.give(eurusd, '1.15283', '1.15295');
  server.market.give(gbpusd, '1.30678', '1.30694');
}
const read = (path: string, fields: object, by: Headers) =>
  server.call('GET', `/api/console/${path}`, fields, headersOf(by));
const write = (path: string, fields: object, by: Headers) =>
  server.call('POST', `/api/console/${path}`, fields, headersOf(by));
const headersOf = ({ host = '', authorization = '' }: Headers) => ({ host, authorization, lang: 'en' });

function place(by: Headers, fields: object = {}) {
  const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100, ...fields };
  return server.call('POST', '/v1/api/forex/submit', order, by);
}
const versionOf = async (by: Headers, id: number = eurusd.id) => (await read(`instruments/${id}`, {}, by)).data.version;
async function setTerms(by: Headers, change: object = {}, id: number = eurusd.id) {
  const answer = await write(
    `instruments/${id}`,
    { ...terms, version: await versionOf(by, id), reason, ...change },
    by,
  );
  const approver = approvers.find(({ host }) => host === by['host']);
  return approver === undefined ? answer : withSecondPerson(server, answer, approver);
}
async function auditOf(host: string): Promise<{ action: string; subject: string; reason: string }[]> {
  const query = `select action, subject, reason from audit_entry where company_id = $1 and action <> 'signed-in' and
    action not like 'approval-%' order by seq`;
  return (await server.open.pool.query(query, [host === otherHost ? 900_000 : 1])).rows as never;
}

describe('R-OPS-42 terms of an instrument', () => {
  test('apply to the company’s next order, and to no other company’s', async () => {
    expect((await read(`instruments/${eurusd.id}`, {}, dealer)).data).toMatchObject({
      version: 0,
      fee_rate: '7.00000000',
      leverages: [20, 30, 50, 100, 200, 400],
      lots_min: '0.01',
      leverage_cap: 400,
    });
    const set = await setTerms(dealer);
    expect(set.data).toMatchObject({
      version: 1,
      leverages: [50, 100],
      fee_rate: '9.50000000',
      swap_long: '-12.50',
      reason,
    });
    expect(set.data.by).toMatch(/^dealer-/);
    expect((await place(trader)).data).toMatchObject({ TradeFee: '4.750000' });
    expect(await place(trader, { multiple: 200 })).toMatchObject({ code: codes.leverageNotOffered });
    expect(await place(trader, { cont: '0.01' })).toMatchObject({ code: codes.lotsOutOfRange });
    expect((await place(foreignTrader, { multiple: 200, cont: '0.01' })).data).toMatchObject({ TradeFee: '0.070000' });
    expect(await versionOf(foreignDealer)).toBe(0);
  });

  test('R-FND-42 accept a larger stress move than the instrument’s own, for the company only', async () => {
    const one = async (by: Headers) => (await read(`instruments/${eurusd.id}`, {}, by)).data.stress_move;
    expect([await one(dealer), await one(foreignDealer)]).toEqual(['3.00', '3.00']);
    expect((await setTerms(dealer, { stress_move: '7.5' })).data).toMatchObject({ stress_move: '7.50' });
    expect([await one(dealer), await one(foreignDealer)]).toEqual(['7.50', '3.00']);
    const { rows } = await server.open.pool.query(
      'select stress_move_e4 from instrument_terms where company_id = 1 and instrument_id = $1 order by version desc',
      [eurusd.id],
    );
    expect(rows[0]).toEqual({ stress_move_e4: 750 });
    expect((await setTerms(dealer)).data).toMatchObject({ stress_move: '3.00' });
  });

  test('are immutable versions, each with operator, time and reason', async () => {
    const before = await versionOf(dealer, gbpusd.id);
    await setTerms(dealer, { fee_rate: '1' }, gbpusd.id);
    await setTerms(dealer, { fee_rate: '2', reason: 'a better one' }, gbpusd.id);
    const { data } = await read(`instruments/${gbpusd.id}/versions`, { per_page: 2 }, dealer);
    expect(data.total).toBe(before + 2);
    expect(data.data).toMatchObject([
      { version: before + 2, fee_rate: '2.00000000', reason: 'a better one' },
      { version: before + 1, fee_rate: '1.00000000', reason },
    ]);
    expect((await read(`instruments/${gbpusd.id}/versions`, {}, foreignDealer)).data).toEqual({ data: [], total: 0 });
    const change = 'update instrument_terms set fee_rate_e8 = 0';
    await expect(server.open.pool.query(change)).rejects.toThrow('never changed');
    await expect(server.app.pool.query(change)).rejects.toThrow('permission denied');
    expect(await auditOf('localhost')).toContainEqual({
      action: 'instrument-terms-set',
      subject: `instrument GBPUSD version ${before + 2}`,
      reason: 'a better one',
    });
  });

  test('of two concurrent changes one is refused because the version has changed', async () => {
    const version = await versionOf(dealer);
    const both = await Promise.all([1, 2].map((fee) => setTerms(dealer, { version, fee_rate: String(fee) })));
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([codes.ok, codes.versionChanged]);
    expect(await versionOf(dealer)).toBe(version + 1);
    expect(await setTerms(dealer, { version })).toMatchObject({ code: codes.versionChanged });
  });

  test('survive a restart', async () => {
    await setTerms(dealer, { fee_rate: '6' });
    await server.restart();
    giveQuotes();
    expect((await place(trader)).data).toMatchObject({ TradeFee: '3.000000' });
    expect((await place(foreignTrader)).data).toMatchObject({ TradeFee: '3.500000' });
  });

  test('close or withdraw an instrument, while open orders can still be closed', async () => {
    const { data: order } = await place(trader);
    const { data: pending } = await place(trader, { status: 0, target_price: '1.15200' });
    await setTerms(dealer, { is_offered: false });
    expect(await place(trader)).toMatchObject({ code: codes.instrumentNotOffered });
    expect((await place(foreignTrader)).code).toBe(codes.ok);
    const nowMs = server.clock.nowMs();
    await setTerms(dealer, { closures: [{ from: nowMs - 1_000, to: nowMs + 60_000, note: 'maintenance' }] });
    expect(await place(trader)).toMatchObject({ code: codes.marketClosed });
    expect((await read(`instruments/${eurusd.id}`, {}, dealer)).data).toMatchObject({
      is_market_open: false,
      closures: [{ note: 'maintenance' }],
    });
    server.market.give(eurusd, '1.15100', '1.15112');
    const waiting = await server.call('GET', '/v1/api/forex/my_deal', { status: 0 }, trader);
    expect(waiting.data.data).toMatchObject([{ Id: pending.Id }]);
    expect(await server.call('POST', '/v1/api/forex/close', { id: order.Id }, trader)).toMatchObject({ code: 1 });
    await setTerms(dealer);
    server.market.give(eurusd, '1.15090', '1.15102');
    const opened = await server.call('GET', '/v1/api/forex/my_deal', { status: 1 }, trader);
    expect(opened.data.data).toMatchObject([{ Id: pending.Id, Price: '1.15102' }]);
  });

  test.each<[string, object, string]>([
    ['leverage beyond the catalogue', { leverages: [500] }, 'leverages'],
    ['the same leverage twice', { leverages: [50, 50] }, 'leverages'],
    ['a fee of more than a thousand a lot', { fee_rate: '1000.01' }, 'fee_rate'],
    ['a fee below nothing', { fee_rate: '-1' }, 'fee_rate'],
    ['more lots than the catalogue', { lots_max: '100.01' }, 'lots_max'],
    ['least above most', { lots_min: '11' }, 'lots_min'],
    ['a swap far beyond any', { swap_long: '-500' }, 'swap_long'],
    ['a swap far beyond any on the other side', { swap_short: '500' }, 'swap_short'],
    ['a closure that ends before it begins', { closures: [{ from: 2, to: 1, note: '' }] }, 'closures'],
    ['a closure of a year', { closures: [{ from: 1, to: 40_000_000_000, note: '' }] }, 'closures'],
    ['a stress move below the instrument’s own', { stress_move: '2.99' }, 'stress_move'],
    ['a stress move beyond half of the price', { stress_move: '50.01' }, 'stress_move'],
  ])('R-OPS-43 %s is refused by field name', async (_what, change, field) => {
    const version = await versionOf(dealer);
    expect(await setTerms(dealer, change)).toMatchObject({ code: codes.settingNotAllowed, data: { field } });
    expect(await versionOf(dealer)).toBe(version);
  });

  test('R-OPS-43 the jurisdiction’s leverage cap applies to terms too', async () => {
    await server.open.pool.query(`update company set jurisdiction = 'eu' where id = 900000`);
    server.server.companies.invalidate();
    expect(await setTerms(foreignDealer, {}, gbpusd.id)).toMatchObject({
      code: codes.settingNotAllowed,
      data: { field: 'leverages' },
    });
    expect(await setTerms(foreignDealer, { leverages: [20, 30] }, gbpusd.id)).toMatchObject({ code: 1 });
    expect((await read(`instruments/${gbpusd.id}`, {}, foreignDealer)).data).toMatchObject({ leverage_cap: 30 });
    await server.open.pool.query(`update company set jurisdiction = 'international' where id = 900000`);
    server.server.companies.invalidate();
  });

  test('have no field for a price, and refuse digits beyond the unit', async () => {
    const priced = await setTerms(dealer, { bid: '1', ask: '1', price: '1', spread: '1' });
    expect(Object.keys(priced.data).filter((name) => /bid|ask|price|spread|markup/.test(name))).toEqual([]);
    for (const [field, value] of Object.entries({ swap_long: '1.001', lots_min: '0.001', lots_max: '0' }))
      expect(await setTerms(dealer, { [field]: value })).toMatchObject({ code: codes.invalidField, data: { field } });
  });

  test('are changed by dealers and admins only', async () => {
    for (const role of ['support', 'cashier', 'compliance', 'admin']) {
      const operator = (await server.operator(role)) as never as Headers;
      const { code } = await write(`instruments/${gbpusd.id}`, { ...terms, version: 10_000, reason }, operator);
      expect({ role, code }).toEqual({ role, code: role === 'admin' ? codes.versionChanged : codes.notPermitted });
    }
  });

  test('are listed, sorted, searched, and exported in full as CSV', async () => {
    const listed = await read('instruments', { sort: 'symbol', order: 'ASC', per_page: 3 }, dealer);
    expect(listed.data.total).toBe(6);
    expect(listed.data.data.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['AUDUSD', 'EURJPY', 'EURUSD']);
    expect((await read('instruments', { q: 'gbp' }, dealer)).data.data).toMatchObject([{ symbol: 'GBPUSD' }]);
    const sheet = await server.server.app.inject({
      url: '/api/console/instruments?format=csv',
      headers: headersOf(dealer),
    });
    expect(sheet.headers['content-type']).toContain('text/csv');
    expect(sheet.body.split('\r\n')).toHaveLength(8);
  });
});

describe('R-OPS-51 halts', () => {
  const begin = (scope: string, by: Headers, fields: object = {}) => write('halts', { scope, reason, ...fields }, by);
  const end = (id: number, by: Headers) => write(`halts/${id}/end`, { reason: 'it is over' }, by);

  test('take effect when the answer is sent, and end likewise', async () => {
    const { data: order } = await place(trader);
    const { data: halt } = await begin('symbol', dealer, { instrument_id: eurusd.id });
    expect(halt).toMatchObject({ scope: 'symbol', symbol: 'EURUSD', reason, ended_at: null });
    expect(await place(trader)).toMatchObject({ code: codes.tradingHalted, msg: expect.stringContaining('halted') });
    expect((await place(trader, { forex_id: gbpusd.id })).code).toBe(1);
    expect((await place(foreignTrader)).code).toBe(1);
    expect(await server.call('POST', '/v1/api/forex/close', { id: order.Id }, trader)).toMatchObject({ code: 1 });
    expect((await end(halt.id, dealer)).data).toMatchObject({ ended_by: halt.by });
    expect((await place(trader)).code).toBe(1);
    expect((await auditOf('localhost')).slice(-2)).toEqual([
      { action: 'halt-begun', subject: 'halt of instrument EURUSD', reason },
      { action: 'halt-ended', subject: `halt ${halt.id}`, reason: 'it is over' },
    ]);
  });

  test('survive a restart', async () => {
    const { data: halt } = await begin('company', dealer);
    await place(trader, { status: 0, target_price: '1.14000' });
    await server.restart();
    giveQuotes();
    expect(await place(trader)).toMatchObject({ code: codes.tradingHalted });
    expect((await read('halts', { is_active: 1 }, dealer)).data).toMatchObject({ total: 1, data: [{ id: halt.id }] });
    await end(halt.id, dealer);
    expect((await place(trader)).code).toBe(1);
  });

  test('of the whole installation are begun and ended by the default company and visible to every company', async () => {
    expect(await begin('all', foreignDealer)).toMatchObject({ code: codes.notPermitted, status: 403 });
    const { data: halt } = await begin('all', dealer);
    for (const by of [trader, foreignTrader]) expect((await place(by)).code).toBe(codes.tradingHalted);
    const seen = await read('halts', {}, foreignDealer);
    expect(seen.data.data).toMatchObject([{ id: halt.id, scope: 'all', by: '' }]);
    expect(await end(halt.id, foreignDealer)).toMatchObject({ code: codes.invalidField });
    expect((await place(foreignTrader)).code).toBe(codes.tradingHalted);
    await end(halt.id, dealer);
    for (const by of [trader, foreignTrader]) expect((await place(by)).code).toBe(1);
  });

  test('begin once and end once, concurrent calls included', async () => {
    const both = await Promise.all([begin('company', foreignDealer), begin('company', foreignDealer)]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, codes.versionChanged]);
    const id = both.find(({ code }) => code === 1)?.data.id;
    expect(await end(id, dealer)).toMatchObject({ code: codes.invalidField, data: { field: 'id' } });
    const ends = await Promise.all([end(id, foreignDealer), end(id, foreignDealer)]);
    expect(ends.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, codes.versionChanged]);
    expect((await place(foreignTrader)).code).toBe(1);
  });

  test('name an instrument if and only if their scope is one', async () => {
    expect(await begin('symbol', dealer)).toMatchObject({ data: { field: 'instrument_id' } });
    expect(await begin('company', dealer, { instrument_id: 1 })).toMatchObject({ data: { field: 'instrument_id' } });
    expect(await begin('symbol', dealer, { instrument_id: 77 })).toMatchObject({ code: codes.unknownInstrument });
    expect(await begin('symbol', dealer, { instrument_id: 1, reason: 'x' })).toMatchObject({
      data: { field: 'reason' },
    });
    for (const role of ['support', 'cashier', 'compliance'])
      expect((await begin('company', (await server.operator(role)) as never)).code).toBe(codes.notPermitted);
  });

  test('leave the core an hour after their end, and stay in the list', async () => {
    const { data: halt } = await begin('symbol', dealer, { instrument_id: gbpusd.id });
    await end(halt.id, dealer);
    expect(server.server.core.state.rules.halts.get(halt.id)).toMatchObject({
      instrumentId: gbpusd.id as InstrumentId,
    });
    server.advance(3_600_001);
    dealer = (await server.operator('dealer')) as never;
    const { data: next } = await begin('symbol', dealer, { instrument_id: gbpusd.id });
    expect([...server.server.core.state.rules.halts.keys()]).toEqual([next.id]);
    await end(next.id, dealer);
    const { data } = await read('halts', { is_active: 0 }, dealer);
    expect(data.data.map(({ id }: { id: number }) => id)).toContain(halt.id);
  });
});
