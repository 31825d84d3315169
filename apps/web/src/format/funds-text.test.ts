import { parseMoney } from '@candor/domain/values/money';
import { describe, expect, it } from 'vitest';
import {
  bareAmount,
  centsText,
  creditedText,
  exactMoneyText,
  paymentText,
  percentText,
  rateText,
  shortAccount,
  shortAddress,
  spanText,
  tidyAmount,
  typedAmount,
} from './funds-text.ts';

function money(text: string) {
  const value = parseMoney(text);
  if (value === null) throw new Error(`Not money: ${text}`);
  return value;
}

describe('amounts of payment (R-FND-81)', () => {
  it.each([
    ['1500', 'USDT', '1,500.00'],
    ['0.042', 'BTC', '0.0420000'],
    ['0.12345678', 'BTC', '0.12345678'],
    ['12.5', 'ETH', '12.5000000'],
    ['1234567.891', 'EUR', '1,234,567.891'],
    ['x', 'EUR', '—'],
  ])('%s %s is shown as %s', (text, code, shown) => expect(paymentText(text, code)).toBe(shown));

  it.each([
    ['1', '1.00'],
    ['0.00001092', '0.00001092'],
    ['7.8', '7.80'],
  ])('the rate %s is shown as %s', (text, shown) => expect(rateText(text)).toBe(shown));

  it.each([
    ['0.005', '0.5%'],
    ['0.0125', '1.25%'],
    ['0.01', '1%'],
  ])('the part %s is %s', (text, shown) => expect(percentText(text)).toBe(shown));

  it('round down to the cent', () => {
    expect(centsText(money('12.349999'))).toBe('12.34');
    expect(creditedText('12.349999')).toBe('12.34');
    expect(exactMoneyText(money('2.500001'))).toBe('2.500001');
    expect(exactMoneyText(money('2.5'))).toBe('2.50');
  });
});

describe('typed amounts', () => {
  it.each([
    ['1500', 8, '1500.00000000'],
    ['1 500,5', 2, '1500.50'],
    ['0.123', 2, null],
    ['-1', 2, null],
    ['1e5', 2, null],
    ['', 2, null],
  ])('%s with %d decimals is %s', (typed, decimals, plain) => expect(typedAmount(typed, decimals)).toBe(plain));

  it('are formatted when the field loses the focus, with the same value', () => {
    for (const typed of ['1500', '1,5', '1234567.8', '٥٠٠', '0.5']) {
      const tidy = tidyAmount(typed, 2);
      expect(typedAmount(tidy, 2)).toBe(typedAmount(typed, 2));
    }
    expect(tidyAmount('1500', 2)).toBe('1,500.00');
    expect(tidyAmount('abc', 2)).toBe('abc');
  });

  it('lose their grouping while they are edited', () => {
    expect(bareAmount('1,500.00', 2)).toBe('1500.00');
    expect(bareAmount('1,500.00', 8)).toBe('1500.00');
    expect(bareAmount('1,5', 2)).toBe('1,5');
    expect(bareAmount('', 2)).toBe('');
  });
});

it('addresses and accounts are shortened to their ends', () => {
  expect(shortAddress('TExAMPLEq7vK4d8Jm2RzYx5LbW9cHf3sPg')).toBe('TExAMPLE…3sPg');
  expect(shortAddress('short')).toBe('short');
  expect(shortAccount('FR00 0000 0000 4417')).toBe('•••• 4417');
});

it('a duration is written in its two largest units, and is at least one minute', () => {
  expect(spanText(0, 'en')).toBe('1 min');
  expect(spanText(19_200_000, 'en')).toBe('5 hr 20 min');
  expect(spanText(86_400_000, 'en')).toBe('1 day');
  expect(spanText(183_000_000, 'en')).toBe('2 days 2 hr');
});
