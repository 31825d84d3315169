import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planOf, quoteFrame, sampleMapping } from '../../../../../../testkit/feed-mappings.ts';
import type { FeedPlan } from './feed-plan.ts';
import { FrameReader } from './frame-reader.ts';

function openReader(plan: FeedPlan = planOf(sampleMapping())) {
  const quotes: [symbol: string, bid: number, ask: number, timeMs: number | null, sequence: number | null][] = [];
  const faults: string[] = [];
  const doubts: string[] = [];
  const details: string[] = [];
  const reader = new FrameReader(plan, {
    quote: ({ symbol, bid, ask, timeMs, sequence }) => quotes.push([symbol.symbol, bid, ask, timeMs, sequence]),
    doubt: ({ symbol }) => doubts.push(symbol),
    fault(fault, detail) {
      faults.push(fault);
      if (detail !== undefined) details.push(detail);
    },
  });
  const read = (frame: unknown) => reader.read(typeof frame === 'string' ? frame : JSON.stringify(frame));
  return { quotes, faults, doubts, details, read };
}

/** A reader by an example, which is used as it is. */
function openExample(name: string) {
  const file = join(import.meta.dirname, '../../../../../../ops/feeds', `${name}.json`);
  return openReader(planOf(JSON.parse(readFileSync(file, 'utf8')) as object));
}

describe('R-MKT-21 the examples read frames as the venues document them', () => {
  test('Binance: book tickers of a combined stream', () => {
    const venue = openExample('binance');
    const data = {
      u: 400900217,
      s: 'BTCUSDT',
      b: '91508.21000000',
      B: '31.21000000',
      a: '91508.22000000',
      A: '40.66000000',
    };
    expect(venue.read({ stream: 'btcusdt@bookTicker', data })).toBe('quotes');
    expect(
      venue.read({ stream: 'xrpusdt@bookTicker', data: { ...data, s: 'XRPUSDT', b: '2.1538', a: '2.1539' } }),
    ).toBe('quotes');
    venue.read({ error: { code: 2, msg: 'Invalid request: unknown method' }, id: 1 });
    expect(venue.quotes).toEqual([
      ['BTCUSDT', 9_150_821, 9_150_822, null, null],
      ['XRPUSDT', 215_380, 215_390, null, null],
    ]);
    expect(venue.details).toEqual(['Invalid request: unknown method']);
  });

  test('Coinbase: the ticker channel', () => {
    const venue = openExample('coinbase');
    const ticker = {
      type: 'ticker',
      sequence: 37475248783,
      product_id: 'ETH-USD',
      price: '1285.22',
      open_24h: '1310.79',
      volume_24h: '245532.79269678',
      best_bid: '1285.04',
      best_bid_size: '0.46688654',
      best_ask: '1285.27',
      best_ask_size: '1.56637040',
      side: 'buy',
      time: '2022-10-19T23:28:22.061769Z',
      trade_id: 370843401,
      last_size: '11.4396987',
    };
    expect(venue.read({ type: 'subscriptions', channels: [{ name: 'ticker', product_ids: ['ETH-USD'] }] })).toBe(
      'other',
    );
    expect(venue.read(ticker)).toBe('quotes');
    expect(venue.read({ type: 'heartbeat', sequence: 90, product_id: 'BTC-USD', time: ticker.time })).toBe('heartbeat');
    venue.read({ type: 'error', message: 'Failed to subscribe', reason: 'x is not a valid product' });
    expect(venue.quotes).toEqual([['ETH-USD', 128_504, 128_527, Date.parse('2022-10-19T23:28:22.061Z'), null]]);
    expect(venue.faults).toEqual(['venue-error']);
  });

  test('Kraken: snapshot and update of the ticker, with JSON numbers', () => {
    const venue = openExample('kraken');
    venue.read(
      '{"channel":"status","type":"update","data":[{"api_version":"v2","system":"online","version":"2.0.0"}]}',
    );
    expect(venue.faults).toEqual([]);
    venue.read('{"method":"subscribe","result":{"channel":"ticker","symbol":"XRP/USD"},"success":true}');
    const rest = '"last":2.15390,"volume":1.0,"vwap":2.1,"low":2.0,"high":2.2,"change":0.1,"change_pct":1.0';
    expect(
      venue.read(
        `{"channel":"ticker","type":"snapshot","data":[{"symbol":"XRP/USD","bid":2.15380,"bid_qty":740.0,"ask":2.15391,"ask_qty":1361.44813783,${rest},"timestamp":"2026-11-27T01:00:00.154167Z"}]}`,
      ),
    ).toBe('quotes');
    venue.read(
      `{"channel":"ticker","type":"update","data":[{"symbol":"DOGE/USD","bid":0.1557149,"bid_qty":1.0,"ask":0.1557151,"ask_qty":1.0,${rest},"timestamp":"2026-11-27T01:00:01.000000Z"}]}`,
    );
    expect(venue.read('{"channel":"heartbeat"}')).toBe('heartbeat');
    venue.read('{"error":"Currency pair not supported NOPE/USD","method":"subscribe","success":false}');
    expect(venue.quotes).toEqual([
      ['XRP/USD', 215_380, 215_391, Date.parse('2026-11-27T01:00:00.154Z'), null],
      // Two digits more than the instrument: the bid goes down, the ask up.
      ['DOGE/USD', 15_571, 15_572, Date.parse('2026-11-27T01:00:01Z'), null],
    ]);
    expect(venue.details).toEqual(['Currency pair not supported NOPE/USD']);
  });

  test.each(['maintenance', 'cancel_only', 'post_only'])('Kraken: a status of %s ends all prices', (system) => {
    const venue = openExample('kraken');
    const status = (of: string) => ({ channel: 'status', type: 'update', data: [{ api_version: 'v2', system: of }] });
    const sides = { bid: 1, bid_qty: 1, ask: 2, ask_qty: 1 };
    venue.read({
      channel: 'ticker',
      type: 'snapshot',
      data: [{ symbol: 'XRP/USD', ...sides, timestamp: '2026-11-27T01:00:00Z' }],
    });
    expect(venue.quotes).toHaveLength(1);
    expect(venue.read(status(system))).toBe('other');
    expect(venue.doubts).toEqual(['XRP/USD']);
    expect(venue.read(status('online'))).toBe('other');
    expect(venue.faults).toEqual(['withdrawn']);
  });

  test('Binance: a shutdown ends all prices, alone or in a combined stream', () => {
    const event = { e: 'serverShutdown', E: 1_770_123_456_789 };
    for (const frame of [event, { event }, { stream: 'btcusdt@bookTicker', data: event }]) {
      const venue = openExample('binance');
      venue.read({ stream: 'x', data: { s: 'BTCUSDT', b: '1', B: '1', a: '2', A: '1' } });
      expect(venue.read(frame)).toBe('other');
      expect([venue.doubts, venue.faults]).toEqual([['BTCUSDT'], ['withdrawn']]);
    }
  });
});

