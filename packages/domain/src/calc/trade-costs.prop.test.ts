import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { formatLots, toLots } from '../values/lots.ts';
import { type Money, parseMoney, toMoney } from '../values/money.ts';
import { formatPrice, toPrice } from '../values/price.ts';
import { calculateTradeCosts, type TradeCosts } from './trade-costs.ts';

const { eurusd, usdjpy, eurjpy, index } = testSpecs;
const specs = [eurusd, usdjpy, eurjpy, index];
const startBid = [115_000, 157_000, 181_000, 66_421];
const moves = fc.array(fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: 0, max: 31 })), {
  minLength: specs.length,
  maxLength: specs.length,
});
const trade = fc.record({
  spec: fc.nat(specs.length - 1),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 2, max: 400 }),
  part: fc.nat(),
  moves: fc.tuple(moves, moves, moves),
});

type DrawnTrade = typeof trade extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const startMs = Date.UTC(2026, 10, 18, 15);

/** Closes a trade in two parts, with the market of all instruments moved before each act; returns the parts' costs. */
function playTrade({ spec: chosen, side, lots, part, moves: market }: DrawnTrade) {
  const scenario = new EngineScenario({ balance: '1000000.00', startMs });
  const bids = [...startBid];
  const quoteAll = (round: readonly (readonly [number, number])[]) => {
    for (const [at, [move, spread]] of round.entries()) {
      const spec = specs[at] ?? expect.unreachable('one move per instrument');
      const bid = (bids[at] ?? 0) + move;
      bids[at] = bid;
      scenario.quote(spec, formatPrice(toPrice(bid), spec.digits), formatPrice(toPrice(bid + spread), spec.digits));
    }
  };
  const spec = specs[chosen] ?? expect.unreachable('an instrument');
  quoteAll(market[0]);
  const before = scenario.balance;
  scenario.place(spec, { side, lots: formatLots(toLots(lots), spec), leverage: 100 });
  const opened = scenario.order(1) ?? expect.unreachable('the order is open');
  quoteAll(market[1]);
  scenario.close(opened.id, formatLots(toLots(1 + (part % (lots - 1))), spec));
  quoteAll(market[2]);
  scenario.close(opened.id);
  const parts = scenario.events.flatMap((event) =>
    event.type === 'OrderReduced' ? [event.closed] : event.type === 'OrderClosed' ? [event.order] : [],
  );
  expect(parts).toHaveLength(2);
  const costs = parts.map((order) => {
    const { openQuote, closeQuote, closeRate: rate } = order;
    if (openQuote === null || closeQuote === null || rate === null) return expect.unreachable('a fill has its quotes');
    const found = calculateTradeCosts(spec, { ...order, openQuote, closeQuote, rate });
    return { order, spec, openQuote, closeQuote, rate, found };
  });
  return { costs, earned: money(scenario.balance) - money(before) };
}

function money(text: string): Money {
  return parseMoney(text) ?? expect.unreachable('money');
}

const sum = (costs: TradeCosts) => costs.move - costs.spread - costs.fee + costs.swap - costs.conversion;

describe('R-JRN-01 the costs of a closed trade', () => {
  test('add up to its net result, and those of all parts to the change of the balance', () => {
    fc.assert(
      fc.property(trade, (drawn) => {
        const { costs, earned } = playTrade(drawn);
        for (const { found } of costs) expect(sum(found)).toBe(found.net);
        expect(costs.reduce((total, { found }) => total + found.net, 0n)).toBe(earned);
      }),
      { numRuns: 300 },
    );
  });

  test('are the spread paid at each end, half of it, at the rate of the profit, to the last digit', () => {
    fc.assert(
      fc.property(trade, (drawn) => {
        for (const { order, spec, openQuote, closeQuote, rate, found } of playTrade(drawn).costs) {
          const halves = BigInt(openQuote.ask - openQuote.bid + closeQuote.ask - closeQuote.bid);
          const units = BigInt(order.lots) * BigInt(spec.lotStepE8) * BigInt(spec.unitsPerLot);
          // Micros × 10^(digits + 8 − 6), times two for the halves.
          const scale = 2n * 10n ** BigInt(spec.digits + 2) * rate.denominator;
          const off = found.spread * scale - halves * units * rate.numerator;
          // Move and gross profit are each rounded once, so that they are at most half a digit off.
          expect(off <= scale && off >= -scale).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('of the trade of a worked example', () => {
    const quote = (bid: number, ask: number) => ({ bid: toPrice(bid), ask: toPrice(ask) });
    const costs = calculateTradeCosts(eurusd, {
      side: 'buy',
      lots: toLots(40),
      openQuote: quote(64_366, 64_380),
      closeQuote: quote(64_512, 64_524),
      rate: { numerator: 1n, denominator: 1n },
      profit: toMoney(52_800_000n),
      fee: toMoney(2_800_000n),
      swap: toMoney(-4_960_000n),
    });
    expect(costs).toEqual({
      move: 58_000_000n,
      spread: 5_200_000n,
      fee: 2_800_000n,
      swap: -4_960_000n,
      conversion: 0n,
      net: 45_040_000n,
    });
  });
});
