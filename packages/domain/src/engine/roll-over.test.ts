import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { calculateSwap, nightsAtRoll } from '../calc/order-formulas.ts';
import { tradingDayStart } from '../calc/trading-day.ts';
import { ratioOne } from '../values/decimal.ts';
import type { OrderId } from '../values/ids.ts';
import { toLots } from '../values/lots.ts';
import { formatMoney } from '../values/money.ts';
import { rollOver } from './roll-over.ts';

const { eurusd, eurjpy, usdjpy } = testSpecs;
/** 17:00 New York on a day in November 2026, when New York is five hours behind UTC. */
const roll = (day: number) => Date.parse(`2026-11-${String(day).padStart(2, '0')}T22:00:00Z`);
const [tuesday, wednesday, thursday, friday, saturday, sunday] = [17, 18, 19, 20, 21, 22].map(roll);

describe('nights and amounts (R-ORD-14)', () => {
  test('one a night, three on Wednesday, none over the weekend; crypto one every night', () => {
    const days = [tuesday, wednesday, thursday, friday, saturday, sunday];
    expect(days.map((day) => nightsAtRoll({ swapTripleDay: 3 }, day ?? 0))).toEqual([1, 3, 1, 1, 0, 0]);
    expect(days.map((day) => nightsAtRoll({ swapTripleDay: null }, day ?? 0))).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('the roll is at 17:00 New York, in summer and winter', () => {
    expect(tradingDayStart(roll(18))).toBe(roll(18));
    expect(tradingDayStart(roll(18) - 1)).toBe(roll(17));
    expect(tradingDayStart(Date.parse('2026-07-15T21:00:00Z'))).toBe(Date.parse('2026-07-15T21:00:00Z'));
  });

  test('vector: −13.47 points, one lot, five nights are −67.35 dollars', () => {
    expect(formatMoney(calculateSwap(eurusd, 'buy', toLots(100), 5, ratioOne))).toBe('-67.350000');
    expect(formatMoney(calculateSwap(eurusd, 'sell', toLots(100), 1, ratioOne))).toBe('4.500000');
  });
});

describe('the roll', () => {
  /** One lot, opened an hour after a roll. */
  function held(afterMs: number | undefined): EngineScenario {
    const scenario = new EngineScenario({ startMs: (afterMs ?? 0) + 3_600_000 });
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '1.00' });
    return scenario;
  }
  const always = () => true;

  test('adds swap to the order, which counts in equity and is paid at the close', () => {
    const scenario = held(tuesday);
    const before = scenario.balance;
    rollOver(scenario.state, wednesday ?? 0, 0, always);
    expect(scenario.order(1)).toMatchObject({ swap: -40_410_000n, swapRollMs: wednesday });
    expect(scenario.balance).toBe(before);
    scenario.close(1);
    expect(scenario.events.at(-1)).toMatchObject({ order: { swap: -40_410_000n, profit: -12_000_000n } });
    expect(scenario.balance).toBe('49940.590000');
  });

  test('charges each order once, however often it runs, and no order opened after it', () => {
    const scenario = held(tuesday);
    rollOver(scenario.state, wednesday ?? 0, 0, always);
    expect(rollOver(scenario.state, wednesday ?? 0, 0, always).events).toEqual([]);
    expect(rollOver(scenario.state, 999, 0, always).events).toEqual([]);
    rollOver(scenario.state, thursday ?? 0, 0, always);
    expect(scenario.order(1)?.swap).toBe(-53_880_000n);
  });

  test('catches up on missed rolls one by one, each with its own nights', () => {
    const scenario = held(tuesday);
    const { events } = rollOver(scenario.state, sunday ?? 0, 0, always);
    expect(events.map((event) => 'order' in event && event.order.swapRollMs)).toEqual([
      wednesday,
      thursday,
      friday,
      saturday,
      sunday,
    ]);
    // Three nights, one and one; none over the weekend.
    expect(scenario.order(1)?.swap).toBe(-67_350_000n);
    expect(rollOver(scenario.state, sunday ?? 0, 0, always).events).toEqual([]);
  });

  test('charges an order opened at the roll, or between two missed ones, from the next roll on', () => {
    const scenario = new EngineScenario({ startMs: (thursday ?? 0) - 1 });
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '1.00' });
    expect(scenario.order(1)?.openedAtMs).toBe(thursday);
    rollOver(scenario.state, friday ?? 0, 0, always);
    expect(scenario.order(1)).toMatchObject({ swap: -13_470_000n, swapRollMs: friday });
  });

  test('charges all missed nights before checking margin, so that a stop-out in between skips none', () => {
    const scenario = new EngineScenario({ balance: '650.00', startMs: tuesday ?? 0 });
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '1.00', leverage: 200 });
    const { events } = rollOver(scenario.state, (wednesday ?? 0) + 70 * 86_400_000, 0, always);
    const types = events.map(({ type }) => type);
    expect(types.slice(0, 71)).toEqual(Array.from({ length: 71 }, () => 'SwapCharged'));
    expect(types.slice(71)).toContain('OrderClosed');
  });

  test('waits for a conversion rate', () => {
    const scenario = new EngineScenario({ startMs: wednesday ?? 0 });
    scenario.quote(usdjpy, '157.400', '157.410');
    scenario.quote(eurjpy, '181.000', '181.020');
    scenario.place(eurjpy, { lots: '1.00' });
    const quote = scenario.state.quotes.get(usdjpy.id);
    scenario.state.quotes.delete(usdjpy.id);
    expect(rollOver(scenario.state, thursday ?? 0, 0, always)).toMatchObject({ events: [], waiting: [1] });
    if (quote !== undefined) scenario.state.quotes.set(usdjpy.id, quote);
    expect(rollOver(scenario.state, thursday ?? 0, 0, always, [1 as OrderId]).waiting).toEqual([]);
    // −13.47 points of 0.001 yen on 100,000 are −1,347 yen ÷ 157.405
    expect(formatMoney(scenario.order(1)?.swap ?? (0n as never))).toBe('-8.557543');
  });

  test('splits an order’s swap over its parts, which sum to it', () => {
    const scenario = held(wednesday);
    rollOver(scenario.state, thursday ?? 0, 0, always);
    scenario.close(1, '0.33');
    scenario.close(1);
    const parts = scenario.events.flatMap((event) =>
      event.type === 'OrderReduced' ? [event.closed.swap] : event.type === 'OrderClosed' ? [event.order.swap] : [],
    );
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(-13_470_000n);
  });

  test('can stop out an account', () => {
    const scenario = new EngineScenario({ balance: '650.00', startMs: tuesday ?? 0 });
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '1.00', leverage: 200 });
    let events = rollOver(scenario.state, wednesday ?? 0, 0, always).events;
    for (let week = 1; events.every((event) => event.type !== 'OrderClosed') && week < 20; week += 1) {
      events = rollOver(scenario.state, (wednesday ?? 0) + week * 7 * 86_400_000, 0, always).events;
    }
    expect(events.map(({ type }) => type)).toContain('OrderClosed');
  });
});
