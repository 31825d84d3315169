import { describe, expect, test } from 'vitest';
import { CostOracle } from '../../../../testkit/cost-oracle.ts';
import { EngineScenario, priceOf, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { nextTradingDayStart } from '../calc/trading-day.ts';
import type { AccountId, OrderId } from '../values/ids.ts';
import { parseMoney, toMoney } from '../values/money.ts';
import type { Alert, AlertAsk, AlertId, MarginAsk, ResultAsk, SwapAlert } from './alert.ts';
import { levelsOfAlert } from './alert.ts';
import { checkDueAlerts, dueAlertsMax, dueOrdersMax, firstCheckMs } from './due-alerts.ts';
import { evolve } from './evolve.ts';
import { createState } from './state.ts';
import { restoreRecord, stateRecords } from './state-records.ts';

const { eurusd, usdjpy, gbpusd } = testSpecs;

function quoted(): EngineScenario {
  const scenario = new EngineScenario();
  scenario.quote(eurusd, '1.15000', '1.15010');
  scenario.quote(usdjpy, '157.400', '157.410');
  return scenario;
}

const set = (scenario: EngineScenario, ask: AlertAsk) =>
  scenario.run({ type: 'SetAlert', ...scenario.source(), ...ask });
const money = (text: string) => parseMoney(text) ?? toMoney(0n);
const margin = (percent: number): MarginAsk => ({ kind: 'margin', percent });
const result = (when: ResultAsk['when'], amount: string, orderId = 1): ResultAsk => ({
  ...{ kind: 'profit', orderId: orderId as OrderId, when, amount: money(amount) },
});

describe('R-ALR-13 an alert on a move in percent', () => {
  const onePercent = { kind: 'percent', instrumentId: eurusd.id, quoteSide: 'bid', percentE2: 100 } as const;

  test.each([
    ['up', ['1.16149', '1.16150']],
    ['down', ['1.13851', '1.13850']],
  ] as const)('fires %s at the first quote that completes the move, once', (_, [before, at]) => {
    const scenario = quoted();
    set(scenario, onePercent);
    const oracle = new CostOracle(scenario.state);
    expect(oracle.run(() => scenario.quote(eurusd, before, '1.20000'))).toEqual([]);
    const events = oracle.run(() => scenario.quote(eurusd, at, '1.20000'));
    const quote = { bid: priceOf(eurusd, at), seq: 4 };
    expect(events).toMatchObject([{ type: 'AlertFired', alert: { from: priceOf(eurusd, '1.15000') }, quote }]);
    expect(oracle.run(() => scenario.quote(eurusd, '1.15000', '1.20000'))).toEqual([]);
    expect([...scenario.state.alertLevels.values()].map(({ size }) => size)).toEqual([0]);
  });

  test('has whole ticks at which the move is complete, and no level at or below zero', () => {
    const at = (from: number, percentE2: number) =>
      levelsOfAlert({ ...onePercent, percentE2, from, id: 1, accountId: 1, setAtMs: 0 } as unknown as Alert);
    expect(at(115_003, 1).map(({ price }) => price)).toEqual([115_003 + 12, 115_003 - 12]);
    expect(at(1, 1).map(({ price }) => price)).toEqual([2]);
  });
});

describe('R-ALR-14 an alert on the margin level', () => {
  test('fires once, at the quote that brings the level to it, and names both', () => {
    const scenario = quoted();
    scenario.place(eurusd, { lots: '1.00', leverage: 100 });
    const { state } = scenario;
    const alert = set(scenario, margin(500));
    expect(alert).toMatchObject([{ type: 'AlertSet' }]);
    const levelAt = (bid: string) => scenario.quote(eurusd, bid, '1.20000');
    let fired: ReturnType<typeof levelAt> = [];
    let bid = 115_000;
    while (fired.length === 0) {
      bid -= 1;
      fired = levelAt((bid / 100_000).toFixed(5));
    }
    expect(fired).toMatchObject([{ type: 'AlertFired', alert: { kind: 'margin' }, quote: { bid } }]);
    const event = fired[0];
    const figure = event?.type === 'AlertFired' ? (event.figure ?? 0n) : 0n;
    // One tick of a lot is a dollar: the level before was above.
    expect(figure).toBeLessThanOrEqual(50_000n);
    expect(figure).toBeGreaterThan(49_900n);
    expect(levelAt(((bid - 1) / 100_000).toFixed(5))).toEqual([]);
    expect(state.alertAccounts.size).toBe(0);
  });

  test('fires before the stop-out of the same quote, and not without positions', () => {
    const scenario = quoted();
    set(scenario, margin(90_000));
    expect(scenario.quote(eurusd, '1.00000', '1.00010')).toEqual([]);
    scenario.quote(eurusd, '1.15000', '1.15010');
    scenario.place(eurusd, { lots: '1.00', leverage: 100 });
    // The order brought the level to the alert: no quote did.
    expect(scenario.events.at(-1)).toMatchObject({ type: 'AlertFired', quote: null, alert: { kind: 'margin' } });
    set(scenario, margin(101));
    const types = scenario.quote(eurusd, '0.20000', '0.20010').map(({ type }) => type);
    expect(types.slice(0, 2)).toEqual(['AlertFired', 'OrderClosed']);
  });

  test('is refused while the level is there already', () => {
    const scenario = quoted();
    scenario.place(eurusd, { lots: '1.00', leverage: 100 });
    expect(set(scenario, margin(100_000))).toBe('alert-met');
  });
});

describe('R-ALR-15 an alert on the result of a position', () => {
  test.each([
    ['at-or-above', '50.00', '1.15059', '1.15060'],
    ['at-or-below', '-50.00', '1.14961', '1.14960'],
  ] as const)('%s %s fires at the first quote that brings it there, once', (when, amount, before, at) => {
    const scenario = quoted();
    scenario.place(eurusd, { lots: '1.00', leverage: 100 });
    set(scenario, result(when, amount));
    expect(scenario.quote(eurusd, before, '1.20000')).toEqual([]);
    const quote = { bid: priceOf(eurusd, at) };
    expect(scenario.quote(eurusd, at, '1.20000')).toMatchObject([{ type: 'AlertFired', figure: money(amount), quote }]);
    expect(scenario.quote(eurusd, '1.15000', '1.20000')).toEqual([]);
  });

  test('follows the conversion rate, and fires at the quote of the pair that converts', () => {
    const scenario = quoted();
    scenario.place(usdjpy, { lots: '1.00', leverage: 100 });
    scenario.quote(usdjpy, '157.500', '157.510');
    const profit = scenario.quote(usdjpy, '157.600', '157.610');
    expect(profit).toEqual([]);
    expect(set(scenario, result('at-or-above', '120.00'))).toBe('alert-met');
    set(scenario, result('at-or-below', '100.00'));
    expect(scenario.quote(usdjpy, '157.560', '157.570')).toMatchObject([{ type: 'AlertFired' }]);
  });

  test('ends without firing when its position ends, and stays while a part stays open', () => {
    const scenario = quoted();
    scenario.place(eurusd, { lots: '1.00', leverage: 100 });
    set(scenario, result('at-or-above', '5000.00'));
    scenario.close(1, '0.40');
    expect(scenario.state.alertAccounts.size).toBe(1);
    scenario.close(1);
    expect(scenario.state.alertAccounts.size).toBe(0);
    expect(scenario.events.filter(({ type }) => type === 'AlertFired')).toEqual([]);
  });

  test('is refused for an order that is not open', () => {
    const scenario = quoted();
    scenario.place(eurusd, { target: '1.10000' });
    expect(set(scenario, result('at-or-above', '1.00'))).toBe('order-not-open');
    expect(set(scenario, result('at-or-above', '1.00', 9))).toBe('order-not-found');
  });
});

/** Buys a lot of EUR/USD, whose nights cost 13.47 dollars (three on a Wednesday), and passes to an hour before a roll. */
function beforeRoll(amount: string) {
  const scenario = quoted();
  scenario.place(eurusd, { lots: '1.00', leverage: 100 });
  set(scenario, { kind: 'swap', amount: money(amount) });
  const alert = [...(scenario.state.accounts.get(scenario.accountId)?.alerts.values() ?? [])][0] as SwapAlert;
  return { scenario, alert };
}

describe('R-ALR-16 an alert on the swap of a night', () => {
  test('fires an hour before the roll if the positions cost that much, with the amount and no quote', () => {
    const { scenario, alert } = beforeRoll('13.47');
    const { state } = scenario;
    expect(nextTradingDayStart(alert.dueMs) - alert.dueMs).toBe(3_600_000 - scenario.accountId);
    expect(checkDueAlerts(state, alert.dueMs - 1, 1)).toEqual([]);
    expect(checkDueAlerts(state, alert.dueMs, 1)).toMatchObject([
      { type: 'AlertFired', alert: { kind: 'swap' }, quote: null },
    ]);
    expect(checkDueAlerts(state, alert.dueMs, 1)).toEqual([]);
  });

  test('waits for the next day if they cost less, if the night is past, and not while the time is unconfirmed', () => {
    const { scenario, alert } = beforeRoll('1000.00');
    const { state } = scenario;
    state.isTimeUnconfirmed = true;
    expect(checkDueAlerts(state, alert.dueMs, 1)).toEqual([]);
    state.isTimeUnconfirmed = false;
    const next = firstCheckMs(scenario.accountId, alert.dueMs);
    expect(checkDueAlerts(state, alert.dueMs, 1)).toMatchObject([{ type: 'AlertPostponed', alert: { dueMs: next } }]);
    expect(next).toBeGreaterThan(alert.dueMs + 80_000_000);
    const late = beforeRoll('0.01');
    const events = checkDueAlerts(late.scenario.state, nextTradingDayStart(late.alert.dueMs), 1);
    expect(events).toMatchObject([{ type: 'AlertPostponed' }]);
  });

  test(`checks at most ${dueAlertsMax} at a time, and then the rest`, () => {
    const { scenario } = beforeRoll('13.47');
    const { state, accountId } = scenario;
    for (let id = 2; id <= dueAlertsMax + 20; id += 1) {
      const alert = {
        id: id as AlertId,
        accountId,
        kind: 'swap',
        amount: money('1.00'),
        setAtMs: 1,
        dueMs: id,
      } as const;
      evolve(state, { type: 'AlertSet', atMs: 1, accountId, alert, transfers: [] });
    }
    expect(checkDueAlerts(state, 1_000, 1)).toHaveLength(dueAlertsMax);
    expect(checkDueAlerts(state, 1_000, 1)).toHaveLength(19);
  });
});

describe('R-ALR-16 the cost of a check', () => {
  /** Accounts with as many positions and alerts each, all due; counts the positions that are valued. */
  function due(accounts: number, orders: number, alerts: number) {
    const scenario = quoted();
    const { state } = scenario;
    for (let at = 0; at < orders; at += 1) scenario.place(eurusd, { lots: '0.01', leverage: 100 });
    const first = state.accounts.get(scenario.accountId);
    if (first === undefined) throw new Error('The account is open');
    let visits = 0;
    for (let at = 0; at < accounts; at += 1) {
      const id = (scenario.accountId + at) as AccountId;
      const held = new Map(first.orders);
      const values = held.values.bind(held);
      held.values = () => {
        visits += held.size;
        return values();
      };
      state.accounts.set(id, { ...first, id, orders: held, alerts: new Map() });
      for (let set = 0; set < alerts; set += 1) {
        const alertId = (1 + at * alerts + set) as AlertId;
        const base = { id: alertId, accountId: id, setAtMs: 1, dueMs: firstCheckMs(id, scenario.nowMs) };
        const alert = { ...base, kind: 'swap', amount: money('900000.00') } as const;
        evolve(state, { type: 'AlertSet', atMs: 1, accountId: id, alert, transfers: [] });
      }
    }
    const events = checkDueAlerts(state, firstCheckMs((scenario.accountId + accounts) as AccountId, scenario.nowMs), 1);
    return { events: events.length, visits };
  }

  test('is that of its positions once, whatever the number of its alerts', () => {
    expect(due(1, 20, 1)).toEqual({ events: 1, visits: 20 });
    expect(due(1, 20, 50)).toEqual({ events: 50, visits: 20 });
  });

  test(`begins no further account after ${dueOrdersMax} orders`, () => {
    expect(due(60, 20, 1)).toEqual({ events: dueOrdersMax / 20, visits: dueOrdersMax });
  });
});

test('R-ALR-18 alerts of every kind are rebuilt by the events and by a snapshot, and fire after it as before', () => {
  const scenario = quoted();
  scenario.place(eurusd, { lots: '1.00', leverage: 100 });
  set(scenario, { kind: 'percent', instrumentId: eurusd.id, quoteSide: 'ask', percentE2: 50 });
  set(scenario, margin(300));
  set(scenario, result('at-or-above', '70.00'));
  set(scenario, { kind: 'swap', amount: money('900.00') });
  const replayed = createState(Object.values(testSpecs), testPolicy, 1);
  for (const event of scenario.events) evolve(replayed, event);
  const restored = createState(Object.values(testSpecs), testPolicy, 1);
  for (const record of stateRecords(scenario.state)) restoreRecord(restored, record);
  for (const state of [replayed, restored]) {
    expect([...stateRecords(state)]).toEqual([...stateRecords(scenario.state)]);
    expect(state.alertTimes.size).toBe(1);
    expect(state.alertLevels.get(eurusd.id)?.size).toBe(2);
  }
});

/** Accounts with a position and an alert on its result and one on the margin level, both far away. */
function watched(count: number): EngineScenario {
  const scenario = quoted();
  scenario.quote(gbpusd, '1.30000', '1.30010');
  for (let id = 2; id <= count; id += 1) {
    const accountId = id as AccountId;
    const account = { tenantId: 1 as never, realm: 'demo', currency: 'USD', grant: money('10000.00') } as const;
    scenario.run({ type: 'OpenAccount', atMs: scenario.nowMs, accountId, ...account });
    scenario.place(eurusd, { lots: '0.10', leverage: 100, accountId: id });
    const orderId = scenario.state.lastOrderId as OrderId;
    const source = { ...scenario.source(), accountId };
    scenario.run({ type: 'SetAlert', ...source, ...margin(300) });
    scenario.run({ type: 'SetAlert', ...source, ...result('at-or-above', '900.00', orderId) });
  }
  return scenario;
}

test('R-ALR-17 alerts on figures cost a quiet quote nothing, at 200 and 400 watched accounts', () => {
  for (const count of [200, 400]) {
    const world = watched(count);
    const before = { ...world.state.work };
    expect(world.quote(eurusd, '1.15100', '1.15110')).toEqual([]);
    expect(world.quote(gbpusd, '1.30100', '1.30110')).toEqual([]);
    expect(world.state.work).toEqual(before);
  }
});
