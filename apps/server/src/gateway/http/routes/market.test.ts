import { once } from 'node:events';
import { get, type ServerResponse } from 'node:http';
import { codes } from '@candor/contracts/codes';
import type { Category, Instrument, WireCandle } from '@candor/contracts/http/market';
import { createState, type EngineState } from '@candor/domain/engine/state';
import type { InstrumentId } from '@candor/domain/values/ids';
import { catalogueTerms, type InstrumentTerms } from '@candor/domain/values/instrument-terms';
import { jurisdictions } from '@candor/domain/values/jurisdiction';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setRule, setTerms, testPolicy } from '../../../../../../testkit/engine-scenario.ts';
import { type HandFeed, startHandMarket } from '../../../../../../testkit/hand-feed.ts';
import { testCompanies, testCompany } from '../../../../../../testkit/test-company.ts';
import { WorkEndedError } from '../../../ports/work.ts';
import type { RunningMarket } from '../../../services/market/create-market.ts';
import { StateOfferView } from '../../../trading/offer-view.ts';
import { formatChange, formatTicks } from '../../market-lines.ts';
import { buildGateway } from '../build-gateway.ts';
import { registerMarketRoutes } from './market.ts';

const at = (text: string) => Date.parse(text);
const start = at('2026-11-18T13:00:00Z');
const clock = { now: start, nowMs: () => clock.now, monotonicMs: () => clock.now };
let running: RunningMarket & { feed: HandFeed };
let app: FastifyInstance;
let state: EngineState;
let held: InstrumentId[];
let popular: readonly string[];

beforeEach(async () => {
  clock.now = start;
  held = [];
  popular = [];
  running = await startHandMarket([1, 3, 101], clock);
  app = buildGateway(false, testCompanies);
  state = createState(running.market.specs(), testPolicy, 1);
  const offers = new StateOfferView(state, clock);
  registerMarketRoutes(app, {
    market: running.market,
    clock,
    offers,
    popularOf: () => popular,
    heldBy: async () => new Set(held),
  });
});
afterEach(async () => {
  await app.close();
  await running.stop();
});

async function call(path: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url: `/v1/api/forex/${path}`, headers: { lang: 'en', ...headers } });
  return {
    ...(answer.json() as { code: number; msg: string; data: unknown }),
    headers: answer.headers,
    status: answer.statusCode,
  };
}
async function callCandles(path: string) {
  const answer = await call(path);
  return { ...answer, data: answer.data as WireCandle[] };
}
async function callList(path: string, headers: Record<string, string> = {}) {
  const answer = await call(path, headers);
  return { ...answer, data: answer.data as Instrument[] };
}
const list = async (query = '', lang = 'en') => (await callList(`trade_list${query}`, { lang })).data;

