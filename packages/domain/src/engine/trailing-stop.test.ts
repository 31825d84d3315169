import { describe, expect, test } from 'vitest';
import { EngineScenario, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { toLots } from '../values/lots.ts';
import { formatPrice, toPrice } from '../values/price.ts';
import { evolve } from './evolve.ts';
import { createState } from './state.ts';

const { eurusd } = testSpecs;

/** A long and a short position at 1.15000/1.15010, each with a stop that trails by 200 ticks: steps of 20. */
function trailing(stops: { takeProfit?: string } = {}) {
  const scenario = new EngineScenario();
  scenario.quote(eurusd, '1.15000', '1.15010');
  scenario.place(eurusd, { side: 'buy' });
  scenario.place(eurusd, { side: 'sell' });
  scenario.amend(eurusd, 1, { ...stops, trailing: 200 });
  scenario.amend(eurusd, 2, { trailing: 200 });
  const stopOf = (id: number) => scenario.order(id)?.stopLoss;
  return { scenario, stopOf };
}

describe('R-ORD-34 a trailing stop', () => {
  test('starts at its distance from the closing price', () => {
    const { stopOf } = trailing();
    expect([stopOf(1), stopOf(2)]).toEqual([114_800, 115_210]);
  });

  test('follows the price in steps of a tenth of its distance, and never goes back', () => {
    const { scenario, stopOf } = trailing();
    const stops = ['1.15019', '1.15020', '1.15030', '1.15039', '1.15041', '1.15000'].map((bid) => {
      scenario.quote(eurusd, bid, '1.15060');
      return stopOf(1);
    });
    expect(stops).toEqual([114_800, 114_820, 114_820, 114_820, 114_841, 114_841]);
    const moved = scenario.events.filter(({ type }) => type === 'StopTrailed');
    expect(moved).toMatchObject([
      { order: { id: 1, stopLoss: 114_820, trailing: 200 }, quote: { bid: 115_020 }, transfers: [] },
      { order: { id: 1, stopLoss: 114_841, trailing: 200 }, quote: { bid: 115_041 }, transfers: [] },
    ]);
  });

  test('of a short position follows the ask down, and closes at the quote that turns', () => {
    const { scenario, stopOf } = trailing();
    scenario.quote(eurusd, '1.14890', '1.14900');
    expect(stopOf(2)).toBe(115_100);
    scenario.quote(eurusd, '1.15095', '1.15105');
    expect(scenario.events.at(-1)).toMatchObject({
      type: 'OrderClosed',
      order: { id: 2, closeReason: 'stop-loss', closePrice: 115_105 },
    });
  });

  test('gives way to a take-profit that the same quote has reached', () => {
    const { scenario, stopOf } = trailing({ takeProfit: '1.15100' });
    scenario.quote(eurusd, '1.15050', '1.15060');
    expect(stopOf(1)).toBe(114_850);
    scenario.quote(eurusd, '1.15200', '1.15210');
    const closed = scenario.events.filter(({ type }) => type === 'OrderClosed');
    expect(closed).toMatchObject([{ order: { id: 1, closeReason: 'take-profit' } }, { order: { id: 2 } }]);
  });

  test('waits behind a nearer take-profit without a level of its own', () => {
    const { scenario, stopOf } = trailing({ takeProfit: '1.15010' });
    scenario.quote(eurusd, '1.15009', '1.15019');
    expect(stopOf(1)).toBe(114_800);
    scenario.amend(eurusd, 1, { stopLoss: '1.14800' });
    scenario.quote(eurusd, '1.15030', '1.15040');
    expect(stopOf(1)).toBe(114_830);
  });

  test('does not go back for a caller that does not mention trailing', () => {
    const { scenario, stopOf } = trailing();
    scenario.quote(eurusd, '1.15100', '1.15110');
    scenario.amend(eurusd, 1, { stopLoss: '1.14800', takeProfit: '1.16000' });
    expect(scenario.order(1)).toMatchObject({ stopLoss: 114_900, takeProfit: 116_000, trailing: 200 });
    scenario.amend(eurusd, 1, { stopLoss: '1.14950' });
    expect(stopOf(1)).toBe(114_950);
    scenario.quote(eurusd, '1.15160', '1.15170');
    expect(stopOf(1)).toBe(114_950);
    scenario.quote(eurusd, '1.15170', '1.15180');
    expect(stopOf(1)).toBe(114_970);
    scenario.quote(eurusd, '1.14890', '1.14900');
    scenario.amend(eurusd, 2, { stopLoss: '1.15210' });
    expect(stopOf(2)).toBe(115_100);
    scenario.amend(eurusd, 2, { stopLoss: '1.15050' });
    expect(stopOf(2)).toBe(115_050);
  });

  test('ends, or loses one stop, also while the market is closed: what stays needs no price', () => {
    const { scenario, stopOf } = trailing({ takeProfit: '1.15500' });
    const closed = { kind: 'closed', ageMs: 0 } as const;
    const asked = { stopLoss: '1.14800', takeProfit: '1.15500' };
    expect(scenario.amend(eurusd, 1, { ...asked, stopLoss: '1.14900', market: closed })).toBe('market-closed');
    expect(scenario.amend(eurusd, 1, { ...asked, trailing: 300, market: closed })).toBe('market-closed');
    expect(scenario.amend(eurusd, 1, { takeProfit: '1.15500', trailing: 200, market: closed })).toBe('market-closed');
    scenario.amend(eurusd, 1, { ...asked, trailing: null, market: closed });
    expect(scenario.order(1)).toMatchObject({ stopLoss: 114_800, takeProfit: 115_500 });
    expect(scenario.order(1)).not.toHaveProperty('trailing');
    scenario.amend(eurusd, 1, { stopLoss: '1.14800', market: closed });
    expect(scenario.order(1)).toMatchObject({ stopLoss: 114_800, takeProfit: null });
    scenario.amend(eurusd, 2, { trailing: null, keepsStop: true, market: closed });
    expect(stopOf(2)).toBe(115_210);
  });

  test('ends with its stop-loss, or when its caller says so', () => {
    const { scenario } = trailing();
    scenario.amend(eurusd, 1, { stopLoss: '1.14700', trailing: null });
    expect(scenario.order(1)).not.toHaveProperty('trailing');
    expect(scenario.order(1)?.stopLoss).toBe(114_700);
    scenario.amend(eurusd, 2, { takeProfit: '1.14000' });
    expect(scenario.order(2)).not.toHaveProperty('trailing');
    scenario.quote(eurusd, '1.15500', '1.15510');
    expect(scenario.events.some(({ type }) => type === 'StopTrailed')).toBe(false);
  });

  test.each([1, 9, 10, 15, 19, 20, 29])(
    'at %i ticks moves by a tenth, rounded down, and at least a tick',
    (distance) => {
      const scenario = new EngineScenario();
      const at = (bid: number) =>
        scenario.quote(eurusd, formatPrice(toPrice(bid), 5), formatPrice(toPrice(bid + 10), 5));
      at(115_000);
      scenario.place(eurusd, { side: 'buy' });
      scenario.amend(eurusd, 1, { trailing: distance });
      const step = distance < 20 ? 1 : 2;
      for (let bid = 115_000; bid <= 115_007; bid += 1) {
        at(bid);
        expect(scenario.order(1)?.stopLoss, String(bid)).toBe(bid - ((bid - 115_000) % step) - distance);
      }
    },
  );

  test('ends where it is for a caller that names no level', () => {
    const { scenario, stopOf } = trailing();
    scenario.quote(eurusd, '1.15100', '1.15110');
    scenario.amend(eurusd, 1, { trailing: null, keepsStop: true });
    expect(scenario.order(1)).not.toHaveProperty('trailing');
    expect(stopOf(1)).toBe(114_900);
  });

  test('is refused with a distance that leaves no price, and on the wrong side', () => {
    const { scenario } = trailing();
    scenario.place(eurusd, { side: 'sell', target: '1.15100' });
    const refused = 'stop-loss-wrong-side';
    for (const [id, price] of [
      [1, 115_000],
      [2, 115_010],
      [3, 115_100],
    ] as const) {
      for (const distance of [price, price + 1, Number.MAX_SAFE_INTEGER])
        expect(scenario.amend(eurusd, id, { trailing: distance }), `${id} ${distance}`).toBe(refused);
      const stopLoss = id === 1 ? '1.14000' : '1.16000';
      expect(scenario.amend(eurusd, id, { stopLoss, trailing: price })).toBe(refused);
      expect(typeof scenario.amend(eurusd, id, { trailing: price - 1 }), String(id)).not.toBe('string');
    }
    expect(scenario.amend(eurusd, 1, { stopLoss: '1.15000', trailing: 10 })).toBe('stop-loss-wrong-side');
  });

  test('of a pending order starts to follow once that is open', () => {
    const { scenario } = trailing();
    scenario.place(eurusd, { side: 'buy', target: '1.14950' });
    scenario.amend(eurusd, 3, { trailing: 100 });
    expect(scenario.order(3)).toMatchObject({ stopLoss: 114_850, trailing: 100 });
    scenario.quote(eurusd, '1.14930', '1.14940');
    scenario.quote(eurusd, '1.14970', '1.14980');
    expect(scenario.order(3)).toMatchObject({ status: 'open', stopLoss: 114_870 });
  });

  test('goes on with what a partial close leaves, and is the same after a replay of the events', () => {
    const { scenario } = trailing();
    scenario.quote(eurusd, '1.15100', '1.15110');
    scenario.close(1, '0.20');
    scenario.quote(eurusd, '1.15200', '1.15210');
    expect(scenario.order(1)).toMatchObject({ lots: toLots(30), stopLoss: 115_000, trailing: 200 });
    const replayed = createState(Object.values(testSpecs), testPolicy, 1);
    for (const event of scenario.events) evolve(replayed, event);
    expect(replayed.accounts.get(scenario.accountId)?.orders).toEqual(
      scenario.state.accounts.get(scenario.accountId)?.orders,
    );
    expect(replayed.triggers.get(eurusd.id)?.size).toBe(scenario.state.triggers.get(eurusd.id)?.size);
  });

  test('costs nothing while no step is reached', () => {
    const { scenario } = trailing();
    const before = scenario.state.work.heapSteps;
    for (let pip = 0; pip < 50; pip += 1) scenario.quote(eurusd, '1.15010', '1.15020');
    expect(scenario.state.work.heapSteps).toBe(before);
  });
});
