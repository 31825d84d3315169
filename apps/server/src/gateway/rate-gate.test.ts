import { codes } from '@candor/contracts/codes';
import type { Call } from '@candor/contracts/http/call';
import { calls } from '@candor/contracts/http/calls';
import { expect, test } from 'vitest';
import { testCompanies } from '../../../../testkit/test-company.ts';
import { buildGateway, plainSecurity } from './http/build-gateway.ts';
import { sendOk } from './http/envelope.ts';
import { RateGate, type RateLimits, weightOfQuery, weightsByPath } from './rate-gate.ts';

const clock = { now: 0, nowMs: () => clock.now, monotonicMs: () => clock.now };

function gate(limits: Partial<RateLimits>): RateGate {
  clock.now = 0;
  return new RateGate({ perAccount: 0, perAddress: 0, total: 0, ...limits }, clock);
}

function admitted(times: number, ask: () => boolean): number {
  return Array.from({ length: times }, ask).filter(Boolean).length;
}

test('R-SEC-07 an account has a burst and a steady rate, independent of other accounts', () => {
  const limits = gate({ perAccount: 10 });
  expect(admitted(100, () => limits.admitsAccount(1))).toBe(40);
  expect(admitted(100, () => limits.admitsAccount(2))).toBe(40);
  clock.now += 500;
  expect(admitted(100, () => limits.admitsAccount(1))).toBe(5);
  clock.now += 3_600_000;
  expect(admitted(100, () => limits.admitsAccount(1))).toBe(40);
});

test('R-SEC-07 an address is limited by the weight of its calls, the server by their number', () => {
  const limits = gate({ perAddress: 10, total: 100 });
  expect(admitted(100, () => limits.admitsCall('203.0.113.9', '/api/user/info'))).toBe(40);
  expect(admitted(100, () => limits.admitsCall('203.0.113.8', '/api/company/getCompany'))).toBe(8);
  expect(admitted(1_000, () => limits.admitsCall('127.0.0.1', '/api/user/info'))).toBe(400 - 48);
  expect(limits.admitsCall('203.0.113.7', '/api/user/info')).toBe(false);
});

test('R-SEC-07 calls that compute, write or guess weigh more than 1; every other call weighs 1', () => {
  const heavy = Object.values<Call>(calls).filter(({ weight }) => weight !== 1);
  expect(Object.fromEntries(heavy.map(({ name, weight }) => [name, weight]))).toEqual({
    instruments: 2,
    candles: 3,
    areas: 3,
    captcha: 5,
    companies: 5,
    sendMailCode: 5,
    sendSmsCode: 5,
    changePassword: 10,
    logIn: 10,
    openDemo: 10,
    register: 10,
    resetPassword: 10,
    statement: 10,
    ownData: 10,
    closeAccount: 10,
    ordersFile: 10,
    closeOrders: 10,
    journal: 10,
    stepUp: 10,
  });
});

test('R-SEC-07 of two calls of one path the heavier one counts, in either order', () => {
  const two = [
    { path: '/a', weight: 1 },
    { path: '/a', weight: 10 },
  ];
  expect(weightsByPath(two).get('/a')).toBe(10);
  expect(weightsByPath(two.toReversed()).get('/a')).toBe(10);
});

test('R-SEC-07 the state kept per caller is bounded, whatever the number of callers', () => {
  const limits = gate({ perAccount: 1 });
  for (let account = 0; account <= 50_000; account += 1) limits.admitsAccount(account);
  expect(admitted(10, () => limits.admitsAccount(50_000))).toBe(3);
  // The first caller was evicted and has a full bucket.
  expect(admitted(10, () => limits.admitsAccount(0))).toBe(4);
});

test('R-SEC-07 0 turns a limit off', () => {
  const limits = gate({});
  expect(admitted(10_000, () => limits.admitsCall('203.0.113.9', '/') && limits.admitsAccount(1))).toBe(10_000);
});