describe('trade_list (R-MKT-01)', () => {
  it('lists an instrument with its terms, two-sided price and day (R-MKT-03, R-MKT-05)', async () => {
    running.feed.quote(1, 115_007, 115_019, start);
    running.feed.quote(1, 115_359, 115_371, start + 100);
    running.feed.quote(1, 115_283, 115_295, start + 200);
    const [eurusd] = await list();
    expect(eurusd).toMatchObject({
      Id: 1,
      Code: 'EURUSD',
      ShowCode: 'EUR/USD',
      Name: 'Euro / US Dollar',
      Logo: '',
      CategoryId: 1,
      MarketStatus: 1,
      ForexQuotations: { Open: '1.15007', Close: '1.15283', Change: '0.24' },
      Bid: '1.15283',
      Ask: '1.15295',
      High: '1.15359',
      Low: '1.15007',
      Time: start + 200,
      PricePrecision: 5,
      Digits: 5,
      Pip: '0.01',
      PipSize: '0.00010',
      ForexMinCont: '0.01',
      ForexMaxCont: '50.00',
      ForexContNum: 100_000,
      ForexFeeRate: '7.00',
      MarginMode: 0,
      MarginPerLot: '0',
      HasForexMultiple: [20, 50, 100, 200, 400].map((Value) => ({ Value })),
      BaseCurrency: 'EUR',
      QuoteCurrency: 'USD',
      NextOpen: null,
      NextClose: null,
      Source: 'test',
      Stale: false,
    });
  });

  it('offers only the leverage that the company’s jurisdiction allows (R-ORD-28)', async () => {
    const offered = async (code: string) =>
      (await list()).find(({ Code }) => Code === code)?.HasForexMultiple.map(({ Value }) => Value);
    expect(await offered('EURUSD')).toEqual([20, 50, 100, 200, 400]);
    const policy = { ...testPolicy, leverageCaps: jurisdictions.eu.leverageCaps };
    setRule(state, { rule: 'policy', tenantId: testCompany.id, policy });
    expect(await offered('EURUSD')).toEqual([20, 30]);
    expect(await offered('AUDUSD')).toEqual([20]);
    expect(await offered('BTCUSD')).toEqual([2]);
  });

  const offer = (id: number, terms: Partial<InstrumentTerms>) => {
    const spec = running.market.spec(id as InstrumentId) ?? expect.fail('it is in the catalogue');
    setTerms(state, testCompany.id, spec.id, { ...catalogueTerms(spec), ...terms });
  };
  const halt = (toMs: number | null) => {
    const scope = { tenantId: testCompany.id, instrumentId: 1 as InstrumentId };
    setRule(state, { rule: 'halt', haltId: 1, halt: { ...scope, fromMs: 0, toMs } });
  };
  const later = () => {
    clock.now += 150;
  };

  it('shows the company’s own terms (R-OPS-40)', async () => {
    offer(1, { leverages: [50], feeRateE8: 350_000_000n, lotsMin: 10, lotsMax: 500, swapLongE2: -70, swapShortE2: 5 });
    const [eurusd, second] = await list();
    expect(eurusd).toMatchObject({
      HasForexMultiple: [{ Value: 50 }],
      ForexFeeRate: '3.50',
      ForexMinCont: '0.10',
      ForexMaxCont: '5.00',
      SwapLong: '-0.70',
      SwapShort: '0.05',
      SwapTripleDay: 3,
    });
    expect(second).toMatchObject({ ForexFeeRate: '7.00', ForexMinCont: '0.01' });
    later();
    offer(1, {});
    expect((await list())[0]).toMatchObject({ ForexFeeRate: '7.00', ForexMinCont: '0.01' });
  });

  it('leaves out what is not offered, unless the caller holds orders in it (R-OPS-41)', async () => {
    const codesOf = async (query = '') => (await list(query)).map(({ Code }) => Code);
    const all = await codesOf();
    offer(1, { isOffered: false });
    later();
    expect(await codesOf()).toEqual(all.filter((code) => code !== 'EURUSD'));
    expect(await codesOf('?searchCurrency=eurusd')).toEqual([]);
    held = [1 as InstrumentId];
    expect(await codesOf()).toEqual(all);
    expect((await list('?searchCurrency=eurusd'))[0]).toMatchObject({ HasForexMultiple: [] });
    held = [];
    expect(await codesOf()).toHaveLength(all.length - 1);
  });

  it('shows the company’s closures with their end, and halts (R-OPS-41, R-OPS-52)', async () => {
    running.feed.quote(1, 115_283, 115_295, start);
    const closures = [{ fromMs: start, toMs: start + 3_600_000 }];
    offer(1, { closures });
    expect((await list())[0]).toMatchObject({ MarketStatus: 0, NextOpen: start + 3_600_000, Halted: false });
    offer(1, { closures: [{ fromMs: start + 1_000, toMs: start + 3_600_000 }] });
    later();
    expect((await list())[0]).toMatchObject({ MarketStatus: 1, NextClose: start + 1_000 });
    offer(1, {});
    halt(null);
    later();
    expect((await list()).map(({ Halted }) => Halted)).toEqual((await list()).map(({ Id }) => Id === 1));
    expect((await list())[0]).toMatchObject({ MarketStatus: 1 });
  });

  it('shows the instrument as halted while its spread is too wide, without a halt (R-MKT-17)', async () => {
    running.feed.quote(1, 115_283, 115_295, start);
    state.wideSpreads.add(1 as InstrumentId);
    later();
    expect((await list()).find(({ Id }) => Id === 1)).toMatchObject({
      MarketStatus: 1,
      Halted: true,
      WideSpread: true,
    });
    halt(null);
    later();
    expect((await list()).find(({ Id }) => Id === 1)).toMatchObject({ Halted: true, WideSpread: false });
    state.wideSpreads.clear();
    halt(1);
    later();
    expect((await list()).find(({ Id }) => Id === 1)).toMatchObject({ Halted: false, WideSpread: false });
  });

  it('shows which instruments have no price from the running feed (R-MKT-08, R-MKT-14)', async () => {
    const gbpusd = (await list()).find(({ Code }) => Code === 'GBPUSD');
    expect(gbpusd).toMatchObject({
      MarketStatus: 2,
      Bid: null,
      Ask: null,
      Seq: 0,
      Time: 0,
      ForexQuotations: { Open: null, Close: null, Change: null },
    });
  });

  it('has fixed margins in MarginMode 1 (R-ORD-10)', async () => {
    expect((await list()).find(({ Code }) => Code === 'NATGAS')).toMatchObject({
      MarginMode: 1,
      MarginPerLot: '4500.00',
    });
  });

  it.each([
    ['by code, whatever the case', '?searchCurrency=eurus', 'en', ['EURUSD']],
    ['by shown code', '?searchCurrency=XAU%2FUSD', 'en', ['XAUUSD']],
    ['by name', '?searchCurrency=gold', 'en', ['XAUUSD']],
    ['by name in the reader’s language', '?searchCurrency=%E9%BB%83%E9%87%91', 'hk', ['XAUUSD']],
    ['by name without its accents', `?searchCurrency=${encodeURIComponent('abd doları / isvicre')}`, 'tr', ['USDCHF']],
    ['by name without its hamza', `?searchCurrency=${encodeURIComponent('ذهب / دولار امريكي')}`, 'ar', ['XAUUSD']],
    ['nothing', '?searchCurrency=nosuch', 'en', []],
  ])('finds %s', async (_, query, lang, expected) => {
    expect((await list(query, lang)).map(({ Code }) => Code)).toEqual(expected);
  });

  it('marks a price without a recent quote as stale (R-MKT-07)', async () => {
    running.feed.quote(1, 115_283, 115_295, start);
    clock.now += 5_001;
    expect((await list())[0]).toMatchObject({ Stale: true, MarketStatus: 1 });
  });

  it('is not used by clients without asking again, and is at most 100 ms old', async () => {
    running.feed.quote(1, 115_283, 115_295, start);
    const first = await callList('trade_list');
    expect(first.headers['cache-control']).toBe('private, no-cache');
    running.feed.quote(1, 115_284, 115_296, start + 10);
    clock.now += 101;
    expect((await list())[0]?.Bid).toBe('1.15284');
  });

  it('numbers the company’s own popular instruments, also in a search (R-MKT-49)', async () => {
    const places = async (query = '') => (await list(query)).map(({ Code, Popular }) => [Code, Popular]);
    expect(await places()).toContainEqual(['EURUSD', 1]);
    popular = ['USDJPY'];
    expect(await places()).toContainEqual(['USDJPY', 1]);
    expect(await places()).toContainEqual(['EURUSD', null]);
    expect(await places('?searchCurrency=jpy')).toContainEqual(['USDJPY', 1]);
  });

  it('refuses an overlong search', async () => {
    const answer = await call(`trade_list?searchCurrency=${'x'.repeat(33)}`);
    expect(answer).toMatchObject({ code: codes.invalidField, data: { field: 'searchCurrency' } });
  });
});

