import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PayoutCurrency } from '../../data/funds-records.ts';
import { calculateWithdrawal, findWithdrawFault, shareOf } from './withdraw-figures.ts';

const tether: PayoutCurrency = {
  id: 1,
  code: 'USDT',
  network: 'TRC20',
  fee: '0.005',
  feeKind: 'of-amount',
  perUsd: '1',
  decimals: 2,
  min: '10',
  max: '5000',
};
const bitcoin: PayoutCurrency = { ...tether, code: 'BTC', perUsd: '0.00001092', decimals: 7, max: '0' };
const dollars: PayoutCurrency = { ...tether, code: 'USD', feeKind: 'fixed', fee: '25', max: '0' };

describe('figures of a withdrawal (R-FND-85)', () => {
  it.each([
    [tether, '500', '2.500000', '497.50'],
    [tether, '1,234.56', '6.172800', '1228.38'],
    [bitcoin, '500', '2.500000', '0.0054327'],
    [dollars, '500', '25.000000', '475.00'],
    [dollars, '20', '25.000000', '0.00'],
  ])('of %o', (currency, typed, fee, received) => {
    expect(calculateWithdrawal(typed, currency)).toMatchObject({ feeText: fee, received });
  });

  it('are unknown until a number is typed', () => {
    expect(calculateWithdrawal('', tether)).toBeNull();
    expect(calculateWithdrawal('1.005', tether)).toBeNull();
    expect(calculateWithdrawal('abc', tether)).toBeNull();
  });
});

describe('check of an amount before it is requested (R-FND-85)', () => {
  it.each([
    [tether, '', 'empty'],
    [tether, '0', 'empty'],
    [tether, '1.234', 'malformed'],
    [tether, '9.99', 'below'],
    [tether, '5000.01', 'above'],
    [tether, '11032.72', 'more-than-available'],
    [bitcoin, '11032.71', null],
    [dollars, '25', 'nothing-left'],
    [dollars, '25.01', null],
  ])('%o with %s is %s', (currency, typed, fault) => {
    expect(findWithdrawFault(typed, currency, '11032.71')).toBe(fault);
  });
});

describe('shares of the available amount (R-FND-85)', () => {
  it.each([
    [25, '2758.17'],
    [50, '5516.35'],
    [75, '8274.53'],
    [100, '11032.71'],
  ] as const)('%d %% is %s', (percent, amount) => expect(shareOf('11032.71', percent)).toBe(amount));

  it('are never more than the available amount, and 100 % is all of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.constantFrom(25, 50, 75, 100), (cents, percent) => {
        const available = (cents / 100).toFixed(2);
        const part = Number(shareOf(available, percent).replace('.', ''));
        expect(part).toBe(Math.floor((cents * percent) / 100));
      }),
    );
  });
});