test('R-SEC-07 R-WIRE-02 a call beyond the limit gets 429, a retry time and the envelope', async () => {
  const app = buildGateway(false, testCompanies, { ...plainSecurity, rateGate: gate({ perAddress: 1 }) });
  app.get('/api/who', (request, reply) => sendOk(request, reply, null));
  const ask = (url: string) => app.inject({ url, remoteAddress: '203.0.113.9', headers: { lang: 'en' } });
  for (let call = 0; call < 4; call += 1) expect((await ask('/api/who?x=1')).statusCode).toBe(200);
  const refused = await ask('/api/who');
  expect(refused).toMatchObject({ statusCode: 429, headers: { 'retry-after': '1' } });
  expect(refused.json()).toMatchObject({ code: codes.tooManyRequests, data: null });
  clock.now += 1_000;
  expect((await ask('/api/who')).statusCode).toBe(200);
  await app.close();
});

const klinePath = '/v1/api/forex/kline';

test.each([
  ['forex_id=1&period=1day&before=1&limit=1000', 50],
  ['forex_id=1&period=60min&before=1&limit=1000', 3],
  ['forex_id=1&period=1min&before=1&limit=1000', 1],
  // The newest ones reach as far.
  ['forex_id=1&period=1day&limit=1000', 50],
  ['forex_id=1&period=1min&limit=1000', 1],
  ['forex_id=1&period=1day', 15],
  ['forex_id=1&period=1day&limit=0', 0],
  // An unreadable request weighs the most.
  ...['-1', '-1e9', '-1000000', '1000000', '1e9', '', 'many', 'NaN', '-Infinity', '0.5', ' 1', '%201'].map(
    (limit): [string, number] => [`period=1day&before=1&limit=${limit}`, 50],
  ),
  ['period=odd&before=&limit=1000', 50],
  ['', 15],
])('R-SEC-33 R-SEC-07 candle calls weigh by the days they cover: %s', (query, weight) => {
  expect(weightOfQuery(`${klinePath}?${query}`)).toBe(weight);
  expect(weightOfQuery(`/v1/api/forex/trade_list?${query}`)).toBe(0);
});

test('R-SEC-33 abbreviated candles weigh by their days too', () => {
  const path = '/v1/api/forex/abbreviated_cache_kline';
  expect(weightOfQuery(`${path}?forex_id=1&period=15min`)).toBe(0);
  expect(weightOfQuery(`${path}?forex_id=1&period=1day&limit=-5`)).toBe(2);
});

test.each(['-1e9', '-1000000', '-0.5', 'NaN', '-Infinity'])('R-SEC-07 no query refunds calls: limit=%s', (limit) => {
  const limits = gate({ perAddress: 20 });
  const weight = weightOfQuery(`${klinePath}?period=1day&before=1&limit=${limit}`);
  expect(admitted(100, () => limits.admitsCall('203.0.113.9', klinePath, weight))).toBe(1);
  expect(admitted(100, () => limits.admitsCall('203.0.113.9', '/api/user/info'))).toBe(80 - 53);
});

test('R-LOG-10 R-SEC-07 entries of a public log weigh more than other files of it', () => {
  expect(weightOfQuery('/log/tile/entries/000.p/7')).toBe(4);
  expect(weightOfQuery('/log/tile/0/000')).toBe(0);
  expect(weightOfQuery('/log/checkpoint')).toBe(0);
});

test('R-SEC-07 a negative weight throws and refills no bucket', () => {
  const limits = gate({ perAddress: 20 });
  for (const weight of [-4, Number.NaN])
    expect(() => limits.admitsCall('203.0.113.9', klinePath, weight)).toThrow('Invariant');
});

test('R-SEC-07 addresses that differ only in port share a bucket, and so do invalid ones', () => {
  const limits = gate({ perAddress: 10 });
  const each = (write: (at: number) => string) => {
    let at = 0;
    return admitted(100, () => limits.admitsCall(write((at += 1)), '/'));
  };
  expect(each((at) => `198.51.100.202:${1000 + at}`)).toBe(40);
  expect(each((at) => `[2001:db8::9]:${at}`)).toBe(40);
  expect(each((at) => `garbage ${at}`)).toBe(40);
});

test('R-SEC-07 a call that the total refuses costs its address nothing', () => {
  const limits = gate({ perAddress: 2, total: 1 });
  const ask = (path: string) => limits.admitsCall('203.0.113.9', path);
  expect(admitted(100, () => ask('/api/user/info'))).toBe(4);
  clock.now += 1_000;
  // It weighs 5 of the 4 that are left and 2 new ones.
  expect(ask('/api/company/getCompany')).toBe(true);
});
