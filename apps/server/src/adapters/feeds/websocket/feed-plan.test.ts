import { describe, expect, test } from 'vitest';
import { planOf, sampleMapping } from '../../../../../../testkit/feed-mappings.ts';

const refusalOf = (mapping: object, mode: 'open' | 'real' = 'open'): string => {
  try {
    planOf(mapping, mode);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};
const withInstrument = (change: object) => {
  const given = sampleMapping();
  return { ...given, instruments: [{ ...given.instruments[0], ...change }] };
};
const euro = { symbol: 'EUR-USD', instrument: 'EURUSD', digits: 5, hours: 'sessions' };

describe('R-MKT-22 symbols, digits and hours are compared with the catalogue', () => {
  test('an instrument that the catalogue lacks', () => {
    expect(refusalOf(withInstrument({ instrument: 'BTCUSDT' }))).toContain(
      'instruments[0].instrument: the catalogue has no instrument BTCUSDT',
    );
  });

  test('digits of another instrument', () => {
    expect(refusalOf(withInstrument({ digits: 3 }))).toContain(
      'instruments[0].digits is 3, and BTCUSD has 2 in the catalogue',
    );
  });

  test('hours of another instrument, either way', () => {
    expect(refusalOf(withInstrument({ hours: 'sessions' }))).toContain(
      'instruments[0].hours is "sessions", and BTCUSD has "always" in the catalogue',
    );
    expect(refusalOf(withInstrument({ ...euro, hours: 'always' }), 'real')).toContain(
      'instruments[0].hours is "always", and EURUSD has "sessions" in the catalogue',
    );
  });

  test('sessions that the settings leave open at all hours', () => {
    expect(refusalOf(withInstrument(euro))).toContain('Set SIM_CALENDAR=real');
    expect(refusalOf(withInstrument(euro), 'real')).toBe('accepted');
  });
});

describe('R-MKT-22 templates are filled with the symbols', () => {
  const plan = (more: object) => planOf({ ...sampleMapping(), ...more });

  test('the list as a value, and in a list of names', () => {
    const subscribe = [
      { a: '{symbols}', b: ['tick.{symbols}'], c: ['{symbols}'], d: 'as it is', e: [1, '{symbols}!'] },
    ];
    expect(plan({ subscribe }).subscribe.map((text) => JSON.parse(text) as unknown)).toEqual([
      {
        a: ['BTC-USD', 'XRP-USD'],
        b: ['tick.BTC-USD', 'tick.XRP-USD'],
        c: ['BTC-USD', 'XRP-USD'],
        d: 'as it is',
        e: [1, '{symbols}!'],
      },
    ]);
  });

  test('one message for each symbol', () => {
    const subscribe = [{ hello: 1 }, { sub: 'market.{symbol}.bbo', id: '{symbol}' }];
    expect(plan({ subscribe }).subscribe).toEqual([
      '{"hello":1}',
      '{"sub":"market.BTC-USD.bbo","id":"BTC-USD"}',
      '{"sub":"market.XRP-USD.bbo","id":"XRP-USD"}',
    ]);
  });

  test('streams in the address, under the names of subscriptions', () => {
    const [btc, xrp] = sampleMapping().instruments;
    const { url, host } = plan({
      url: 'wss://venue.example:9443/stream?streams={symbols}',
      urlSymbols: { each: '{symbol}@bbo', join: '/' },
      instruments: [{ ...btc, subscribeAs: 'btc&$&' }, xrp],
    });
    expect(url).toBe('wss://venue.example:9443/stream?streams=btc%26%24%26@bbo/XRP-USD@bbo');
    expect(host).toBe('venue.example:9443');
  });

  test('symbols that make another kind of address are refused', () => {
    const url = 'wss://venue.example/{symbols}';
    for (const urlSymbols of [
      { each: '#{symbol}', join: '/' },
      { each: '{symbol}', join: '#' },
    ])
      expect(refusalOf({ ...sampleMapping(), url, urlSymbols })).toContain(
        'url and urlSymbols make no wss:// address without user, password or #',
      );
  });

  test('too many messages are refused', () => {
    const subscribe = Array.from({ length: 10 }, () => ({ sub: '{symbol}' }));
    expect(plan({ subscribe }).subscribe).toHaveLength(20);
  });
});

test('R-MKT-24 the source of indicative prices says so, wherever a price is shown', () => {
  expect(planOf(sampleMapping()).source).toBe('fake');
  expect(planOf({ ...sampleMapping(), prices: 'indicative' }).source).toBe('fake-indicative');
});

test('R-MKT-32 candles of another venue, of other symbols or of other prices are another series', () => {
  const given = sampleMapping();
  const [btc, xrp] = given.instruments;
  const keys = [
    given,
    { ...given, url: 'wss://other.example/' },
    { ...given, prices: 'indicative' },
    { ...given, instruments: [{ ...btc, symbol: 'XBT-USD' }, xrp] },
  ].map((mapping) => planOf(mapping).storeKey);
  expect(new Set(keys).size).toBe(4);
  // A stored series is found again under its key: it stays the same, byte for byte.
  expect(keys[0]).toBe('websocket/fake/882512f919d9');
  expect(planOf({ ...given, instruments: [xrp, btc], silenceMs: 5_000, url: `${given.url}&key=other` }).storeKey).toBe(
    keys[0],
  );
});