describe('getCategories (R-MKT-04)', () => {
  it('has the category names in the reader’s language', async () => {
    expect((await call('getCategories')).data).toEqual([
      { Id: 1, NameShowTrans: 'Forex' },
      { Id: 2, NameShowTrans: 'Metals' },
      { Id: 3, NameShowTrans: 'Indices' },
      { Id: 4, NameShowTrans: 'Energy' },
      { Id: 5, NameShowTrans: 'Crypto' },
    ]);
    expect(((await call('getCategories', { lang: 'tw' })).data as Category[])[0]?.NameShowTrans).toBe('外匯');
  });
});

describe('kline (R-MKT-12)', () => {
  const quoteMinutes = (count: number) => {
    for (let minute = 0; minute < count; minute += 1) {
      running.feed.quote(3, 157_405 + minute, 157_418 + minute, start + minute * 60_000);
      running.feed.quote(3, 157_404 + minute, 157_417 + minute, start + minute * 60_000 + 30_000);
    }
  };

  it('returns candles oldest first, ending with the forming one', async () => {
    quoteMinutes(7);
    const { data } = await callCandles('kline?forex_id=3&period=5min');
    expect(data).toEqual([
      { Time: start, Open: '157.405', High: '157.409', Low: '157.404', Close: '157.408', Volume: 10 },
      { Time: start + 300_000, Open: '157.410', High: '157.411', Low: '157.409', Close: '157.410', Volume: 4 },
    ]);
    running.feed.quote(3, 157_420, 157_433, start + 7 * 60_000);
    const again = await callCandles('kline?forex_id=3&period=5min');
    expect(again.data.map(({ Close, Volume }) => [Close, Volume])).toEqual([
      ['157.408', 10],
      ['157.420', 5],
    ]);
  });

  it('pages back from `before`, up to the limit', async () => {
    quoteMinutes(20);
    const all = (await callCandles('kline?forex_id=3&period=1min')).data;
    expect(all).toHaveLength(20);
    const page = await callCandles(`kline?forex_id=3&period=1min&before=${all[10]?.Time}&limit=4`);
    expect(page.data).toEqual(all.slice(6, 10));
    expect((await call('kline?forex_id=3&period=1min&limit=1')).data).toEqual(all.slice(-1));
  });

  it('starts empty when a replay starts over (R-MKT-08)', async () => {
    quoteMinutes(5);
    expect((await callCandles('kline?forex_id=3&period=1min')).data).toHaveLength(5);
    running.feed.restart(3);
    expect((await call('kline?forex_id=3&period=1min')).data).toEqual([]);
    quoteMinutes(2);
    expect((await callCandles('kline?forex_id=3&period=1min')).data).toHaveLength(2);
  });

  it.each([
    ['forex_id=3&period=2min', codes.invalidField, 'period'],
    ['forex_id=3', codes.invalidField, 'period'],
    ['forex_id=x&period=1min', codes.invalidField, 'forex_id'],
    ['forex_id=3&period=1min&limit=1001', codes.invalidField, 'limit'],
    ['forex_id=3&period=1min&before=-1', codes.invalidField, 'before'],
    ['forex_id=9999&period=1min', codes.unknownInstrument, undefined],
  ])('refuses %s', async (query, code, field) => {
    const answer = await call(`kline?${query}`);
    expect(answer.status).toBe(200);
    expect([answer.code, (answer.data as { field?: string } | null)?.field]).toEqual([code, field]);
  });
});

