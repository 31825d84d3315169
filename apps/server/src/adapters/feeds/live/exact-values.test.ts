import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isHigher, isSize, readPrice, readSequence, readTime, roundOutward } from './exact-values.ts';
import { JsonNumber } from './read-json.ts';

const number = (text: string) => new JsonNumber(text);

describe('R-MKT-23 prices are read digit by digit', () => {
  test.each([
    ['2.15384', 5, 215_384, ''],
    ['2.1', 5, 210_000, ''],
    ['2', 5, 200_000, ''],
    ['91508.2', 2, 9_150_820, ''],
    ['91508.209', 2, 9_150_820, '9'],
    ['0.000001', 5, 0, '1'],
    ['25.35190000', 2, 2_535, '19'],
    // 4.35 * 100 is 434.99999999999994, 1.005 * 100 is 100.49999999999999.
    ['4.35', 2, 435, ''],
    ['1.005', 2, 100, '5'],
    ['90071992547409.91', 2, 9_007_199_254_740_991, ''],
  ])('%s with %i digits', (text, digits, ticks, rest) => {
    expect(readPrice(text, digits)).toEqual({ ticks, rest });
    expect(readPrice(number(text), digits)).toEqual({ ticks, rest });
  });

  test.each([
    ['0', 'not-a-price'],
    ['0.000', 'not-a-price'],
    ['-1', 'not-a-price'],
    ['+1', 'not-a-price'],
    ['', 'not-a-price'],
    [' 1', 'not-a-price'],
    ['1 ', 'not-a-price'],
    ['1\n', 'not-a-price'],
    ['.5', 'not-a-price'],
    ['1.', 'not-a-price'],
    ['01', 'not-a-price'],
    ['1,5', 'not-a-price'],
    ['0x10', 'not-a-price'],
    ['NaN', 'not-a-price'],
    ['Infinity', 'not-a-price'],
    ['1e3', 'exponent'],
    ['1.5E-7', 'exponent'],
    ['90071992547409.92', 'too-many-digits'],
    ['12345678901234567', 'too-many-digits'],
    [`1.${'1'.repeat(31)}`, 'too-many-digits'],
  ])('%j is refused', (text, fault) => {
    expect(readPrice(text, 2)).toBe(fault);
  });

  test('values that are no text or number are refused', () => {
    expect(readPrice(undefined, 2)).toBe('no-price');
    expect(readPrice(null, 2)).toBe('no-price');
    for (const value of [true, [number('1')], new Map()]) expect(readPrice(value, 2)).toBe('not-a-price');
  });

  test('any decimal text gives the ticks that whole numbers give', () => {
    const texts = fc.tuple(fc.bigInt(0n, 99_999_999n), fc.stringMatching(/^\d{0,12}$/), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(texts, ([whole, fraction, digits]) => {
        const text = fraction === '' ? `${whole}` : `${whole}.${fraction}`;
        const exact = BigInt(`${whole}${fraction}`);
        const scale = 10n ** BigInt(fraction.length);
        const price = readPrice(text, digits);
        if (exact === 0n) {
          expect(price).toBe('not-a-price');
          return;
        }
        if (typeof price === 'string') throw new Error(`${text}: ${price}`);
        const scaled = exact * 10n ** BigInt(digits);
        expect(BigInt(price.ticks)).toBe(scaled / scale);
        const { bid, ask } = roundOutward(price, price);
        expect(BigInt(bid) * scale <= scaled).toBe(true);
        expect(BigInt(ask) * scale >= scaled).toBe(true);
        expect(ask - bid).toBe(scaled % scale === 0n ? 0 : 1);
      }),
    );
  });

  test('prices are compared in all their digits', () => {
    const priceOf = (text: string) => {
      const price = readPrice(text, 2);
      if (typeof price === 'string') throw new Error(price);
      return price;
    };
    const order = ['1.00', '1.001', '1.0010001', '1.0011', '1.009', '1.01', '1.02'].map(priceOf);
    for (const [at, price] of order.entries())
      for (const [other, than] of order.entries()) expect(isHigher(price, than)).toBe(at > other);
    expect(isHigher(priceOf('1.0010'), priceOf('1.001'))).toBe(false);
  });
});

describe('R-MKT-23 times of every unit are read without a double', () => {
  test.each([
    ['1764205200', 's', 1_764_205_200_000],
    ['1764205200.5', 's', 1_764_205_200_500],
    ['1764205200.123456789', 's', 1_764_205_200_123],
    ['1764205200123', 'ms', 1_764_205_200_123],
    ['1764205200123.9', 'ms', 1_764_205_200_123],
    ['1764205200123456', 'us', 1_764_205_200_123],
    ['1764205200123456789', 'ns', 1_764_205_200_123],
    ['999', 'ns', 0],
    ['2025-11-27T01:00:00Z', 'iso', 1_764_205_200_000],
    ['2025-11-27T01:00:00.123456789Z', 'iso', 1_764_205_200_123],
    ['2025-11-27T03:00:00.5+02:00', 'iso', 1_764_205_200_500],
    ['2025-11-27 01:00:00Z', 'iso', 1_764_205_200_000],
  ] as const)('%s in %s', (text, unit, ms) => {
    expect(readTime(text, unit)).toBe(ms);
  });

  test.each([
    ['yesterday', 'iso'],
    ['2025-11-27T01:00:00', 'iso'],
    ['2025-13-01T00:00:00Z', 'iso'],
    ['1e12', 'ms'],
    ['-5', 'ms'],
    ['', 'ms'],
    ['9'.repeat(20), 's'],
    ['9'.repeat(40), 'ns'],
  ] as const)('%j in %s is none', (text, unit) => {
    expect(readTime(text, unit)).toBeNull();
  });
});

test('R-MKT-23 a size is a positive number, a sequence a whole one', () => {
  for (const text of ['1', '0.0001', '1e-8', '44620.68691883']) expect(isSize(text)).toBe(true);
  for (const text of ['0', '0.000', '0e5', '-1', 'NaN', '', '1e']) expect(isSize(text)).toBe(false);
  expect(isSize(undefined)).toBe(false);
  expect(readSequence(number('37475248783'))).toBe(37_475_248_783);
  for (const text of ['1.5', '-1', '9'.repeat(17), '01', 'x']) expect(readSequence(text)).toBeNull();
});
