import { expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { AccountId, CompanyId } from '../values/ids.ts';
import { toMoney } from '../values/money.ts';
import { evolve } from './evolve.ts';
import { execute } from './execute.ts';
import { createState } from './state.ts';

const { eurusd } = testSpecs;

test('an expired demo returns its balance in a balanced posting, and the engine keeps none of its state (R-SES-29)', () => {
  const scenario = new EngineScenario({ balance: '10000.00' });
  const { state } = scenario;
  scenario.quote(eurusd, '1.15000', '1.15010');
  scenario.place(eurusd, { stopLoss: '1.10000' });
  scenario.place(eurusd, { target: '1.14000', expiresAtMs: 5_000_000 });
  const events = scenario.run({ type: 'ExpireDemo', ...scenario.source() });
  if (typeof events === 'string') throw new Error(events);
  expect(events.map(({ type }) => type)).toEqual(['OrderClosed', 'OrderCancelled', 'DemoExpired']);
  expect([...state.balances.values()].reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
  const kept = [
    state.accounts,
    state.orderAccounts,
    state.rules.limits,
    state.dirtyAccounts,
    state.expiries,
    state.waitingCloses,
  ];
  expect(kept.map(({ size }) => size)).toEqual([0, 0, 0, 0, 0, 0]);
  expect([...state.triggers.values(), ...state.watches.values()].every(({ size }) => size === 0)).toBe(true);
  expect([...state.balances.keys()].filter((key) => key.includes('/cash/'))).toEqual([]);
  const replayed = createState(Object.values(testSpecs), state.rules.fallback, 1);
  for (const event of scenario.events) evolve(replayed, event);
  expect([replayed.accounts, replayed.balances]).toEqual([state.accounts, state.balances]);
  expect(scenario.run({ type: 'ExpireDemo', ...scenario.source() })).toBe('account-not-found');
  const { accountId, atMs } = scenario.source();
  const demo = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD', grant: toMoney(50_000_000_000n) } as const;
  for (const each of [state, replayed])
    expect(execute(each, { type: 'OpenAccount', atMs, accountId, ...demo }, () => true)).toMatchObject({
      refusal: 'account-ended',
    });
});

test('a real account never expires (R-SES-29)', () => {
  const scenario = new EngineScenario({ realm: 'real' });
  expect(scenario.run({ type: 'ExpireDemo', ...scenario.source() })).toBe('only-demo-account');
});

test('an idle demo is an account and a balance; expired ones leave no state (R-SES-29)', () => {
  const { state } = new EngineScenario({ realm: 'real' });
  const sizes = () =>
    Object.fromEntries(
      Object.entries(state).flatMap(([name, held]) =>
        held instanceof Map || held instanceof Set ? [[name, held.size] as const] : [],
      ),
    );
  const before = sizes();
  const demo = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD', grant: toMoney(50_000_000_000n) } as const;
  const ids = Array.from({ length: 500 }, (_, index) => (1_000 + index) as AccountId);
  for (const accountId of ids) execute(state, { type: 'OpenAccount', atMs: 1, accountId, ...demo }, () => true);
  const opened = sizes();
  const grown = Object.keys(opened).filter((name) => opened[name] !== before[name]);
  expect(grown).toEqual(['accounts', 'balances']);
  expect((opened['balances'] ?? 0) - (before['balances'] ?? 0)).toBeLessThanOrEqual(ids.length + 1);
  for (const accountId of ids) execute(state, { type: 'ExpireDemo', atMs: 2, accountId }, () => true);
  // The company's side of the demo grants stays, one entry for all of them.
  expect({ ...sizes(), balances: 0 }).toEqual({ ...before, balances: 0 });
  expect((sizes()['balances'] ?? 0) - (before['balances'] ?? 0)).toBeLessThanOrEqual(1);
});