describe('R-MKT-25 no price is made of these; each is counted by its reason, and doubts the last one', () => {
  const good = (more: object) => quoteFrame('BTC-USD', '100.00', '100.01', 5, more);
  test.each([
    ['not-json', '{"t":"q"', false],
    ['not-json', 'ping', false],
    ['not-json', '', false],
    ['too-deep', `{"t":"q","x":${'['.repeat(40)}${']'.repeat(40)}}`, false],
    ['unexpected-frame', {}, false],
    ['unexpected-frame', 7, false],
    ['unexpected-frame', null, false],
    ['unexpected-frame', { t: ['q'] }, false],
    ['no-symbol', good({ s: 7 }), true],
    ['no-symbol', good({ s: undefined }), true],
    ['unknown-symbol', good({ s: 'ETH-USD' }), false],
    ['unknown-symbol', good({ s: '__proto__' }), false],
    ['no-price', good({ b: undefined }), true],
    ['no-price', good({ a: null }), true],
    ['not-a-price', good({ b: '0' }), true],
    ['not-a-price', good({ b: '-100' }), true],
    ['not-a-price', good({ a: 'NaN' }), true],
    ['not-a-price', good({ a: {} }), true],
    ['not-a-price', good({ b: '0.001', a: '0.002' }), true],
    ['exponent', good({ a: '1e2' }), true],
    ['too-many-digits', good({ a: '9'.repeat(30) }), true],
    ['crossed', good({ b: '100.02' }), true],
    // Crossed by less than the instrument's last digit.
    ['crossed', good({ b: '100.00009', a: '100.00001' }), true],
    ['no-size', good({ bs: '0' }), true],
    ['no-size', good({ as: undefined }), true],
    ['no-time', good({ ts: 'soon' }), true],
    ['no-time', good({ ts: undefined }), true],
  ])('%s: %j', (fault, frame, isDoubted) => {
    const venue = openReader();
    venue.read(good({}));
    expect(venue.read(frame)).toBe('other');
    expect(venue.faults).toEqual([fault]);
    expect(venue.quotes).toHaveLength(1);
    expect(venue.doubts).toEqual(isDoubted ? ['BTC-USD'] : []);
    venue.read(good({ ts: 6 }));
    expect(venue.quotes).toHaveLength(2);
  });

  test('lists: none, and one that is too long', () => {
    const given = sampleMapping();
    const venue = openReader(planOf({ ...given, quote: { ...given.quote, list: 'items' } }));
    venue.read({ t: 'q', items: {} });
    venue.read({ t: 'q' });
    venue.read({ t: 'q', items: Array.from({ length: 2_001 }, () => 1) });
    venue.read({ t: 'q', items: [1, quoteFrame('BTC-USD', '1', '2', 5)] });
    expect(venue.faults).toEqual(['no-list', 'no-list', 'too-many-quotes', 'no-symbol']);
    expect(venue.quotes).toHaveLength(1);
  });

  test('a frame of quotes that hides which symbols it means puts all in doubt, and proves nothing', () => {
    const given = sampleMapping();
    const venue = openReader(planOf({ ...given, quote: { ...given.quote, list: 'items' } }));
    const [bitcoin, ripple] = ['BTC-USD', 'XRP-USD'].map((symbol) => quoteFrame(symbol, '1', '2', 5));
    for (const items of [undefined, {}, Array.from({ length: 2_001 }, () => bitcoin), [7], [bitcoin, 7]]) {
      expect(venue.read({ t: 'q', items: [bitcoin, ripple] })).toBe('quotes');
      venue.doubts.length = 0;
      const isQuote = Array.isArray(items) && items.length === 2;
      expect(venue.read({ t: 'q', items })).toBe(isQuote ? 'quotes' : 'other');
      expect(venue.doubts).toEqual(['BTC-USD', 'XRP-USD']);
    }
    // A second one doubts nothing more.
    venue.read({ t: 'q', items: [7, 7] });
    expect(venue.doubts).toHaveLength(2);
    expect(venue.read({ t: 'q', items: [] })).toBe('other');
    expect(venue.read({ t: 'q', items: [quoteFrame('ETH-USD', '1', '2', 5)] })).toBe('other');
    expect(venue.read({ t: 'q', items: [7, ripple] })).toBe('quotes');
  });

  test("a venue's own error puts every symbol in doubt until its next quote", () => {
    const venue = openReader();
    const send = (symbol: string) => venue.read(quoteFrame(symbol, '1', '2', 5));
    send('BTC-USD');
    send('XRP-USD');
    expect(venue.read({ t: 'err', why: 'the book is lost' })).toBe('other');
    expect(venue.doubts).toEqual(['BTC-USD', 'XRP-USD']);
    send('XRP-USD');
    venue.read({ t: 'err' });
    expect(venue.doubts).toEqual(['BTC-USD', 'XRP-USD', 'XRP-USD']);
  });

  test("a venue's own error steers no terminal", () => {
    const venue = openReader();
    venue.read({ t: 'err', why: `\u001b[31mred\n${'x'.repeat(500)}` });
    venue.read({ t: 'err', why: { no: 'text' } });
    expect(venue.faults).toEqual(['venue-error', 'venue-error']);
    expect(venue.details).toHaveLength(1);
    expect(venue.details[0]).toMatch(/^ \[31mred x{500}$/);
  });

  test('any bytes are read without a throw, and no quote comes from them that the mapping does not describe', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom('1e9', '0', '-0', '1.00', 'NaN', '9'.repeat(40), null));
    const frames = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
      fc.record({ t: fc.constant('q'), s: fc.constant('BTC-USD'), b: odd, a: odd, bs: odd, as: odd, ts: odd }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(frames, { maxLength: 5 }), (many) => {
        const venue = openReader();
        for (const frame of many) venue.read(frame);
        for (const [symbol, bid, ask, timeMs] of venue.quotes) {
          expect(symbol).toBe('BTC-USD');
          expect(Number.isSafeInteger(bid) && Number.isSafeInteger(ask) && Number.isSafeInteger(timeMs)).toBe(true);
          expect(bid > 0 && ask >= bid).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('R-MKT-28 sides that a venue omits', () => {
  const partial = () => {
    const given = sampleMapping();
    const { bidSize: _bid, askSize: _ask, ...paths } = given.quote;
    return openReader(planOf({ ...given, quote: { ...paths, sides: 'changed', sequence: 'n' } }));
  };
  const frame = (n: number, more: object) => ({ t: 'q', s: 'BTC-USD', ts: n, n, ...more });

  test('keep their last value only if the mapping says that the venue sends changes', () => {
    const venue = partial();
    venue.read(frame(1, { b: '1.00' }));
    venue.read(frame(2, { b: '1.00', a: '1.10' }));
    venue.read(frame(3, { b: '1.05' }));
    venue.read(frame(4, { a: '1.08' }));
    expect(venue.faults).toEqual(['no-price']);
    expect(venue.quotes.map(([, bid, ask, , sequence]) => [bid, ask, sequence])).toEqual([
      [100, 110, 2],
      [105, 110, 3],
      [105, 108, 4],
    ]);
  });

  test('are forgotten after a gap, after new numbers, after a bad value, and when one is gone (null)', () => {
    const venue = partial();
    const full = (n: number) => venue.read(frame(n, { b: '1.00', a: '1.10' }));
    full(1);
    venue.read(frame(3, { b: '1.05' }));
    full(4);
    venue.read(frame(1, { b: '1.05' }));
    full(2);
    venue.read(frame(3, { b: 'x' }));
    venue.read(frame(4, { b: '1.05' }));
    full(5);
    venue.read(frame(6, { b: '1.05', a: null }));
    venue.read(frame(7, { b: '1.05' }));
    expect(venue.faults).toEqual([
      'gap',
      'no-price',
      'gap',
      'no-price',
      'not-a-price',
      'no-price',
      'no-price',
      'no-price',
    ]);
    expect(venue.quotes).toHaveLength(4);
  });

  test('a frame sent twice is no gap', () => {
    const venue = partial();
    venue.read(frame(1, { b: '1.00', a: '1.10' }));
    venue.read(frame(1, { b: '1.00', a: '1.10' }));
    venue.read(frame(2, { b: '1.01' }));
    expect(venue.faults).toEqual([]);
    expect(venue.quotes).toHaveLength(3);
  });

  test('are forgotten when a number comes again with other prices; the filter judges that quote', () => {
    const venue = partial();
    venue.read(frame(1, { b: '1.00', a: '1.10' }));
    venue.read(frame(1, { b: '1.05' }));
    venue.read(frame(2, { b: '1.02' }));
    expect(venue.faults).toEqual(['no-price']);
    expect(venue.quotes.map(([, bid, ask, , sequence]) => [bid, ask, sequence])).toEqual([
      [100, 110, 1],
      [105, 110, 1],
    ]);
  });

  test('a sequence that is none is refused', () => {
    const venue = partial();
    venue.read({ ...frame(1, { b: '1.00', a: '1.10' }), n: 1.5 });
    expect(venue.faults).toEqual(['no-sequence']);
  });
});

test('paths from the root reach beyond the item, and rules ask for text, numbers, booleans or anything', () => {
  const given = sampleMapping();
  const { bidSize: _bid, askSize: _ask, ...paths } = given.quote;
  const venue = openReader(
    planOf({
      ...given,
      frames: [{ when: { kind: 3, live: true, 'items.0': '*' }, use: 'quotes' }, given.frames[1]],
      quote: { ...paths, list: 'items', time: { path: '/at', unit: 's' } },
    }),
  );
  const item = { s: 'XRP-USD', b: '2', a: '2.1' };
  expect(venue.read({ kind: 3, live: true, at: '7', items: [item] })).toBe('quotes');
  for (const frame of [
    { kind: '3', live: true, items: [item] },
    { kind: 3, live: 1, items: [item] },
    { kind: 3, live: true, items: [] },
  ])
    expect(venue.read(frame)).toBe('other');
  expect(venue.quotes).toEqual([['XRP-USD', 200_000, 210_000, 7_000, null]]);
});
