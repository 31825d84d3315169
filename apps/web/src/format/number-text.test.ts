import { describe, expect, it, test } from 'vitest';
import {
  balanceText,
  changeText,
  costText,
  directionOf,
  pipsText,
  ratioText,
  signedText,
  tailedMargin,
  tailedProfit,
  uidText,
} from './number-text.ts';

describe('profit and margin (R-CON-04, R-SCR-20)', () => {
  it('have a sign and a tail of four digits', () => {
    expect(tailedProfit('124.5')).toEqual({ head: '+124.50', tail: '0000' });
    expect(tailedProfit('-72.500001')).toEqual({ head: '−72.50', tail: '0001' });
    expect(tailedMargin('1544.054')).toEqual({ head: '1,544.05', tail: '4000' });
  });
  it('show exact zero without sign or tail', () => {
    expect(tailedProfit('0.000000')).toEqual({ head: '0.00', tail: '' });
    expect(signedText('0')).toBe('0.00');
    expect(directionOf('-0.00')).toBe('flat');
    expect(changeText('-0.00')).toBe('0.00%');
  });
  it('are rounded to two decimals in strips', () => expect(signedText('96.403974')).toBe('+96.40'));
});

describe('balances and rates', () => {
  it('never have a plus sign', () => expect(balanceText('12480.36')).toBe('12,480.36'));
  it('keep two decimals', () => expect(balanceText('50000')).toBe('50,000.00'));
  it('show a dash when missing', () => {
    expect(balanceText(null)).toBe('—');
    expect(ratioText(null)).toBe('—');
    expect(changeText(null)).toBe('—');
  });
  it('show one decimal for ratios, two for changes', () => {
    expect(ratioText('814.52')).toBe('814.5%');
    expect(changeText('0.24')).toBe('+0.24%');
    expect(changeText('-1.2')).toBe('−1.20%');
  });
});

describe('pipsText', () => {
  it.each([
    [249, 10, true, '+24.9'],
    [-725, 10, true, '−72.5'],
    [12, 10, false, '1.2'],
    [0, 10, true, '0.0'],
    [27, 1, false, '27.0'],
  ])('%i ticks of %i', (ticks, pipTicks, signed, text) => expect(pipsText(ticks, pipTicks, signed)).toBe(text));
});

test('R-SES-12 an account number is grouped for reading aloud, a demo’s is not', () => {
  expect(uidText('10482917')).toBe('10\u00a0482\u00a0917');
  expect(uidText('917')).toBe('917');
  expect(uidText('D-4408217')).toBe('D-4408217');
  expect(uidText('')).toBe('');
});

test('R-TKT-04 a cost is negative, what is paid to the trader positive, and nothing has no sign', () => {
  expect(costText('1.400000')).toBe('−1.40');
  expect(costText('-0.350000')).toBe('+0.35');
  expect(costText('0.000000')).toBe('0.00');
  expect(costText(null)).toBe('—');
});
