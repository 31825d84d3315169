import { expect, test } from 'vitest';
import { rateExample } from './RateInput.tsx';

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
