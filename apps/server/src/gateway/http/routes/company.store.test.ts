import { codes } from '@candor/contracts/codes';
import type { Area, BasicInfo, Company, CompanyStatus } from '@candor/contracts/http/company';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { LossRateRows } from '../../../adapters/postgres/loss-rate-rows.ts';
import { trialCompanyId } from '../../../adapters/postgres/trial-company.ts';
import { LossRates } from '../../../services/company/loss-rates.ts';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(() =>
  change(trialCompanyId, "jurisdiction = 'international', blocked_countries = '{}', links = '{}', type = 1"),
);

async function change(id: number, columns: string): Promise<void> {
  await server.open.pool.query(`update company set ${columns} where id = ${id}`);
  server.server.companies.invalidate();
}

async function ask<Data>(path: string, fields: object = {}, host = otherHost): Promise<Data> {
  const answer = await server.call('GET', path, fields, { host, lang: 'en' });
  expect(answer.code).toBe(codes.ok);
  return answer.data as Data;
}

const basicInfo = () => ask<BasicInfo>('/api/basicSet/getBasicInfo');

describe('R-COM-06 the company’s public information', () => {
  test('has its name, logo, colours and languages, or the product’s defaults', async () => {
    expect(await basicInfo()).toMatchObject({
      brand: { name: 'Acme (trial)', logo: '', accents: { accent: '#0B5D4E', pressed: '#0A4A3F', on: '#FFFFFF' } },
      languages: expect.arrayContaining(['hk', 'en', 'tr']),
    });
    await change(trialCompanyId, "accents = '{red,#000000,#FFFFFF}', languages = '{en,xx,tw}', logo = '/logo.svg'");
    expect(await basicInfo()).toMatchObject({
      brand: { logo: '/logo.svg', accents: null },
      languages: ['en', 'hk'],
    });
    expect((await ask<BasicInfo>('/api/basicSet/getBasicInfo', {}, 'localhost')).brand).toEqual({
      name: 'Candor',
      logo: '',
      accents: null,
    });
  });

  test('has only permitted links (R-COM-04)', async () => {
    const link = 'https://help.example/chat';
    await change(trialCompanyId, `service_link = '${link}', loss_url = 'https://evil.example/'`);
    expect((await basicInfo()).service_link).toBe('');
    expect(await ask('/api/company/getCompanyStatus')).toMatchObject({ loss_url: '' });
    await change(trialCompanyId, `links = '{https://help.example}'`);
    expect((await basicInfo()).service_link).toBe(link);
  });

  test('R-WIRE-15 has its desktop site for the called host, if it has one', async () => {
    const siteFor = async (host: string) =>
      (await ask<CompanyStatus>('/api/company/getCompanyStatus', {}, host)).pc_host;
    expect(await siteFor(otherHost)).toBe('');
    await server.open.pool.query(`insert into company_host values ('pc.acme.localhost', ${trialCompanyId})`);
    server.server.companies.invalidate();
    expect(await siteFor(otherHost)).toBe('pc.acme.localhost');
    expect(await siteFor('API.acme.localhost:8080')).toBe('pc.acme.localhost');
    expect(await siteFor('m.elsewhere.localhost')).toBe('');
    await server.open.pool.query("delete from company_host where host = 'pc.acme.localhost'");
    server.server.companies.invalidate();
  });

  test('has its jurisdiction profile, which the company’s settings cannot loosen (R-ORD-28)', async () => {
    await change(trialCompanyId, "jurisdiction = 'eu', stop_out_percent = 20, blocked_countries = '{FR}'");
    expect(await basicInfo()).toMatchObject({
      stop_out_level: '50',
      profile: { id: 'eu', leverage_caps: { 'forex-major': 30, crypto: 2 }, invitation_rewards: false },
      blocked_countries: ['BE', 'FR', 'IR', 'KP', 'MM', 'US'],
      risk_warning: { key: 'cfd', loss_percent: null },
    });
    await change(trialCompanyId, 'stop_out_percent = 50');
  });

  test('has its complaints address and whether users register by mobile', async () => {
    expect(await ask('/api/company/complaint_email')).toEqual({ email: 'complaints@acme.localhost' });
    expect(await ask('/api/default/setting', { key: 'is_show_mobile' })).toEqual({ key: 'is_show_mobile', value: '0' });
    const unknown = await server.call('GET', '/api/default/setting', { key: 'password' });
    expect(unknown).toMatchObject({ code: codes.invalidField, data: { field: 'key' } });
  });
});

