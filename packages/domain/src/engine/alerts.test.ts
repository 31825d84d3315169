import { describe, expect, test } from 'vitest';
import { CostOracle } from '../../../../testkit/cost-oracle.ts';
import { EngineScenario, priceOf, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { AccountId, CompanyId } from '../values/ids.ts';
import { zeroMoney } from '../values/money.ts';
import { toPrice } from '../values/price.ts';
import { type Alert, type AlertId, alertsMax } from './alert.ts';
import { evolve } from './evolve.ts';
import { createState } from './state.ts';
import type { Level } from './triggers/level-book.ts';

const { eurusd, gbpusd } = testSpecs;

type Side = Level['quoteSide'];

function setAlert(scenario: EngineScenario, quoteSide: Side, when: 'above' | 'below', price: string, accountId = 1) {
  const about = { instrumentId: eurusd.id, quoteSide, when: `at-or-${when}`, price: priceOf(eurusd, price) } as const;
  return scenario.run({ type: 'SetAlert', ...scenario.source(), accountId: accountId as AccountId, ...about });
}

function quoted(options: ConstructorParameters<typeof EngineScenario>[0] = {}): EngineScenario {
  const scenario = new EngineScenario(options);
  scenario.quote(eurusd, '1.15000', '1.15010');
  return scenario;
}

describe('R-ALR-02 a price alert', () => {
  test.each([
    ['bid', 'above', '1.15050', ['1.15049', '1.15050']],
    ['ask', 'above', '1.15050', ['1.15039', '1.15040']],
    ['bid', 'below', '1.14950', ['1.14951', '1.14950']],
    ['ask', 'below', '1.14950', ['1.14941', '1.14940']],
  ] as const)('of the %s at or %s %s fires at the first quote that reaches it, once', (side, when, price, bids) => {
    const scenario = quoted();
    setAlert(scenario, side, when, price);
    const askOf = (bid: string) => (Number(bid) + 0.0001).toFixed(5);
    expect(scenario.quote(eurusd, bids[0], askOf(bids[0]))).toEqual([]);
    scenario.quote(gbpusd, bids[1], askOf(bids[1]));
    const events = scenario.quote(eurusd, bids[1], askOf(bids[1]));
    expect(events).toMatchObject([
      {
        type: 'AlertFired',
        atMs: scenario.nowMs,
        alert: { id: 1, price: priceOf(eurusd, price) },
        quote: { seq: 4, source: 'test', timeMs: scenario.nowMs, bid: priceOf(eurusd, bids[1]) },
      },
    ]);
    expect(scenario.quote(eurusd, bids[1], askOf(bids[1]))).toEqual([]);
    expect(scenario.state.alertAccounts.size).toBe(0);
  });

  test('does not fire at a quote outside its session', () => {
    const open = { isWithin: true };
    const scenario = quoted({ sessions: { isWithin: () => open.isWithin } });
    setAlert(scenario, 'bid', 'above', '1.15050');
    open.isWithin = false;
    expect(scenario.quote(eurusd, '1.16000', '1.16010')).toEqual([]);
    open.isWithin = true;
    expect(scenario.quote(eurusd, '1.15060', '1.15070')).toMatchObject([{ type: 'AlertFired' }]);
  });

  test('moves no money and asks for no margin check', () => {
    const scenario = quoted();
    scenario.place(eurusd);
    const checks = scenario.state.work.accountChecks;
    setAlert(scenario, 'bid', 'above', '1.15005');
    scenario.quote(eurusd, '1.15005', '1.15015');
    expect(scenario.events.at(-1)).toMatchObject({ type: 'AlertFired', transfers: [] });
    expect(scenario.state.work.accountChecks).toBe(checks);
  });

  test('is rebuilt by the events alone, fired or not', () => {
    const scenario = quoted();
    for (const price of ['1.15020', '1.15030', '1.15040']) setAlert(scenario, 'bid', 'above', price);
    scenario.quote(eurusd, '1.15025', '1.15035');
    scenario.run({ type: 'RemoveAlert', ...scenario.source(), alertId: 2 as AlertId });
    const replayed = createState(Object.values(testSpecs), testPolicy, 1);
    for (const event of scenario.events) evolve(replayed, event);
    const alertsOf = ({ accounts }: typeof replayed) => [...(accounts.get(scenario.accountId)?.alerts.values() ?? [])];
    expect(alertsOf(replayed).map(({ id }) => id)).toEqual([3]);
    expect(alertsOf(replayed)).toEqual(alertsOf(scenario.state));
    expect(replayed.lastAlertId).toBe(3);
  });

  test('stays at a reset and ends with its demo', () => {
    const scenario = quoted();
    setAlert(scenario, 'bid', 'above', '1.15020');
    scenario.run({ type: 'ResetDemo', ...scenario.source(), grant: zeroMoney });
    expect(scenario.state.alertAccounts.size).toBe(1);
    scenario.run({ type: 'ExpireDemo', ...scenario.source() });
    expect(scenario.state.alertAccounts.size).toBe(0);
    expect(scenario.quote(eurusd, '1.16000', '1.16010')).toEqual([]);
  });
});

test(`R-ALR-01 an account has at most ${alertsMax} alerts, and removes its own alone`, () => {
  const scenario = quoted();
  const other = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD', grant: zeroMoney } as const;
  scenario.run({ type: 'OpenAccount', atMs: scenario.nowMs, accountId: 2 as AccountId, ...other });
  for (let count = 0; count < alertsMax; count += 1) setAlert(scenario, 'bid', 'above', '1.20000');
  expect(setAlert(scenario, 'bid', 'above', '1.20000')).toBe('too-many-alerts');
  expect(setAlert(scenario, 'bid', 'above', '1.20000', 2)).toMatchObject([{ alert: { id: alertsMax + 1 } }]);
  const remove = (accountId: number) =>
    scenario.run({ type: 'RemoveAlert', atMs: 1, accountId: accountId as AccountId, alertId: 1 as AlertId });
  expect(remove(2)).toBe('alert-not-found');
  expect(remove(1)).toMatchObject([{ type: 'AlertRemoved' }]);
  expect(setAlert(scenario, 'bid', 'above', '1.20000')).toMatchObject([{ type: 'AlertSet' }]);
});

/** One account after another with all its alerts, at levels ever further from the price. */
function withAlerts(count: number): EngineScenario {
  const scenario = quoted();
  const { state, accountId } = scenario;
  const about = { accountId, instrumentId: eurusd.id, quoteSide: 'bid', when: 'at-or-above', setAtMs: 1 } as const;
  for (let id = 1; id <= count; id += 1) {
    const alert: Alert = { id: id as AlertId, ...about, price: toPrice(115_100 + id) };
    evolve(state, { type: 'AlertSet', atMs: 1, accountId, alert, transfers: [] });
  }
  return scenario;
}

test('R-ALR-03 a quiet tick costs nothing, and one that fires costs what it fires, at 1,000 and 2,000 alerts', () => {
  const [quiet, firing] = [1_000, 2_000]
    .map((count) => {
      const scenario = withAlerts(count);
      const oracle = new CostOracle(scenario.state);
      const spent = (bid: string, ask: string) => {
        const before = scenario.state.work.heapSteps;
        const events = oracle.run(() => scenario.quote(eurusd, bid, ask));
        return { steps: scenario.state.work.heapSteps - before, fired: events.length };
      };
      return { quiet: spent('1.15050', '1.15060'), fired: spent('1.15101', '1.15111') };
    })
    .reduce<[number[], number[]]>(
      (sums, { quiet: calm, fired }) => {
        expect([calm.fired, fired.fired]).toEqual([0, 1]);
        return [
          [...sums[0], calm.steps],
          [...sums[1], fired.steps],
        ];
      },
      [[], []],
    );
  expect(quiet).toEqual([0, 0]);
  // One level deeper.
  expect(firing[1] ?? 0).toBeLessThanOrEqual((firing[0] ?? 0) + 2);
});
