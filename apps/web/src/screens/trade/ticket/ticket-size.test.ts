import { ratioOne } from '@candor/domain/values/decimal';
import { toMoney } from '@candor/domain/values/money';
import { toPrice } from '@candor/domain/values/price';
import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import {
  amountOf,
  changedTicket,
  type SizeContext,
  shareOfBalance,
  shareOfMax,
  sizedTicket,
  sizeOf,
  ticketAtOnce,
} from './ticket-size.ts';
import { newTicket, type Ticket, withSideOrMode } from './ticket-state.ts';

const { eurusd: spec } = testSpecs;
const money = (amount: number) => toMoney(BigInt(Math.round(amount * 1e6)));
const zero = money(0);

function contextOf(balance: number, bid = 115_255): SizeContext {
  return {
    sides: { bid: toPrice(bid), ask: toPrice(bid + 12) },
    rate: ratioOne,
    feeType: 'per-lot',
    totals: { balance: money(balance), openProfit: zero, openSwap: zero, margin: zero },
  };
}

const context = contextOf(5_000);
const fresh = newTicket(spec, 100);
const onePercent = { by: 'percent', percentE2: 100 } as const;
const byRisk: Ticket = { ...fresh, isPreset: false, stopLoss: 115_024, risk: onePercent };

describe('lots by risk (R-SCR-28)', () => {
  test('follow the risk and the stop of the board: 1 % of 5,000.00 over 24.3 pips is 0.20', () => {
    const sized = sizedTicket(byRisk, context, spec);
    expect(sized.lots).toBe(20);
    expect(sizeOf(sized, context, spec).atStop).toBe(money(-50));
    expect(sizedTicket({ ...byRisk, risk: { by: 'money', amount: money(25) } }, context, spec).lots).toBe(10);
    expect(sizedTicket({ ...byRisk, stopLoss: 114_781 }, context, spec).lots).toBe(10);
  });

  test('follow the price, so that the loss at the stop is never more than the risk', () => {
    for (let bid = 115_100; bid <= 115_400; bid += 7) {
      const now = contextOf(5_000, bid);
      const { atStop } = sizeOf(sizedTicket(byRisk, now, spec), now, spec);
      expect(-(atStop ?? zero), String(bid)).toBeLessThanOrEqual(money(50));
    }
  });

  test('are the risk divided by the loss and the fee of one lot, as the ticket shows', () => {
    const sized = sizedTicket(byRisk, context, spec);
    expect(sizeOf(sized, context, spec).perLot).toEqual({ loss: money(243), fee: money(7) });
    expect(sizeOf({ ...sized, stopLoss: null }, context, spec).perLot).toBe(null);
  });

  test('are the smallest ones where these risk more already', () => {
    const sized = sizedTicket({ ...byRisk, risk: { by: 'money', amount: money(1) } }, context, spec);
    expect(sized.lots).toBe(spec.lotsMin);
    expect(sizeOf(sized, context, spec).atStop).toBe(money(-2.5));
  });

  test('stay as they are without a stop, with one on the wrong side, and without a balance', () => {
    for (const stopLoss of [null, 115_300]) {
      expect(sizedTicket({ ...byRisk, stopLoss }, context, spec).lots).toBe(fresh.lots);
      expect(sizeOf({ ...byRisk, stopLoss }, context, spec).atStop).toBeNull();
    }
    expect(sizedTicket(byRisk, contextOf(0), spec).lots).toBe(fresh.lots);
    expect(amountOf(onePercent, { totals: null })).toBeNull();
  });

  test('end with lots chosen by hand, and with the stop, whose last lots stay', () => {
    expect(changedTicket(byRisk, { lots: 33 }, 20, context)).toMatchObject({
      lots: 33,
      risk: undefined,
      stopLoss: 115_024,
    });
    expect(changedTicket(byRisk, { stopLoss: null }, 20, context)).toMatchObject({ lots: 20, risk: undefined });
    expect(changedTicket(byRisk, { stopLoss: 115_000 }, 20, context).risk).toBe(onePercent);
    expect(changedTicket(byRisk, { leverage: 50 }, 20, context).risk).toBe(onePercent);
  });

  test('keep the distance of the stop for the other side, and end with another kind of order', () => {
    const sell = changedTicket(byRisk, withSideOrMode(byRisk, { side: 'sell' }), 20, context);
    expect(sell).toMatchObject({ side: 'sell', stopLoss: 115_255 + 243, risk: onePercent });
    expect(sizedTicket(sell, context, spec).lots).toBe(20);
    const pending = changedTicket(byRisk, withSideOrMode(byRisk, { mode: 'pending' }), 20, context);
    expect(pending).toMatchObject({ mode: 'pending', stopLoss: null, risk: undefined, lots: 20 });
  });

  test('R-SCR-27 a result is a share of the balance', () => {
    expect(shareOfBalance(money(50), context)).toBe(100);
    expect(shareOfBalance(money(50), contextOf(0))).toBeNull();
  });
});

