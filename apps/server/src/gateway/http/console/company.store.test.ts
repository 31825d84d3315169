import { codes } from '@candor/contracts/codes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { startHandMarket } from '../../../../../../testkit/hand-feed.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { systemClock } from '../../../adapters/clock/system-clock.ts';
import { registerPriceRoutes } from '../../../register-routes.ts';
import type { RunningMarket } from '../../../services/market/create-market.ts';

const { eurusd } = testSpecs;
const reason = 'a new brand';

interface Operator {
  readonly authorization: string;
  readonly host: string;
}

let server: TestServer;
let market: RunningMarket;
let admin: Operator;
let foreignAdmin: Operator;

beforeAll(async () => {
  server = await TestServer.start();
  market = await startHandMarket([1, 3], systemClock);
  registerPriceRoutes(server.server.app, market.market, { ...server.server, clock: systemClock });
  admin = await server.operator('admin');
  foreignAdmin = await server.operator('admin', otherHost);
});
afterAll(async () => {
  await market.stop();
  await server.stop();
});

const headersOf = ({ host, authorization }: Operator) => ({ host, authorization, lang: 'en' });
const read = (path: string, by: Operator, fields: object = {}) =>
  server.call('GET', `/api/console/${path}`, fields, headersOf(by));

/** Current settings with the given changes. */
async function change(by: Operator, changes: object) {
  const { id: _id, hosts: _hosts, status: _status, type: _type, ...settings } = (await read('company', by)).data;
  return server.call('POST', '/api/console/company', { ...settings, reason, ...changes }, headersOf(by));
}

