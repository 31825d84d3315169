import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divCeil, divFloor, divHalfEven, formatDecimal, mulDivHalfEven, parseDecimal, rescale } from './decimal.ts';
import { formatLots, parseLots } from './lots.ts';
import { formatBalance, formatMoney, parseMoney, toMoney } from './money.ts';
import { parsePrice } from './price.ts';

describe('decimals on the wire (R-WIRE-06)', () => {
  test.each([
    ['1.15283', 5, 115283n],
    ['0.10', 2, 10n],
    ['-12.5', 6, -12_500_000n],
    ['157', 3, 157_000n],
    ['1.1500', 2, 115n],
  ])('reads %s at scale %i', (text, scale, value) => {
    expect(parseDecimal(text, scale)).toBe(value);
  });

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '01',
    '.5',
    '1.',
    '1e5',
    '1,5',
    '0x10',
    'NaN',
    'Infinity',
    '-0',
    '-0.00',
    '١',
    '1.123456789',
    '1'.repeat(16),
  ])('refuses %j', (text) => {
    expect(parseDecimal(text, 8)).toBeNull();
  });

  test('refuses digits beyond the precision of the field', () => {
    expect(parseDecimal('1.152831', 5)).toBeNull();
    expect(parsePrice('1.152831', 5)).toBeNull();
    expect(parseMoney('0.0000001')).toBeNull();
  });

  test('property: a written decimal parses to itself', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
        fc.integer({ min: 0, max: 8 }),
        (value, scale) => {
          expect(parseDecimal(formatDecimal(value, scale), scale)).toBe(value);
        },
      ),
    );
  });
});

describe('named rounding (R-LED-10)', () => {
  test.each([
    [7n, 2n, 3n, 4n, 4n],
    [-7n, 2n, -4n, -3n, -4n],
    [5n, 2n, 2n, 3n, 2n],
    [-5n, 2n, -3n, -2n, -2n],
    [6n, 3n, 2n, 2n, 2n],
    [1n, 3n, 0n, 1n, 0n],
  ])('%i ÷ %i: floor %i, ceil %i, half-even %i', (numerator, denominator, floor, ceil, halfEven) => {
    expect(divFloor(numerator, denominator)).toBe(floor);
    expect(divCeil(numerator, denominator)).toBe(ceil);
    expect(divHalfEven(numerator, denominator)).toBe(halfEven);
  });

  test('a divisor of zero or less is a broken invariant', () => {
    expect(() => divFloor(1n, 0n)).toThrow('Invariant');
    expect(() => divHalfEven(1n, -1n)).toThrow('Invariant');
  });

  test('property: half-even of numbers is that of big integers, or null where a product is too large', () => {
    const small = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.maxSafeInteger());
    const divisor = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
    let [exact, tooLarge] = [0, 0];
    const agree = (one: number, other: number, denominator: number) => {
      const result = mulDivHalfEven(one, other, denominator);
      const isLarge = Math.abs(one * other) + denominator > Number.MAX_SAFE_INTEGER;
      expect(result === null).toBe(isLarge);
      if (result === null) tooLarge += 1;
      else {
        exact += 1;
        expect(BigInt(result)).toBe(divHalfEven(BigInt(one) * BigInt(other), BigInt(denominator)));
      }
    };
    fc.assert(fc.property(small, small, divisor, agree), { numRuns: 3_000 });
    // Just below a multiple, where the division of numbers rounds up, and at ties.
    const near = fc.record({
      quotient: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
      denominator: fc.integer({ min: 1, max: 2 ** 12 }),
      off: fc.integer({ min: -2, max: 2 }),
      isTie: fc.boolean(),
    });
    fc.assert(
      fc.property(near, ({ quotient, denominator, off, isTie }) =>
        agree(quotient * denominator * 2 + (isTie ? denominator : 0) + off, 1, denominator * 2),
      ),
      { numRuns: 3_000 },
    );
    agree(2 ** 53 - 3, 1, 2);
    agree(-(2 ** 53 - 3), 1, 2);
    expect(exact).toBeGreaterThan(1_000);
    expect(tooLarge).toBeGreaterThan(1_000);
  });

  test('rescaling down rounds half-even', () => {
    expect(rescale(12_345_000n, 6, 2)).toBe(1_234n);
    expect(rescale(12_355_000n, 6, 2)).toBe(1_236n);
  });
});

describe('lots and balances', () => {
  const step = { lotStepE8: 1_000_000 };

  test('lots are multiples of the lot step', () => {
    expect(parseLots('0.50', step)).toBe(50);
    expect(parseLots('0.505', step)).toBeNull();
    expect(parseLots('0', step)).toBeNull();
    expect(parseLots('-0.01', step)).toBeNull();
    expect(formatLots(50, step)).toBe('0.50');
    expect(formatLots(3, { lotStepE8: 100_000 })).toBe('0.003');
    expect(formatLots(3, { lotStepE8: 100_000_000 })).toBe('3.00');
  });

  test('balances have two decimals, profit and margin six (R-CON-04)', () => {
    expect(formatBalance(toMoney(12_480_355_000n))).toBe('12480.36');
    expect(formatBalance(toMoney(12_480_365_000n))).toBe('12480.36');
    expect(formatMoney(toMoney(-124_500_000n))).toBe('-124.500000');
  });
});