describe('abbreviated_cache_kline (R-MKT-13)', () => {
  it('returns at most 60 candles, cached for some seconds', async () => {
    for (let minute = 0; minute < 70; minute += 1)
      running.feed.quote(1, 115_000 + minute, 115_012 + minute, start + minute * 60_000);
    const first = await callCandles('abbreviated_cache_kline?forex_id=1&period=1min');
    expect(first.data).toHaveLength(60);
    expect(first.headers['cache-control']).toBe('public, max-age=5');
    running.feed.quote(1, 115_200, 115_212, start + 71 * 60_000);
    expect((await call('abbreviated_cache_kline?forex_id=1&period=1min')).data).toEqual(first.data);
    clock.now += 5_001;
    expect((await callCandles('abbreviated_cache_kline?forex_id=1&period=1min')).data.at(-1)?.Close).toBe('1.15200');
  });
});

describe('R-SEC-33 candles whose callers have all disconnected', () => {
  it.each(['kline?forex_id=1&period=1day&limit=500', 'abbreviated_cache_kline?forex_id=1&period=1day'])(
    'are not computed further: %s',
    async (path) => {
      running.feed.quote(1, 115_283, 115_295, start);
      const asked: AbortSignal[] = [];
      const candles = vi.spyOn(running.market, 'candles').mockImplementation(async (_id, { asked: by }) => {
        if (by?.signal === undefined) throw new Error('nobody could end it');
        asked.push(by.signal);
        await once(by.signal, 'abort');
        throw new WorkEndedError('candles');
      });
      const address = await app.listen({ host: '127.0.0.1', port: 0 });
      const answers: ServerResponse[] = [];
      app.server.on('request', (_request, answer: ServerResponse) => answers.push(answer));
      const ask = () => get(`${address}/v1/api/forex/${path}`).on('error', () => {});
      const first = ask();
      await expect.poll(() => asked.length).toBe(1);
      const second = ask();
      await expect.poll(() => answers.length).toBe(2);
      const [signal] = asked;
      const left = new Promise((resolve) => answers[0]?.once('close', resolve));
      first.destroy();
      await left;
      expect([signal?.aborted, asked.length]).toEqual([false, 1]);
      second.destroy();
      await expect.poll(() => signal?.aborted).toBe(true);
      // A later caller starts a new load.
      const third = ask();
      await expect.poll(() => asked.length).toBe(2);
      third.destroy();
      await expect.poll(() => asked[1]?.aborted).toBe(true);
      candles.mockRestore();
      expect((await call(path)).code).toBe(codes.ok);
    },
  );
});

describe('texts of prices', () => {
  it.each([
    [115_283, 5, '1.15283'],
    [5, 5, '0.00005'],
    [157_405, 3, '157.405'],
    [66_421, 1, '6642.1'],
    [42, 0, '42'],
  ])('%i ticks at %i digits', (ticks, digits, text) => expect(formatTicks(ticks, digits)).toBe(text));
  it.each([
    [115_007, 115_283, '0.24'],
    [100_000, 98_760, '-1.24'],
    [100_000, 99_999, '0.00'],
    [100_000, 200_000, '100.00'],
  ])('change from %i to %i', (open, close, text) => expect(formatChange(open, close)).toBe(text));
});