describe('R-OPS-65 a company’s settings', () => {
  test('take effect at once for the company’s own clients only, and nothing else in the row changes', async () => {
    const rowOf = async (id: number) =>
      (await server.open.pool.query('select * from company where id = $1', [id])).rows[0] as Record<string, unknown>;
    const [before, foreign] = [await rowOf(1), await rowOf(900_000)];
    const changed = await change(admin, {
      name: 'Candor Trading',
      accents: ['#123456', '#0a2540', '#ffffff'],
      languages: ['en', 'hk'],
      links: ['https://help.candor.example'],
      service_link: 'https://help.candor.example/chat',
      blocked_countries: ['FR'],
      margin_call_percent: 120,
      stop_out_percent: 60,
      is_ranking_shown: false,
    });
    expect(changed.data).toMatchObject({ version: 1, name: 'Candor Trading', is_ranking_shown: false });
    const info = await server.call('GET', '/api/basicSet/getBasicInfo', {}, { host: 'localhost' });
    expect(info.data).toMatchObject({
      service_link: 'https://help.candor.example/chat',
      margin_call_level: '120',
      stop_out_level: '60',
      languages: ['en', 'hk'],
      brand: { name: 'Candor Trading', accents: { accent: '#123456' } },
    });
    expect(info.data.blocked_countries).toContain('FR');
    const { rules } = server.server.core.state;
    expect(rules.policyOf(1 as never)).toMatchObject({ marginCallPercent: 120, stopOutPercent: 60 });
    expect(rules.policyOf(900_000 as never)).toMatchObject({ marginCallPercent: 100, stopOutPercent: 50 });
    expect(await rowOf(900_000)).toEqual(foreign);
    const { id, type, status, url, loss_url, demo_balance_micros } = before;
    expect(await rowOf(1)).toMatchObject({ id, type, status, url, loss_url, demo_balance_micros });
  });

  test('a new jurisdiction removes invitation rewards and lowers leverage without a restart', async () => {
    await server.open.pool.query('update company set has_invite_rewards = true where id = 900000');
    const profileOf = async () =>
      (await server.call('GET', '/api/basicSet/getBasicInfo', {}, { host: otherHost })).data.profile;
    expect(await profileOf()).toMatchObject({ id: 'international', invitation_rewards: true });
    expect((await change(foreignAdmin, { jurisdiction: 'eu' })).code).toBe(1);
    expect(await profileOf()).toMatchObject({ id: 'eu', invitation_rewards: false });
    server.market.give(eurusd, '1.15283', '1.15295');
    const trader = { host: otherHost, authorization: await server.demo(undefined, otherHost) };
    const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
    expect(await server.call('POST', '/v1/api/forex/submit', order, trader)).toMatchObject({
      code: codes.leverageNotAllowed,
    });
    expect(await change(foreignAdmin, { stop_out_percent: 40 })).toMatchObject({
      code: codes.settingNotAllowed,
      data: { field: 'stop_out_percent' },
    });
    expect((await change(foreignAdmin, { jurisdiction: 'international' })).code).toBe(1);
  });

  test('R-MKT-49 popular instruments are of the company, in its order, for its clients only', async () => {
    const placesAt = async (host: string) => {
      const { data } = await server.call('GET', '/v1/api/forex/trade_list', {}, { host });
      const rows = data as { Code: string; Popular: number | null }[];
      const popular = rows.filter((row) => row.Popular !== null);
      return popular.toSorted((one, other) => Number(one.Popular) - Number(other.Popular)).map(({ Code }) => Code);
    };
    const usual = await placesAt(otherHost);
    expect((await change(admin, { popular: ['USDJPY', 'EURUSD'] })).data.popular).toEqual(['USDJPY', 'EURUSD']);
    expect(await placesAt('localhost')).toEqual(['USDJPY', 'EURUSD']);
    expect(await placesAt(otherHost)).toEqual(usual);
    for (const popular of [['USDJPY', 'USDJPY'], ['NOTHING']])
      expect(await change(admin, { popular })).toMatchObject({ data: { field: 'popular' } });
    expect((await change(admin, { popular: Array.from({ length: 13 }, () => 'EURUSD') })).code).toBe(
      codes.invalidField,
    );
    // A caller that does not name them leaves them as they are.
    const { popular: _popular, ...others } = (await read('company', admin)).data;
    const { id: _id, hosts: _hosts, status: _status, type: _type, ...settings } = others;
    const kept = await server.call('POST', '/api/console/company', { ...settings, reason }, headersOf(admin));
    expect(kept.data.popular).toEqual(['USDJPY', 'EURUSD']);
    expect((await read('company/versions', admin)).data.data[0].popular).toEqual(['USDJPY', 'EURUSD']);
    expect((await change(admin, { popular: [] })).code).toBe(1);
    expect(await placesAt('localhost')).toEqual(usual);
  });

  test('are versioned with operator, time and reason; of two concurrent changes one is refused', async () => {
    const { version } = (await read('company', admin)).data;
    const both = await Promise.all(['One', 'Two'].map((name) => change(admin, { name, version })));
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, codes.versionChanged]);
    const { data } = await read('company/versions', admin, { per_page: 1 });
    expect(data).toMatchObject({ total: version + 1, data: [{ version: version + 1, reason }] });
    expect(['One', 'Two']).toContain(data.data[0].name);
    expect((await read('company/versions', foreignAdmin)).data.data[0].name).toBe('Acme (trial)');
    for (const statement of ["update company_version set reason = ''", 'delete from company_version'])
      await expect(server.open.pool.query(statement)).rejects.toThrow('never changed');
    const audit = await server.open.pool.query(
      `select subject from audit_entry where company_id = 1 and action = 'company-changed' order by seq desc limit 1`,
    );
    expect(audit.rows).toEqual([{ subject: `company version ${version + 1}: name` }]);
  });

  test('R-OPS-66 a setting that is not allowed is refused by field, and nothing is changed', async () => {
    const before = (await read('company', admin)).data;
    const refused = await change(admin, { name: 'Other', accents: ['#777777', '#777777', '#ffffff'] });
    expect(refused).toMatchObject({ code: codes.settingNotAllowed, data: { field: 'accents' } });
    expect(await change(admin, { service_link: 'https://elsewhere.example' })).toMatchObject({
      data: { field: 'service_link' },
    });
    // 7 as a share of the notional would be seven times the notional.
    expect(await change(admin, { trade_fee_type: 2 })).toMatchObject({ data: { field: 'trade_fee_type' } });
    expect((await read('company', admin)).data).toEqual(before);
  });

  test('are changed by admins, read by every operator, and by nobody else', async () => {
    for (const role of ['support', 'cashier', 'dealer', 'compliance']) {
      const operator = await server.operator(role);
      expect((await read('company', operator)).code).toBe(1);
      expect((await change(operator, {})).code).toBe(codes.notPermitted);
    }
    const trader = { host: 'localhost', authorization: await server.demo() };
    expect((await read('company', trader)).code).toBe(codes.sessionExpired);
  });

  test('R-COM-05 the database lets services change only their own company, and only its own settings', async () => {
    const as = (tenant: number, statement: string) =>
      server.app.db.transaction().execute(async (trx) => {
        await sql`select set_config('app.tenant', ${String(tenant)}, true)`.execute(trx);
        const { numAffectedRows } = await sql.raw(statement).execute(trx);
        return Number(numAffectedRows);
      });
    expect(await as(1, "update company set name = 'x' where id = 900000")).toBe(0);
    expect(await as(1, 'update company set name = name where id = 1')).toBe(1);
    for (const column of ['status', 'type', 'demo_balance_micros', 'id', 'url', 'has_invite_rewards'])
      await expect(as(1, `update company set ${column} = ${column}`)).rejects.toThrow('permission denied');
    await expect(as(1, 'delete from company')).rejects.toThrow('permission denied');
  });

  test('the selectable jurisdiction profiles state what they allow', async () => {
    const { data } = await read('jurisdictions', admin, { order: 'ASC' });
    expect(data.data.map(({ id }: { id: string }) => id)).toEqual(['eu', 'international', 'uk']);
    expect(data.data[0]).toMatchObject({ stop_out_percent_min: 50, leverage_caps: { crypto: 2 } });
  });
});

