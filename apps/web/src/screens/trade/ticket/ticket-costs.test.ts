import { calculateFee, calculateProfit } from '@candor/domain/calc/order-formulas';
import { ratioOne } from '@candor/domain/values/decimal';
import { toLots } from '@candor/domain/values/lots';
import { formatMoney, type Money } from '@candor/domain/values/money';
import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { ticketCosts } from './ticket-costs.ts';
import type { Sides, Ticket } from './ticket-state.ts';

const spec = { ...testSpecs.eurusd, swapLongE2: -680, swapShortE2: 120 };
const sides = { bid: 115_283, ask: 115_295 } as Sides;
const ticket: Ticket = {
  side: 'buy',
  mode: 'market',
  lots: 20,
  leverage: 100,
  target: null,
  stopLoss: null,
  takeProfit: null,
};
const fee = 1_400_000n as Money;
const costs = (part: Partial<Ticket> = {}) => ticketCosts({ ...ticket, ...part }, fee, sides, spec, ratioOne);
const text = ({ amount, pipTenths }: { amount: Money; pipTenths: number }) => [formatMoney(amount), pipTenths];

describe('R-TKT-02 a ticket names every cost in money and in pips', () => {
  test('fee, spread, swap of a night, conversion, and the cost to open and close', () => {
    const { fee: charged, spread, swap, conversion, total } = costs();
    expect(text(charged)).toEqual(['1.400000', 7]);
    expect(text(spread)).toEqual(['2.400000', 12]);
    expect(text(swap)).toEqual(['1.360000', 7]);
    expect(text(conversion)).toEqual(['0.000000', 0]);
    expect(text(total)).toEqual(['3.800000', 19]);
  });

  test('a swap that is paid to the trader is below zero', () => {
    expect(text(costs({ side: 'sell' }).swap)).toEqual(['-0.240000', -1]);
  });

  test('an order that closes at once loses exactly the cost to open and close', () => {
    const loss = calculateProfit(spec, 'buy', toLots(20), sides.ask, sides.bid, ratioOne);
    const charged = calculateFee(spec, 'per-lot', toLots(20), sides.ask, ratioOne);
    expect(ticketCosts(ticket, charged, sides, spec, ratioOne).total.amount).toBe(charged - loss);
  });
});
