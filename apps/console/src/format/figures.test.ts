import { expect, test } from 'vitest';
import { formatDecimal, formatUsd, rateExample } from './figures.ts';

test('R-OPS-72 a decimal of any length keeps every digit and gets a typographic minus', () => {
  expect(formatUsd('1234567.5')).toBe('1,234,567.50');
  expect(formatUsd('-0.000001')).toBe('−0.000001');
  expect(formatUsd('90071992547409931.123456')).toBe('90,071,992,547,409,931.123456');
  expect(formatDecimal('0.10000000')).toBe('0.1');
  expect(formatDecimal('100')).toBe('100');
});

test('a missing value is a dash, and a text that is no decimal stays unchanged', () => {
  expect(formatUsd(null)).toBe('—');
  expect(formatUsd('')).toBe('—');
  expect(formatUsd('n/a')).toBe('n/a');
});

test.each([
  ['0.85', '85.00'],
  ['60000', '6,000,000.00'],
  ['0.00001667', '0.001667'],
  ['1', '100.00'],
  [' 1.5 ', '150.00'],
  ['0', null],
  ['', null],
  ['-1', null],
  ['abc', null],
])('100 USD at a rate of %j are %j units', (rate, units) => {
  expect(rateExample(rate)).toBe(units);
});
