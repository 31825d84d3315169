import { describe, expect, test } from 'vitest';
import { priceOf, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { ratioOne } from '../values/decimal.ts';
import { toLots } from '../values/lots.ts';
import { formatMoney, type Money, parseMoney, zeroMoney } from '../values/money.ts';
import { calculateAccountSummary } from './account-summary.ts';
import {
  calculateFee,
  calculateMargin,
  calculateProfit,
  conversionRate,
  findConversionPath,
  previewOrder,
} from './order-formulas.ts';

const { eurusd, usdjpy, index } = testSpecs;
const money = (text: string): Money => parseMoney(text) ?? zeroMoney;

describe('margin (R-ORD-10)', () => {
  test('vector: 1 lot EUR/USD at 1.10000 and 1:30 is 3,666.67 dollars, rounded up at six decimals', () => {
    const margin = calculateMargin(eurusd, toLots(100), priceOf(eurusd, '1.10000'), 30, ratioOne);
    expect(formatMoney(margin)).toBe('3666.666667');
  });

  test('0.50 lots at 1.15295 and 100× need 576.475000', () => {
    const margin = calculateMargin(eurusd, toLots(50), priceOf(eurusd, '1.15295'), 100, ratioOne);
    expect(formatMoney(margin)).toBe('576.475000');
  });

  test('fixed margin per lot does not depend on price or leverage', () => {
    expect(formatMoney(calculateMargin(index, toLots(150), priceOf(index, '6642.1'), 100, ratioOne))).toBe(
      '750.000000',
    );
  });

  test('a yen contract is converted at the mid price of USD/JPY', () => {
    const path = findConversionPath('JPY', 'USD', [usdjpy]);
    const rate = path && conversionRate(path, { bid: priceOf(usdjpy, '157.400'), ask: priceOf(usdjpy, '157.410') });
    if (rate === null) throw new Error('no rate');
    // 100,000 USD at 157.410 yen is 15,741,000 yen; ÷ 157.405 ÷ 100
    expect(formatMoney(calculateMargin(usdjpy, toLots(100), priceOf(usdjpy, '157.410'), 100, rate))).toBe(
      '1000.031766',
    );
  });
});

describe('profit (R-ORD-12)', () => {
  test.each([
    ['buy', '1.15034', '1.15283', '124.500000'],
    ['buy', '1.15034', '1.14850', '-92.000000'],
    ['sell', '1.15034', '1.15283', '-124.500000'],
  ] as const)('%s 0.50 EUR/USD from %s to %s is %s', (side, open, close, profit) => {
    const result = calculateProfit(eurusd, side, toLots(50), priceOf(eurusd, open), priceOf(eurusd, close), ratioOne);
    expect(formatMoney(result)).toBe(profit);
  });

  test('a point is not a pip: 16.4 points of one lot USD/JPY at 0.001 are about 11 dollars, not 110', () => {
    const rate = { numerator: 1_000n, denominator: 148_500n };
    const result = calculateProfit(
      usdjpy,
      'buy',
      toLots(100),
      priceOf(usdjpy, '148.500'),
      priceOf(usdjpy, '148.516'),
      rate,
    );
    expect(formatMoney(result)).toBe('10.774411');
  });
});

describe('fee (R-ORD-13)', () => {
  test('per lot: 7 dollars a lot is 3.50 for half a lot', () => {
    expect(formatMoney(calculateFee(eurusd, 'per-lot', toLots(50), priceOf(eurusd, '1.15'), ratioOne))).toBe(
      '3.500000',
    );
  });

  test('of the notional: 0.002 % of 57,647.50 dollars', () => {
    const spec = { ...eurusd, feeRateE8: 2_000n };
    expect(formatMoney(calculateFee(spec, 'of-notional', toLots(50), priceOf(eurusd, '1.15295'), ratioOne))).toBe(
      '1.152950',
    );
  });
});

describe('account figures (R-ORD-15)', () => {
  test('balance 12,480.36, profit 96.403974, margin 1,544.054', () => {
    const summary = calculateAccountSummary({
      balance: money('12480.36'),
      openProfit: money('96.403974'),
      openSwap: zeroMoney,
      margin: money('1544.054'),
    });
    expect(formatMoney(summary.equity)).toBe('12576.763974');
    expect(formatMoney(summary.freeMargin)).toBe('11032.709974');
    expect(summary.marginLevelE2).toBe(81_453n);
    expect(summary.riskRateE2).toBe(1_228n);
  });

  test('without margin the margin level is null, without equity the risk rate is null', () => {
    const calm = { balance: money('10'), openProfit: zeroMoney, openSwap: zeroMoney, margin: zeroMoney };
    expect(calculateAccountSummary(calm)).toMatchObject({ marginLevelE2: null, riskRateE2: 0n });
    const ruined = { ...calm, openProfit: money('-10'), margin: money('1') };
    expect(calculateAccountSummary(ruined)).toMatchObject({ marginLevelE2: 0n, riskRateE2: null });
  });
});

describe('order preview (R-ORD-17)', () => {
  test('buying 0.50 at 1.15295 costs spread and fee, and holds margin', () => {
    const preview = previewOrder({
      spec: eurusd,
      feeType: 'per-lot',
      side: 'buy',
      lots: toLots(50),
      leverage: 100,
      quote: { bid: priceOf(eurusd, '1.15283'), ask: priceOf(eurusd, '1.15295') },
      rate: ratioOne,
      account: { balance: money('50000'), openProfit: zeroMoney, openSwap: zeroMoney, margin: zeroMoney },
    });
    expect(formatMoney(preview.margin)).toBe('576.475000');
    expect(formatMoney(preview.fee)).toBe('3.500000');
    expect(formatMoney(preview.spreadProfit)).toBe('-6.000000');
    expect(formatMoney(preview.after.freeMargin)).toBe('49414.025000');
  });
});
