import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { ratioOne } from '../values/decimal.ts';
import { formatLots, toLots } from '../values/lots.ts';
import { toMoney } from '../values/money.ts';
import { toPrice } from '../values/price.ts';
import { calculateOpening } from './order-formulas.ts';
import { calculatePipValue, largestOrder, lotsForRisk, resultAtStop } from './order-size.ts';

const { eurusd } = testSpecs;
const micros = (amount: number) => toMoney(BigInt(amount) * 1_000_000n);
const feeType = fc.constantFrom('per-lot' as const, 'of-notional' as const);
const side = fc.constantFrom('buy' as const, 'sell' as const);
const rate = fc.record({ numerator: fc.bigInt(1n, 10_000n), denominator: fc.bigInt(1n, 10_000n) });
const bid = fc.integer({ min: 50_000, max: 200_000 });

describe('the largest order (R-SCR-27)', () => {
  test('is carried, and one step more is not', () => {
    const seen = { none: 0, some: 0, all: 0 };
    const account = fc.record({
      balance: fc.integer({ min: 0, max: 400_000 }),
      margin: fc.integer({ min: 0, max: 900 }),
    });
    fc.assert(
      fc.property(
        fc.record({ feeType, side, rate, bid, account, leverage: fc.constantFrom(1, 20, 400) }),
        ({ account: { balance, margin }, bid: at, ...rest }) => {
          const totals = {
            balance: micros(balance),
            openProfit: micros(0),
            openSwap: micros(0),
            margin: micros(margin),
          };
          const quote = { bid: toPrice(at), ask: toPrice(at + 12) };
          const input = { ...rest, spec: eurusd, quote, account: totals };
          const steps = largestOrder(input);
          const isCarried = (lots: number) => calculateOpening({ ...input, lots: toLots(lots) }).freeMargin >= 0n;
          expect(steps === 0 || isCarried(steps)).toBe(true);
          if (steps < eurusd.lotsMax) expect(isCarried(Math.max(eurusd.lotsMin, steps + 1))).toBe(false);
          seen[steps === 0 ? 'none' : steps === eurusd.lotsMax ? 'all' : 'some'] += 1;
        },
      ),
      { numRuns: 400 },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(5);
  });

  test('is the largest that the engine opens', () => {
    const scenario = new EngineScenario({ balance: '5000.00' });
    scenario.quote(eurusd, '1.15255', '1.15267');
    const quote = { bid: toPrice(115_255), ask: toPrice(115_267) };
    const account = { balance: micros(5_000), openProfit: micros(0), openSwap: micros(0), margin: micros(0) };
    const [feeKind, leverage] = ['per-lot' as const, 100];
    const steps = largestOrder({
      spec: eurusd,
      feeType: feeKind,
      side: 'buy',
      leverage,
      quote,
      rate: ratioOne,
      account,
    });
    expect(steps).toBeGreaterThan(300);
    const place = (lots: number) => scenario.place(eurusd, { lots: formatLots(lots, eurusd), leverage });
    expect(place(steps + 1)).toBe('not-enough-margin');
    expect(place(steps)).not.toBe('not-enough-margin');
    expect(scenario.order(1)?.lots).toBe(steps);
  });
});

describe('the size for a risk (R-SCR-28)', () => {
  test('loses at most the risk at its stop, with its fee, and one step more loses more', () => {
    const seen = { none: 0, some: 0, all: 0 };
    const distance = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(
        fc.record({ feeType, side, rate, bid, distance, risk: fc.integer({ min: 0, max: 100_000 }) }),
        ({ bid: at, distance: ticks, risk, ...rest }) => {
          const stopLoss = toPrice(rest.side === 'buy' ? at - ticks : at + ticks);
          const order = { ...rest, spec: eurusd, entry: toPrice(at), stopLoss };
          const steps = lotsForRisk(order, micros(risk)) ?? expect.fail('the stop is on the right side');
          const loss = (lots: number) => -resultAtStop(order, toLots(lots));
          if (steps > 0) expect(loss(steps)).toBeLessThanOrEqual(micros(risk));
          if (steps < eurusd.lotsMax) expect(loss(Math.max(eurusd.lotsMin, steps + 1))).toBeGreaterThan(micros(risk));
          seen[steps === 0 ? 'none' : steps === eurusd.lotsMax ? 'all' : 'some'] += 1;
        },
      ),
      { numRuns: 400 },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(5);
  });

  test('is that of the board: 50.00 over 24.3 pips with a fee of 7.00 a lot is 0.20 lots', () => {
    const order = { spec: eurusd, feeType: 'per-lot', side: 'buy', rate: ratioOne } as const;
    const prices = { entry: toPrice(115_267), stopLoss: toPrice(115_024) };
    expect(lotsForRisk({ ...order, ...prices }, micros(50))).toBe(20);
    expect(resultAtStop({ ...order, ...prices }, toLots(20))).toBe(micros(-50));
  });

  test.each(['buy', 'sell'] as const)('a %s has none with a stop at its entry or beyond', (one) => {
    const order = { spec: eurusd, feeType: 'per-lot', side: one, rate: ratioOne } as const;
    const beyond = one === 'buy' ? 115_001 : 114_999;
    for (const stop of [115_000, beyond])
      expect(lotsForRisk({ ...order, entry: toPrice(115_000), stopLoss: toPrice(stop) }, micros(50))).toBeNull();
  });
});

test('R-SCR-96 a pip of 0.20 lots of EUR/USD is worth 2.00, and half of it at a rate of a half', () => {
  expect(calculatePipValue(eurusd, toLots(20), ratioOne)).toBe(micros(2));
  expect(calculatePipValue(eurusd, toLots(20), { numerator: 1n, denominator: 2n })).toBe(micros(1));
});