describe('R-SES-13 the areas served', () => {
  test('have their dialling codes, the second is the default, and blocked countries are left out', async () => {
    const areas = await ask<Area[]>('/api/default/area_list');
    expect(areas.length).toBeGreaterThan(230);
    expect(areas[1]).toEqual({ id: 344, global_code: '852', code: 'HK' });
    expect(areas.find(({ code }) => code === 'GB')).toEqual({ id: 826, global_code: '44', code: 'GB' });
    expect(areas.filter(({ global_code: code }) => !/^[1-9]\d{0,2}$/.test(code))).toEqual([]);
    expect(new Set(areas.map(({ id }) => id)).size).toBe(areas.length);
    expect(areas.map(({ code }) => code)).not.toContain('US');
    await change(trialCompanyId, "blocked_countries = '{HK,GB}'");
    const fewer = (await ask<Area[]>('/api/default/area_list')).map(({ code }) => code);
    expect(fewer).toHaveLength(areas.length - 2);
    expect(fewer).not.toContain('HK');
  });
});

describe('R-COM-03 the company search', () => {
  const search = (name: string, host: string) => ask<Company[]>('/api/company/getCompany', { name }, host);

  test('finds public companies by part of the name, in main mode only', async () => {
    expect(await search('acme', 'localhost')).toEqual([]);
    await change(1, 'type = 0');
    expect(await search('ÁCM', 'localhost')).toEqual([
      {
        id: trialCompanyId,
        name: 'Acme (trial)',
        logo: '/logo.svg',
        url: 'http://m.acme.localhost/',
        subject: 'A trial company of this installation; no firm stands behind it.',
        registered_address: '',
        location: '',
        email: 'complaints@acme.localhost',
      },
    ]);
    expect(await search('candor', 'localhost')).toEqual([]);
    expect(await search('acme', otherHost)).toEqual([]);
    expect((await ask<{ type: number }>('/api/company/getCompanyStatus', {}, 'localhost')).type).toBe(0);
    await change(trialCompanyId, 'status = 1');
    expect(await search('acme', 'localhost')).toEqual([]);
    await change(trialCompanyId, 'status = 0');
    const long = await server.call('GET', '/api/company/getCompany', { name: 'x'.repeat(65) });
    expect(long).toMatchObject({ code: codes.invalidField, data: { field: 'name' } });
  });

  test('returns at most twenty', async () => {
    await server.open.pool.query(
      `insert into company (id, name, is_public) select 100 + n, 'Firm ' || n, true from generate_series(1, 30) as n`,
    );
    server.server.companies.invalidate();
    expect(await search('firm', 'localhost')).toHaveLength(20);
  });
});

describe('R-COM-09 the share of a company’s clients that lose money', () => {
  const nowMs = Date.parse('2026-11-20T12:00:00Z');
  let clockMs = 0;
  const clock = { nowMs: () => nowMs, monotonicMs: () => clockMs };

  /** Accounts that have closed an order, the first `losing` of them at a loss once the fee is paid. */
  async function trade(book: string, accounts: number, losing: number, atMs = nowMs): Promise<void> {
    await server.open.pool.query(
      `insert into posting (shard, seq, line, ledger_key, kind, amount_micros, balance_micros, at_ms)
       select 0, 1000000 + (select count(*) from posting) + n, part.line, $1 || '/cash/' || n, part.kind,
         case when part.line = 1 then case when n <= $3 then 1000000 else 5000000 end
           when part.line = 2 then -2000000 else 100000000 end, 0, $4
       from generate_series(1, $2::integer) as n, (values (1, 'trade-profit'), (2, 'trade-fee'), (3, 'demo-grant')) as part (line, kind)`,
      [book, accounts, losing, atMs],
    );
  }

  test('is calculated from the ledger of real accounts, once there are enough of them', async () => {
    const errors: Error[] = [];
    const store = new LossRateRows(server.app.db);
    const rates = new LossRates({ store, clock, onError: (error) => errors.push(error) });
    const own = 1 as CompanyId;
    await trade('1/real/USD', 99, 70);
    await trade('1/demo/USD', 500, 500);
    await trade(`${trialCompanyId}/real/USD`, 500, 500);
    await trade('1/real/EUR', 500, 500, nowMs - 400 * 24 * 3_600_000);
    await rates.renew(own);
    expect(rates.of(own)).toBeNull();
    await trade('1/real/GBP', 21, 21);
    expect(await store.count(own, nowMs - 1)).toEqual({ accounts: 120, losing: 91 });
    clockMs += 3_600_001;
    expect(rates.of(own)).toBeNull();
    await rates.renew(own);
    expect(rates.of(own)).toBe(7_583);
    expect(errors).toEqual([]);
  });
});