describe('R-OPS-60 exposure', () => {
  test('is shown for the own company by realm, to dealers, compliance and admins', async () => {
    server.market.give(eurusd, '1.15283', '1.15295');
    const trader = { host: 'localhost', authorization: await server.demo() };
    const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
    await server.call('POST', '/v1/api/forex/submit', order, trader);
    await server.call('POST', '/v1/api/forex/submit', { ...order, type: 2, cont: '0.20' }, trader);
    server.market.give(eurusd, '1.15383', '1.15395');
    const dealer = await server.operator('dealer');
    expect((await read('exposure', dealer, { realm: 'demo' })).data).toEqual({
      total: 1,
      data: [
        {
          id: eurusd.id,
          symbol: 'EURUSD',
          realm: 'demo',
          orders: 2,
          accounts: 1,
          long_lots: '0.50',
          short_lots: '0.20',
          net_lots: '0.30',
          long_price: '1.15295',
          short_price: '1.15283',
          notional_usd: '80770.500000',
          client_profit: '21.600000',
          book_profit: '-21.600000',
        },
      ],
    });
    // 30,000 × 1.15389, the mid price
    expect((await read('exposure/currencies', dealer, { realm: 'demo' })).data).toEqual({
      currencies: [
        { currency: 'EUR', net_usd: '34616.700000' },
        { currency: 'USD', net_usd: '-34616.700000' },
      ],
    });
    expect((await read('exposure/currencies', dealer)).data).toEqual({ currencies: [] });
    expect((await read('exposure/currencies', foreignAdmin, { realm: 'demo' })).data).toEqual({ currencies: [] });
    expect((await read('exposure', dealer)).data).toEqual({ data: [], total: 0 });
    expect((await read('exposure', foreignAdmin, { realm: 'demo' })).data.total).toBe(0);
    const { uid } = (await server.call('GET', '/api/user/info', {}, trader)).data as { uid: string };
    const near = (await read('exposure/accounts', dealer, { realm: 'demo' })).data;
    expect(near).toMatchObject({
      is_whole: true,
      accounts: [
        {
          uid,
          open_orders: 2,
          largest: { symbol: 'EURUSD', side: 'buy', lots: '0.50', result: '44.000000' },
        },
      ],
    });
    expect(near.accounts[0].margin_level).toMatch(/^\d+\.\d\d$/);
    const none = { accounts: [], is_whole: true };
    expect((await read('exposure/accounts', dealer)).data).toEqual(none);
    expect((await read('exposure/accounts', foreignAdmin, { realm: 'demo' })).data).toEqual(none);
    for (const role of ['support', 'cashier'])
      expect((await read('exposure', await server.operator(role))).code).toBe(codes.notPermitted);
  });
});
