import type * as formulas from '@candor/domain/calc/order-formulas';
import { closedCounts, emptyCounts, emptyOpenCounts, tallyEvent } from '@candor/domain/receipt/execution-counts';
import { formatPrice, toPrice } from '@candor/domain/values/price';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as scenarios from '../../../../../testkit/engine-scenario.ts';
import { figuresOf, samplesMin } from './public-statistics.ts';
import { verdictOf } from './slippage-verdict.ts';

const formulasPath = '@candor/domain/calc/order-formulas';
const bias = { ticks: 0 };
let engine: typeof scenarios;

/** A planted fault: every market order is filled some ticks worse than its quote. The engine is loaded again with it. */
beforeAll(async () => {
  vi.doMock(formulasPath, async (load) => {
    const real = await load<typeof formulas>();
    return {
      ...real,
      calculateOpening: (input: Parameters<typeof real.calculateOpening>[0]) => {
        const opening = real.calculateOpening(input);
        return { ...opening, price: opening.price + (input.side === 'buy' ? bias.ticks : -bias.ticks) };
      },
    };
  });
  vi.resetModules();
  engine = await import('../../../../../testkit/engine-scenario.ts');
});
afterAll(() => {
  vi.doUnmock(formulasPath);
  vi.resetModules();
});
beforeEach(() => void (bias.ticks = 0));

/**
 * Trades a random walk of the price, of which the client always names the price of the quote before. Each order is in a
 * minute of its own. The walk is the same every time.
 */
function figuresOfTrading(orders: number) {
  const { eurusd } = engine.testSpecs;
  const scenario = new engine.EngineScenario({ realm: 'demo', balance: '1000000.00' });
  let seed = 42;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  let bid = 115_000;
  const text = (ticks: number) => formatPrice(toPrice(ticks), eurusd.digits);
  for (let at = 0; at < orders; at += 1) {
    const seen = bid;
    bid += Math.floor(random() * 7) - 3;
    scenario.nowMs += 60_000;
    scenario.quote(eurusd, text(bid), text(bid + 12));
    const side = random() < 0.5 ? 'buy' : 'sell';
    const price = text(side === 'buy' ? seen + 12 : seen);
    scenario.place(eurusd, {
      side,
      lots: '0.01',
      expected: { price, deviation: 100 },
      market: { kind: 'open', ageMs: 0 },
    });
    const [order] = scenario.state.accounts.get(scenario.accountId)?.orders.keys() ?? [];
    scenario.close(order ?? 0);
  }
  const open = emptyOpenCounts();
  for (const event of scenario.events) tallyEvent(open, event);
  return figuresOf(closedCounts(open));
}

describe('slippage in the figures (R-STA-01, R-STA-04)', () => {
  test('the engine favours neither side: every interval includes zero', () => {
    const { slippage, counts } = figuresOfTrading(1_500);
    if (slippage === null) throw new Error('the sample is large enough');
    expect(counts).toMatchObject({ fills: 3_000, rules: { 'market-open': 1_500, 'user-close': 1_500 } });
    expect(slippage.count).toBe(1_500);
    expect(slippage.better + slippage.equal + slippage.worse).toBe(1_500);
    for (const one of [slippage.mean, slippage.surplus, ...slippage.percentiles.map(({ difference }) => difference)]) {
      expect(one?.low).toBeLessThanOrEqual(0);
      expect(one?.high).toBeGreaterThanOrEqual(0);
    }
    expect(verdictOf(slippage)).toBe('even');
  });

  test('a one-sided slippage planted in the engine shows: the intervals of mean and surplus are below zero', () => {
    bias.ticks = 1;
    const { slippage } = figuresOfTrading(1_500);
    if (slippage === null) throw new Error('the sample is large enough');
    expect(slippage.mean?.high).toBeLessThan(0);
    expect(slippage.surplus?.high).toBeLessThan(0);
    const [, p95] = slippage.percentiles;
    expect(p95?.worse).toBeGreaterThan(p95?.better ?? 0);
    expect(p95?.difference?.high).toBeLessThan(0);
    expect(verdictOf(slippage)).toBe('against');
    bias.ticks = -1;
    const other = figuresOfTrading(1_500).slippage;
    if (other === null) throw new Error('the sample is large enough');
    expect(verdictOf(other)).toBe('inFavour');
  });

  test('R-STA-08 nothing is shown below the smallest sample', () => {
    const few = figuresOfTrading(samplesMin.orders / 2 - 1);
    expect(few).toMatchObject({ orders: 98, counts: null, slippage: null, quoteAge: null, withdrawals: null });
    expect(figuresOfTrading(samplesMin.orders / 2).counts).not.toBeNull();
  });

  test('R-STA-08 the counts have no payments below their smallest sample, whatever the number of orders', () => {
    const counts = { ...emptyCounts(), fills: 1_000 };
    const figures = (paid: number) => figuresOf({ ...counts, withdrawalsPaid: { 3_600: paid } });
    expect(figures(samplesMin.withdrawals - 1).counts?.withdrawalsPaid).toEqual({});
    expect(figures(samplesMin.withdrawals).counts?.withdrawalsPaid).toEqual({ 3_600: samplesMin.withdrawals });
  });
});
