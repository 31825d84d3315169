import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal, parseDecimal } from '../values/decimal.ts';
import { formatMoney, parseMoney, toMoney } from '../values/money.ts';
import { calculateCredit, calculateReceived, calculateWithdrawable, calculateWithdrawalFee } from './funds.ts';

const money = (text: string) => parseMoney(text) ?? toMoney(-1n);
const e8 = (text: string) => parseDecimal(text, 8) ?? -1n;

describe('payout of a withdrawal (R-FND-02, R-MON-05)', () => {
  test.each([
    ['100', '1', '0.00001234', 'BTC', '0.00122160'],
    ['100', '1', '0.00001234', 'USDT', '0.00000000'],
    ['1000.555555', '0', '1', 'USDT', '1000.55000000'],
    ['100', '0.01', '0.00028571', 'ETH', '0.02856810'],
    ['10', '10', '7.8', 'HKD', '0.00000000'],
    ['10', '11', '7.8', 'HKD', '0.00000000'],
    ['123.45', '2.5', '7.81234567', 'HKD', '944.90000000'],
  ])('%s less %s at %s is paid in %s as %s', (amount, fee, rate, currency, received) => {
    expect(formatDecimal(calculateReceived(money(amount), money(fee), e8(rate), currency), 8)).toBe(received);
  });

  test.each([
    [{ kind: 'fixed', fee: money('2.5') }, '100', '2.500000'],
    [{ kind: 'of-amount', rateE8: e8('0.005') }, '100', '0.500000'],
    [{ kind: 'of-amount', rateE8: e8('0.00000001') }, '1', '0.000001'],
    [{ kind: 'of-amount', rateE8: 0n }, '100', '0.000000'],
  ] as const)('the fee %o of %s is %s', (rule, amount, fee) => {
    expect(formatMoney(calculateWithdrawalFee(rule, money(amount)))).toBe(fee);
  });

  test('a payout is never above its worth, and less than one unit of its last decimal below it', () => {
    const sums = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(sums, sums, fc.bigInt({ min: 1n, max: 10n ** 13n }), fc.boolean(), (amount, fee, rate, isCoin) => {
        const received = calculateReceived(toMoney(amount), toMoney(fee), rate, isCoin ? 'BTC' : 'EUR');
        const worthE14 = amount > fee ? (amount - fee) * rate : 0n;
        const short = worthE14 - received * 1_000_000n;
        expect(short >= 0n && short < (isCoin ? 10n ** 7n : 10n ** 12n)).toBe(true);
      }),
    );
  });

  test.each([
    ['100', '60', '60.000000'],
    ['60', '100', '60.000000'],
    ['60', '-1', '0.000000'],
    ['-2', '-3', '0.000000'],
  ])('of balance %s and free margin %s, %s can be withdrawn (R-FND-03)', (balance, free, most) => {
    expect(formatMoney(calculateWithdrawable(money(balance), money(free)))).toBe(most);
  });
});

test.each([
  ['0.5', '0.00001234', '40518.638573'],
  ['100', '1', '100.000000'],
  ['100', '3', '33.333333'],
  ['0.00000001', '100', '0.000000'],
])('%s paid at %s is credited as %s (R-FND-01, R-MON-04)', (paid, rate, credit) => {
  expect(formatMoney(calculateCredit(e8(paid), e8(rate)))).toBe(credit);
});
