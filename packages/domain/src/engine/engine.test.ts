import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { formatMoney } from '../values/money.ts';

const { eurusd, gbpusd, usdjpy, eurjpy, index, unlevered } = testSpecs;

function quoted(options?: ConstructorParameters<typeof EngineScenario>[0]): EngineScenario {
  const scenario = new EngineScenario(options);
  scenario.quote(eurusd, '1.15283', '1.15295');
  return scenario;
}

describe('market orders', () => {
  test('a buy opens at the ask, is charged its fee, and holds its margin (R-ORD-01, R-ORD-13)', () => {
    const scenario = quoted();
    scenario.place(eurusd, { lots: '0.50' });
    expect(scenario.order(1)).toMatchObject({
      status: 'open',
      kind: 'market',
      openPrice: 115_295,
      margin: 576_475_000n,
    });
    expect(scenario.order(1)?.openQuote).toMatchObject({ seq: 1, bid: 115_283, ask: 115_295, source: 'test' });
    expect(scenario.balance).toBe('49996.500000');
  });

  test('a sell opens at the bid and closes at the ask', () => {
    const scenario = quoted();
    scenario.place(eurusd, { side: 'sell' });
    scenario.quote(eurusd, '1.15183', '1.15195');
    scenario.close(1);
    expect(scenario.events.at(-1)).toMatchObject({
      type: 'OrderClosed',
      order: { closePrice: 115_195, profit: 44_000_000n },
    });
    expect(scenario.balance).toBe('50040.500000');
  });

  test('opening and closing at one quote costs spread and fee only', () => {
    const scenario = quoted();
    scenario.place(eurusd, { lots: '0.50' });
    scenario.close(1);
    expect(scenario.balance).toBe('49990.500000');
  });

  test('opposite orders exist side by side (hedging, R-ORD-02)', () => {
    const scenario = quoted();
    scenario.place(eurusd, { side: 'buy' });
    scenario.place(eurusd, { side: 'sell' });
    expect([scenario.order(1)?.status, scenario.order(2)?.status]).toEqual(['open', 'open']);
  });
});

describe('refusals by precedence (R-ORD-18)', () => {
  const stale = { kind: 'open', ageMs: 5_001 } as const;
  const closed = { kind: 'closed', ageMs: Number.POSITIVE_INFINITY } as const;

  // Each row fixes the reason of the row before and keeps all later reasons.
  const wrong = { lots: '200.00', leverage: 7, seq: 99, stopLoss: '1.16000', takeProfit: '1.14000', market: closed };
  test.each([
    ['unknown-instrument', { ...wrong, instrumentId: 77 }],
    ['leverage-not-offered', wrong],
    ['lots-out-of-range', { ...wrong, leverage: 100 }],
    ['market-closed', { ...wrong, leverage: 100, lots: '0.50' }],
    ['price-stale', { ...wrong, leverage: 100, lots: '0.50', market: stale }],
    ['quote-outdated', { ...wrong, leverage: 100, lots: '0.50', market: undefined }],
    ['deviation-exceeded', { lots: '0.50', expected: { price: '1.15290', deviation: 4 }, stopLoss: '1.16000' }],
    ['target-price-at-market', { lots: '0.50', target: '1.15295', stopLoss: '1.16000' }],
    ['stop-loss-wrong-side', { lots: '0.50', stopLoss: '1.15283', takeProfit: '1.14000' }],
    ['take-profit-wrong-side', { lots: '0.50', stopLoss: '1.15282', takeProfit: '1.15283' }],
    ['not-enough-margin', { lots: '100.00', leverage: 20 }],
  ])('%s', (refusal, input) => {
    const { market, ...rest } = input as { market?: typeof closed | typeof stale | undefined };
    const scenario = quoted();
    const before = scenario.balance;
    expect(scenario.place(eurusd, market === undefined ? rest : { ...rest, market })).toBe(refusal);
    expect(scenario.balance).toBe(before);
    expect(scenario.state.lastOrderId).toBe(0);
  });

  test('no leverage configured, no price, too many orders, no conversion rate', () => {
    const scenario = quoted({ policy: { ordersMax: 1 } });
    expect(scenario.place(unlevered)).toBe('no-leverage');
    expect(scenario.place(gbpusd)).toBe('no-price');
    scenario.quote(eurjpy, '181.000', '181.020');
    expect(scenario.place(eurjpy)).toBe('no-conversion');
    scenario.place(eurusd);
    expect(scenario.place(eurusd)).toBe('too-many-orders');
  });

  test('a fill at a better price than expected is never refused', () => {
    const scenario = quoted();
    expect(scenario.place(eurusd, { expected: { price: '1.15395', deviation: 0 } })).not.toBe('deviation-exceeded');
  });

  test('required margin includes fee and spread: a cent more than the free margin is refused', () => {
    // 576.475 margin + 3.50 fee + 6.00 spread
    expect(quoted({ balance: '585.975' }).place(eurusd, { lots: '0.50' })).not.toBe('not-enough-margin');
    expect(quoted({ balance: '585.974999' }).place(eurusd, { lots: '0.50' })).toBe('not-enough-margin');
  });

  test('closing is refused for an unknown or pending order, too many lots, a closed market or a stale price', () => {
    const scenario = quoted();
    scenario.place(eurusd);
    scenario.place(eurusd, { target: '1.15000' });
    expect(scenario.close(9)).toBe('order-not-found');
    expect(scenario.close(2)).toBe('order-not-open');
    expect(scenario.close(1, '0.51')).toBe('close-lots-out-of-range');
    expect(scenario.close(1, undefined, closed)).toBe('market-closed');
    expect(scenario.close(1, undefined, { kind: 'open', ageMs: 10_001 })).toBe('price-stale');
    expect(scenario.close(1, undefined, { kind: 'open', ageMs: 10_000 })).not.toBe('price-stale');
  });
});

