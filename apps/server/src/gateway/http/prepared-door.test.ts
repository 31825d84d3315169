import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Language } from '@candor/contracts/languages';
import { createState, type EngineState } from '@candor/domain/engine/state';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import { catalogueTerms } from '@candor/domain/values/instrument-terms';
import { jurisdictions } from '@candor/domain/values/jurisdiction';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setRule, setTerms, testPolicy } from '../../../../../testkit/engine-scenario.ts';
import { type HandFeed, startHandMarket } from '../../../../../testkit/hand-feed.ts';
import { testCompany } from '../../../../../testkit/test-company.ts';
import type { RunningMarket } from '../../services/market/create-market.ts';
import { StateOfferView } from '../../trading/offer-view.ts';
import { toInstrument, toWireCandle } from '../market-lines.ts';
import { RateGate } from '../rate-gate.ts';
import { parseTrustedProxies } from '../trusted-proxies.ts';
import { BoundedCache } from './bounded-cache.ts';
import { buildGateway, plainSecurity, type Security } from './build-gateway.ts';
import { registerMarketRoutes } from './routes/market.ts';
import { textOf } from './texts/text-of.ts';

const start = Date.parse('2026-11-18T13:00:00Z');
const clock = { now: start, nowMs: () => clock.now, monotonicMs: () => clock.now };
const other = { ...testCompany, id: 2 as CompanyId };
const suspended = { ...testCompany, status: 1 as const };
const ofHost = (host: string) =>
  host.startsWith('other.') ? other : host.startsWith('suspended.') ? suspended : testCompany;
const companies = { ofHost, peek: ofHost };
const listPath = '/v1/api/forex/trade_list';
const chartPath = '/v1/api/forex/kline?forex_id=3&period=5min&limit=50';
let running: RunningMarket & { feed: HandFeed };
let state: EngineState;
let offers: StateOfferView;
let app: FastifyInstance;
let held: InstrumentId[];
let popular: readonly string[];

beforeEach(async () => {
  clock.now = start;
  held = [];
  popular = [];
  running = await startHandMarket([1, 3, 101], clock);
  state = createState(running.market.specs(), testPolicy, 1);
  offers = new StateOfferView(state, clock);
  await serve();
});
afterEach(async () => {
  await app.close();
  await running.stop();
});

const popularOf = (companyId: CompanyId) => (companyId === testCompany.id ? popular : []);

async function serve(security: Partial<Security> = {}): Promise<void> {
  await (app as FastifyInstance | undefined)?.close();
  app = buildGateway(false, companies, { ...plainSecurity, checksAnswers: false, ...security });
  registerMarketRoutes(app, { market: running.market, clock, offers, popularOf, heldBy: async () => new Set(held) });
  await app.listen({ host: '127.0.0.1', port: 0 });
}

interface Got {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: Buffer;
}

/** Headers of the connection, which a test without one does not have. */
const ofConnection = ['date', 'connection', 'keep-alive'];

function withoutConnection(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)));
}

/** Asks over a connection, and reports whether the door or the framework answered. */
async function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Got & { byDoor: boolean }> {
  const door = vi.spyOn(app.preparedDoor, 'answer');
  const { port } = app.server.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, path, method, headers: { host: 'm.localhost', ...headers } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const [result] = door.mock.results;
  door.mockRestore();
  const status = answer.statusCode ?? 0;
  return { status, headers: withoutConnection(answer.headers), body: Buffer.concat(chunks), byDoor: result?.value };
}

async function byFramework(path: string, headers: Record<string, string> = {}): Promise<Got> {
  const answer = await app.inject({ url: path, headers: { host: 'm.localhost', ...headers } });
  return { status: answer.statusCode, headers: withoutConnection(answer.headers), body: answer.rawPayload };
}

/** Asks until the door has the answer: the framework prepares it, and compresses it for the first who asks. */
async function askDoor(path: string, headers: Record<string, string> = {}): Promise<Got> {
  await ask(path, headers);
  const { byDoor, ...got } = await ask(path, headers);
  expect(byDoor).toBe(true);
  return got;
}

/** Returns the answer of the list without any cache. */
function listNow(companyId: CompanyId, language: Language): string {
  const shown = running.market.entries.filter(({ spec }) => offers.isOffered(companyId, spec.id));
  const told = { language, popular: popularOf(companyId) };
  const data = shown.map((entry) => toInstrument(running.market, entry, offers.of(companyId, entry.spec), told));
  return JSON.stringify({ code: 1, msg: textOf(1, language), data });
}

async function chartNow(language: Language): Promise<string> {
  const candles =
    (await running.market.candles(3 as InstrumentId, { period: '5min', beforeMs: null, limit: 50 })) ?? [];
  return JSON.stringify({ code: 1, msg: textOf(1, language), data: candles.map((one) => toWireCandle(one, 3)) });
}

const quote = (id: number, bid: number) => running.feed.quote(id, bid, bid + 12, clock.now);

