import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Quote } from '@candor/domain/values/quote';
import { describe, expect, test } from 'vitest';
import { type RateMarket, requirePlausibleRate } from './plausible-rate.ts';

const pairs = [
  { id: 1, baseCurrency: 'EUR', quoteCurrency: 'USD', digits: 5, mid: 117_500 },
  { id: 2, baseCurrency: 'USD', quoteCurrency: 'JPY', digits: 3, mid: 150_000 },
  { id: 3, baseCurrency: 'BTC', quoteCurrency: 'USD', digits: 2, mid: 6_000_000 },
  { id: 4, baseCurrency: 'NOK', quoteCurrency: 'USD', digits: 5, mid: null },
];
const market = {
  specs: () => pairs as unknown as readonly InstrumentSpec[],
  quote: (id) => {
    const mid = pairs.find((pair) => pair.id === id)?.mid ?? null;
    return mid === null ? null : ({ bid: mid - 1, ask: mid + 1 } as Quote);
  },
} satisfies RateMarket;

const e8 = (rate: number) => BigInt(Math.round(rate * 1e8));
const outcome = (currency: string, rate: number, last: number | null) => {
  try {
    requirePlausibleRate(market, currency, e8(rate), last === null ? null : e8(last));
    return 'accepted';
  } catch (error) {
    return (error as { reason: string }).reason;
  }
};

describe('R-FND-92 a rate is compared with the last quote and the rate before', () => {
  test.each([
    ['the pair with USD as quote currency', 'EUR', 0.86, null],
    ['the pair with USD as base currency', 'JPY', 140, null],
    ['a coin', 'BTC', 0.000_016, null],
    ['twice the rate before', 'XYZ', 4, 2],
    ['half of the rate before', 'XYZ', 1, 2],
    ['a rate near 1 that crosses 1', 'USDT', 0.99, 1.01],
    ['a pair without a quote, near the rate before', 'NOK', 0.1, 0.1],
  ])('accepted: %s', (_, currency, rate, last) => {
    expect(outcome(currency, rate, last)).toBe('accepted');
  });

  test.each([
    ['the price of a coin in USD', 'BTC', 60_000, null],
    ['the inverse of a quote', 'EUR', 1.15, null],
    ['the inverse of a quote, after a wrong rate before', 'EUR', 1.15, 1.15],
    ['the inverse of the rate before', 'XYZ', 0.8, 1.25],
    ['more than twice the rate before', 'XYZ', 4.01, 2],
    ['less than half of the rate before', 'XYZ', 0.99, 2],
    ['a rate of USD far from 1', 'USD', 2.5, null],
    ['no quote and no rate before', 'XYZ', 1, null],
    ['a pair without a quote, and no rate before', 'NOK', 0.1, null],
  ])('refused: %s', (_, currency, rate, last) => {
    expect(outcome(currency, rate, last)).toBe('rateUnconfirmed');
  });
});