describe('stop loss and take profit (R-ORD-06, R-ORD-07)', () => {
  test('a stop loss fires at the executable price of the first quote through it; after a gap that price is worse', () => {
    const scenario = quoted();
    scenario.place(eurusd, { stopLoss: '1.15000' });
    expect(scenario.quote(eurusd, '1.15001', '1.15013')).toEqual([]);
    const [event] = scenario.quote(eurusd, '1.14900', '1.14912');
    expect(event).toMatchObject({ type: 'OrderClosed', order: { closeReason: 'stop-loss', closePrice: 114_900 } });
    expect(scenario.order(1)).toBeUndefined();
  });

  test('a take profit fires at its level or better', () => {
    const scenario = quoted();
    scenario.place(eurusd, { takeProfit: '1.15400' });
    expect(scenario.quote(eurusd, '1.15399', '1.15411')).toEqual([]);
    const [event] = scenario.quote(eurusd, '1.15405', '1.15417');
    expect(event).toMatchObject({ order: { closeReason: 'take-profit', closePrice: 115_405 } });
  });

  test('stops of a sell are tested on the ask', () => {
    const scenario = quoted();
    scenario.place(eurusd, { side: 'sell', stopLoss: '1.15400' });
    expect(scenario.quote(eurusd, '1.15387', '1.15399')).toEqual([]);
    expect(scenario.quote(eurusd, '1.15388', '1.15400')).toHaveLength(1);
  });

  test('an order opened by a quote is first tested on the next one', () => {
    const scenario = quoted();
    scenario.place(eurusd, { target: '1.15000', stopLoss: '1.14990' });
    const [fill, ...others] = scenario.quote(eurusd, '1.14980', '1.14992');
    expect(fill).toMatchObject({ type: 'OrderOpened' });
    expect(others).toEqual([]);
    expect(scenario.quote(eurusd, '1.14979', '1.14991')).toMatchObject([{ type: 'OrderClosed' }]);
  });

  test('stops can be set, moved and removed later, and a moved level no longer fires (R-ORD-08)', () => {
    const scenario = quoted();
    scenario.place(eurusd, { stopLoss: '1.15000' });
    scenario.amend(eurusd, 1, { stopLoss: '1.14000' });
    expect(scenario.quote(eurusd, '1.14900', '1.14912')).toEqual([]);
    expect(scenario.amend(eurusd, 1, { stopLoss: '1.14900' })).toBe('stop-loss-wrong-side');
    scenario.amend(eurusd, 1, {});
    expect(scenario.quote(eurusd, '1.13000', '1.13012')).toEqual([]);
  });
});

