import { expect, test } from 'vitest';
import { formatDecimal, formatUsd } from './decimal.ts';

test('R-OPS-72 a figure is shown to its last digit, however long, with a true minus', () => {
  expect(formatUsd('1234567.5')).toBe('1,234,567.50');
  expect(formatUsd('-0.000001')).toBe('−0.000001');
  expect(formatUsd('90071992547409931.123456')).toBe('90,071,992,547,409,931.123456');
  expect(formatDecimal('0.10000000')).toBe('0.1');
  expect(formatDecimal('100')).toBe('100');
});

test('what is missing is a dash, and what is no decimal is shown as it came', () => {
  expect(formatUsd(null)).toBe('—');
  expect(formatUsd('')).toBe('—');
  expect(formatUsd('n/a')).toBe('n/a');
});