/** Changes, each of which makes another list, another chart, or both. */
const changes: readonly (readonly [string, { list: boolean; chart: boolean }, () => void])[] = [
  ['a first price', { list: true, chart: true }, () => quote(3, 157_405)],
  ['another price', { list: true, chart: true }, () => quote(3, 157_409)],
  ['other popular instruments (R-MKT-49)', { list: true, chart: false }, () => (popular = ['USDJPY', 'EURUSD'])],
  ['the price of another instrument', { list: true, chart: false }, () => quote(1, 115_283)],
  ['the same price once more', { list: true, chart: true }, () => quote(3, 157_409)],
  [
    'a new minute',
    { list: true, chart: true },
    () => {
      clock.now += 60_000;
      quote(3, 157_410);
    },
  ],
  [
    'a new candle of the chart',
    { list: true, chart: true },
    () => {
      clock.now += 300_000;
      quote(3, 157_300);
    },
  ],
  ['a price that has become stale', { list: true, chart: false }, () => (clock.now += 5_001)],
  [
    'a setting of the company',
    { list: true, chart: false },
    () => {
      const spec = running.market.spec(3 as InstrumentId) ?? expect.fail('it is in the catalogue');
      setTerms(state, testCompany.id, spec.id, { ...catalogueTerms(spec), feeRateE8: 350_000_000n });
    },
  ],
  [
    'the law of the company',
    { list: true, chart: false },
    () => {
      const policy = { ...testPolicy, leverageCaps: jurisdictions.eu.leverageCaps };
      setRule(state, { rule: 'policy', tenantId: testCompany.id, policy });
    },
  ],
  [
    'a halt',
    { list: true, chart: false },
    () => {
      const scope = { tenantId: testCompany.id, instrumentId: 3 as InstrumentId };
      setRule(state, { rule: 'halt', haltId: 1, halt: { ...scope, fromMs: 0, toMs: null } });
    },
  ],
  ['a replay that starts over', { list: true, chart: true }, () => running.feed.restart(3)],
  ['its first price', { list: true, chart: true }, () => quote(3, 157_000)],
];