describe('lots against the account (R-SCR-27)', () => {
  test('name the largest order, its shares, and what is missing', () => {
    const size = sizeOf({ ...fresh, lots: 500 }, context, spec);
    const max = size.max ?? expect.fail('all figures are known');
    expect(max).toBeGreaterThan(400);
    expect(size.shortfall?.available).toBe(money(5_000));
    expect(size.shortfall?.needed).toBe(money(5_763.35 + 35 + 60));
    expect(sizeOf({ ...fresh, lots: max }, context, spec).shortfall).toBeNull();
    expect(sizeOf({ ...fresh, lots: max + 1 }, context, spec).shortfall).not.toBeNull();
    expect([4, 2, 1].map((parts) => shareOfMax(max, parts, spec))).toEqual([
      Math.floor(max / 4),
      Math.floor(max / 2),
      max,
    ]);
    expect(shareOfMax(3, 4, spec)).toBeNull();
    expect(shareOfMax(null, 1, spec)).toBeNull();
  });

  test('of a pending order are checked when it fills', () => {
    const pending: Ticket = { ...fresh, mode: 'pending', lots: 500, target: 114_000 };
    expect(sizeOf(pending, context, spec)).toMatchObject({ shortfall: null });
    expect(sizeOf(pending, context, spec).max).toBeGreaterThan(400);
    expect(sizeOf({ ...pending, target: null }, context, spec).max).toBeNull();
  });

  test('are a quarter of the largest as a preset that the account does not carry, until lots are chosen', () => {
    const poor = contextOf(200);
    const max = sizeOf(fresh, poor, spec).max ?? 0;
    expect(max).toBeLessThan(fresh.lots);
    expect(sizedTicket(fresh, poor, spec).lots).toBe(Math.floor(max / 4));
    expect(sizedTicket(fresh, context, spec).lots).toBe(fresh.lots);
    expect(sizedTicket(fresh, contextOf(0.5), spec).lots).toBe(spec.lotsMin);
    const chosen = changedTicket(fresh, { lots: 60 }, fresh.lots, poor);
    expect(sizedTicket(chosen, poor, spec).lots).toBe(60);
    expect(changedTicket(fresh, { leverage: 50 }, fresh.lots, poor).isPreset).toBe(true);
    const aimed: Ticket = { ...fresh, target: 115_000, isPresetTarget: true };
    expect(changedTicket(aimed, { target: 114_900 }, fresh.lots, poor).isPresetTarget).toBe(false);
    expect(changedTicket(aimed, { leverage: 50 }, fresh.lots, poor).isPresetTarget).toBe(true);
  });
});

describe('one tap on a side (R-SCR-95)', () => {
  const chosen: Ticket = { ...fresh, isPreset: false, lots: 20 };

  test('places the ticket at market, with its lots and the stops of its side', () => {
    const withStop = { ...chosen, stopLoss: 115_024 };
    expect(ticketAtOnce(withStop, 'buy', spec, context)).toMatchObject({
      side: 'buy',
      mode: 'market',
      lots: 20,
      stopLoss: 115_024,
    });
    expect(ticketAtOnce(chosen, 'sell', spec, context)).toMatchObject({ side: 'sell', lots: 20, stopLoss: null });
    const pending: Ticket = { ...chosen, mode: 'pending', target: 114_000 };
    expect(ticketAtOnce(pending, 'buy', spec, context)?.mode).toBe('market');
  });

  test('takes the lots by risk at the price of the tap', () => {
    expect(ticketAtOnce(byRisk, 'buy', spec, contextOf(5_000, 115_230))?.lots).toBe(22);
  });

  test('opens the ticket instead where something must be seen first', () => {
    expect(ticketAtOnce({ ...chosen, stopLoss: 115_024 }, 'sell', spec, context), 'stop of the other side').toBe(null);
    expect(ticketAtOnce({ ...chosen, stopLoss: 116_000 }, 'buy', spec, context), 'stop on the wrong side').toBe(null);
    expect(ticketAtOnce({ ...chosen, leverage: null }, 'buy', spec, context), 'no leverage').toBe(null);
    expect(ticketAtOnce({ ...chosen, lots: 5_000 }, 'buy', spec, context), 'not carried').toBe(null);
    expect(ticketAtOnce(chosen, 'buy', spec, { ...context, sides: null }), 'no price').toBe(null);
    expect(ticketAtOnce(chosen, 'buy', spec, { ...context, rate: null }), 'no rate').toBe(null);
    expect(ticketAtOnce(chosen, 'buy', spec, { ...context, totals: null }), 'no balance').toBe(null);
    const small: Ticket = { ...byRisk, risk: { by: 'money', amount: money(1) } };
    expect(ticketAtOnce(small, 'buy', spec, context), 'more than the risk').toBe(null);
    const pending: Ticket = { ...chosen, mode: 'pending', target: 114_000, stopLoss: 113_500 };
    expect(ticketAtOnce(pending, 'buy', spec, context), 'stop of a pending order').toBe(null);
  });
});