describe('pending orders (R-ORD-04, R-ORD-05)', () => {
  test.each([
    ['buy', '1.15000', 'limit'],
    ['buy', '1.16000', 'stop'],
    ['sell', '1.16000', 'limit'],
    ['sell', '1.15000', 'stop'],
  ] as const)('%s at %s is a %s', (side, target, kind) => {
    const scenario = quoted();
    scenario.place(eurusd, { side, target });
    expect(scenario.order(1)).toMatchObject({ kind, status: 'pending', margin: 0n });
  });

  test('a limit fills at its target or better, a stop at the first price through it', () => {
    const scenario = quoted();
    scenario.place(eurusd, { side: 'buy', target: '1.15000' });
    scenario.place(eurusd, { side: 'buy', target: '1.15500' });
    expect(scenario.quote(eurusd, '1.14970', '1.14990')).toMatchObject([{ order: { id: 1, openPrice: 114_990 } }]);
    expect(scenario.quote(eurusd, '1.15530', '1.15550')).toMatchObject([{ order: { id: 2, openPrice: 115_550 } }]);
  });

  test('stops of a tick come before its fills, each by order id (R-ORD-09)', () => {
    const scenario = quoted();
    scenario.place(eurusd, { side: 'buy', target: '1.15000' });
    scenario.place(eurusd, { stopLoss: '1.15000' });
    scenario.place(eurusd, { stopLoss: '1.15100' });
    const events = scenario.quote(eurusd, '1.14970', '1.14990');
    expect(events.map((event) => [event.type, 'order' in event && event.order.id])).toEqual([
      ['OrderClosed', 2],
      ['OrderClosed', 3],
      ['OrderOpened', 1],
    ]);
  });

  test('a fill that the free margin does not cover is cancelled with its reason', () => {
    const scenario = quoted({ balance: '500.00' });
    scenario.place(eurusd, { lots: '1.00', target: '1.15000' });
    const [event] = scenario.quote(eurusd, '1.14970', '1.14990');
    expect(event).toMatchObject({
      type: 'OrderCancelled',
      order: { status: 'cancelled', cancelReason: 'not-enough-margin' },
    });
    expect(scenario.balance).toBe('500.000000');
  });

  test('a pending order expires at its time, and a quote at that time does not fill it', () => {
    const scenario = quoted();
    expect(scenario.place(eurusd, { target: '1.15000', expiresAtMs: 1_000_001 })).toBe('expiry-in-past');
    scenario.place(eurusd, { target: '1.15000', expiresAtMs: 1_000_003 });
    expect(scenario.quote(eurusd, '1.15100', '1.15112')).toEqual([]);
    const [event, ...others] = scenario.quote(eurusd, '1.14970', '1.14990');
    expect(event).toMatchObject({ type: 'OrderExpired', order: { status: 'expired', endedAtMs: 1_000_003 } });
    expect(others).toEqual([]);
  });

  test('only a pending order can be cancelled', () => {
    const scenario = quoted();
    scenario.place(eurusd, { target: '1.15000' });
    scenario.place(eurusd);
    scenario.cancel(1);
    expect(scenario.order(1)).toBeUndefined();
    expect(scenario.cancel(1)).toBe('order-not-found');
    expect(scenario.cancel(2)).toBe('order-not-pending');
    expect(scenario.quote(eurusd, '1.14970', '1.14990')).toEqual([]);
  });
});

describe('partial closes and conversion', () => {
  test('partial closes sum to the whole (R-ORD-22)', () => {
    const scenario = quoted();
    scenario.place(eurusd, { lots: '0.07', leverage: 30 });
    const whole = scenario.order(1);
    scenario.close(1, '0.02');
    scenario.close(1, '0.03');
    scenario.close(1);
    const parts = scenario.events.flatMap((event) =>
      event.type === 'OrderReduced' ? [event.closed] : event.type === 'OrderClosed' ? [event.order] : [],
    );
    expect(parts.map((part) => part.lots)).toEqual([2, 3, 2]);
    expect(parts.reduce((sum, part) => sum + part.margin, 0n)).toBe(whole?.margin);
    expect(parts.reduce((sum, part) => sum + part.fee, 0n)).toBe(whole?.fee);
    expect(parts.slice(0, 2).map((part) => part.parentId)).toEqual([1, 1]);
  });

  test('a cross pair is converted at the mid price of its conversion pair', () => {
    const scenario = quoted();
    scenario.quote(usdjpy, '157.400', '157.410');
    scenario.quote(eurjpy, '181.000', '181.020');
    scenario.place(eurjpy, { lots: '0.30' });
    scenario.quote(eurjpy, '181.420', '181.440');
    scenario.close(1);
    const closed = scenario.events.at(-1);
    // 0.40 yen × 30,000 = 12,000 yen ÷ 157.405
    expect(closed?.type === 'OrderClosed' && formatMoney(closed.order.profit)).toBe('76.236460');
  });

  test('fixed margin per lot (R-ORD-10)', () => {
    const scenario = quoted();
    scenario.quote(index, '6642.1', '6642.5');
    scenario.place(index, { lots: '2.00' });
    expect(scenario.order(1)).toMatchObject({ margin: 1_000_000_000n });
  });
});