describe('R-MKT-40 prepared answers', () => {
  test('say what is so after every change, and have another ETag then', async () => {
    const languages: readonly Language[] = ['en', 'hk'];
    const seen = new Map<string, string>();
    for (const [what, { list, chart }, change] of changes) {
      change();
      clock.now += 101;
      for (const lang of languages) {
        for (const [path, expected, isOther] of [
          [listPath, listNow(testCompany.id, lang), list],
          [chartPath, await chartNow(lang), chart],
        ] as const) {
          const { headers, body } = await ask(path, { lang });
          expect(body.toString(), `${what}, ${path}`).toBe(expected);
          const key = `${path} ${lang}`;
          const tag = String(headers['etag'] ?? 'none');
          expect(tag === seen.get(key), `${what}: ${key} has the same tag`).toBe(!isOther);
          seen.set(key, tag);
          const again = await ask(path, { lang, 'if-none-match': tag });
          if (tag !== 'none') expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, tag]);
        }
      }
    }
  });

  test('leave the door as the framework would send them', async () => {
    quote(1, 115_283);
    quote(3, 157_405);
    const origins = [{}, { origin: 'http://m.localhost' }, { origin: 'http://elsewhere.example' }];
    const encodings = [{}, { 'accept-encoding': 'gzip, deflate, br' }];
    for (const path of [listPath, `${listPath}?t=1`, chartPath, `${chartPath}&t=1`]) {
      for (const origin of origins) {
        for (const encoding of encodings) {
          for (const lang of ['en', 'ar', 'nothing']) {
            const headers = { lang, ...origin, ...encoding };
            const got = await askDoor(path, headers);
            expect(got).toEqual(await byFramework(path, headers));
            expect(got.status).toBe(200);
            const known = { ...headers, 'if-none-match': String(got.headers['etag']) };
            const same = await askDoor(path, known);
            expect(same).toEqual(await byFramework(path, known));
            expect(same.status).toBe(304);
          }
        }
      }
    }
    await serve({ isHttps: true });
    expect(await askDoor(listPath)).toEqual(await byFramework(listPath));
  });

  test('are compressed once, and unpack to the same bytes', async () => {
    const plain = await askDoor(listPath, { lang: 'en' });
    const packed = await askDoor(listPath, { lang: 'en', 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect(packed.headers['etag']).toBe(plain.headers['etag']);
  });

  test('belong to a company: another one gets its own', async () => {
    const spec = running.market.spec(1 as InstrumentId) ?? expect.fail('it is in the catalogue');
    setTerms(state, other.id, spec.id, { ...catalogueTerms(spec), feeRateE8: 100_000_000n });
    for (const [host, company] of [
      ['m.localhost', testCompany],
      ['other.localhost', other],
    ] as const) {
      const { body } = await askDoor(listPath, { lang: 'en', host });
      expect(body.toString()).toBe(listNow(company.id, 'en'));
    }
  });

  test('are not sent to holders of what is no longer offered', async () => {
    const spec = running.market.spec(1 as InstrumentId) ?? expect.fail('it is in the catalogue');
    await askDoor(listPath, { lang: 'en' });
    setTerms(state, testCompany.id, spec.id, { ...catalogueTerms(spec), isOffered: false });
    clock.now += 101;
    const others = await ask(listPath, { lang: 'en' });
    held = [spec.id];
    const holder = await ask(listPath, { lang: 'en' });
    expect([others.byDoor, holder.byDoor]).toEqual([false, false]);
    expect(holder.body.toString()).toContain('"EURUSD"');
    expect(others.body.toString()).not.toContain('"EURUSD"');
  });

  test.each([
    ['a search', `${listPath}?searchCurrency=EUR`, {}],
    ['a field given twice', `${listPath}?t=1&t=2`, {}],
    ['an encoded path', '/v1/api/forex/trade%5flist', {}],
    ['older candles', `${chartPath}&before=1763470800000`, {}],
    ['an unknown period', '/v1/api/forex/kline?forex_id=3&period=2min', {}],
    ['a limit in another form', '/v1/api/forex/kline?forex_id=3&period=5min&limit=050', {}],
    ['a suspended company', listPath, { host: 'suspended.localhost' }],
    ['no host', listPath, { host: '-' }],
  ])('leave %s to the framework', async (_, path, headers) => {
    quote(3, 157_405);
    for (const prepared of [listPath, chartPath, `${listPath}?t=1`]) await askDoor(prepared);
    const { byDoor, ...got } = await ask(path, headers);
    expect(byDoor).toBe(false);
    expect(got).toEqual(await byFramework(path, headers));
  });

  test('count against the limits, by the address that a trusted proxy names (R-SEC-07)', async () => {
    const rateGate = new RateGate({ perAccount: 0, perAddress: 2, total: 0 }, clock);
    await serve({ rateGate, isTrustedProxy: parseTrustedProxies('127.0.0.1') });
    const from = (address: string) => ask(listPath, { 'x-forwarded-for': address });
    const answers = [];
    // A list weighs two of eight.
    for (let turn = 0; turn < 5; turn += 1) answers.push(await from('203.0.113.7'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(answers.map(({ byDoor }) => byDoor)).toEqual([true, true, true, true, false]);
    expect((await from('203.0.113.8')).status).toBe(200);
  });

  test.each([
    listPath,
    `${listPath}?t=1`,
    chartPath,
    '/v1/api/forex/kline?forex_id=3&period=1day&limit=1000',
    '/v1/api/forex/kline?forex_id=3&period=60min',
  ])('weigh as by the framework: %s (R-SEC-07)', async (path) => {
    const rateGate = new RateGate({ perAccount: 0, perAddress: 0, total: 0 }, clock);
    const counted = vi.spyOn(rateGate, 'admitsCall');
    await serve({ rateGate });
    quote(3, 157_405);
    const weigh = async (send: () => Promise<unknown>) => {
      counted.mockClear();
      await send();
      expect(counted).toHaveBeenCalledTimes(1);
      return counted.mock.calls[0]?.slice(1).map((part) => part ?? 0);
    };
    const weight = await weigh(() => byFramework(path));
    // At first the door leaves it to the framework, which does not count it again.
    expect(await weigh(() => ask(path))).toEqual(weight);
    expect(
      await weigh(() =>
        askDoor(path)
          .then(() => counted.mockClear())
          .then(() => ask(path)),
      ),
    ).toEqual(weight);
  });

  test('cost a caller who is refused no work, and are counted once (R-SEC-07)', async () => {
    const admission = { isAdmitted: false };
    const admitsCall = vi.fn(() => admission.isAdmitted);
    await serve({ rateGate: { admitsCall } as unknown as RateGate });
    const find = vi.fn(() => null);
    app.preparedDoor.add('/v1/found', [], find);
    expect((await ask('/v1/found')).status).toBe(429);
    expect([find.mock.calls.length, admitsCall.mock.calls.length]).toEqual([0, 1]);
    admission.isAdmitted = true;
    expect((await ask('/v1/found')).status).toBe(404);
    expect([find.mock.calls.length, admitsCall.mock.calls.length]).toEqual([1, 2]);
  });

  test('leave a failure to the framework, which reports it', async () => {
    app.preparedDoor.add('/v1/broken', [], () => {
      throw new Error('planned');
    });
    expect((await ask('/v1/broken')).status).toBe(404);
  });

  test('are evicted once they need more memory than they may', () => {
    const cache = new BoundedCache<number>(100);
    for (let at = 0; at < 50; at += 1) cache.set(`answer ${at}`, at, 30);
    expect([cache.bytes, cache.get('answer 46'), cache.get('answer 47'), cache.get('answer 49')]).toEqual([
      90,
      undefined,
      47,
      49,
    ]);
    cache.set('answer 47', 1, 40);
    expect([cache.bytes, cache.get('answer 47'), cache.get('answer 48')]).toEqual([100, 1, 48]);
    cache.set('too much', 1, 101);
    expect([cache.bytes, cache.get('too much')]).toEqual([0, undefined]);
  });
});
