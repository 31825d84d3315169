import { expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { depositOf } from '../../../../testkit/funds-commands.ts';
import { applyTransfers, cashKey, houseKey } from '../ledger/ledger.ts';
import { toMoney, zeroMoney } from '../values/money.ts';
import { evolve } from './evolve.ts';
import { createState } from './state.ts';

const { eurusd } = testSpecs;
/** A real account that holds an amount, in micros. */
function holding(micros: bigint): EngineScenario {
  const scenario = new EngineScenario({ realm: 'real' });
  const account = scenario.state.accounts.get(scenario.accountId);
  if (account === undefined) throw new Error('the scenario has its account');
  const [from, to] = [houseKey(account, 'deposits'), cashKey(account, account.id)];
  applyTransfers(scenario.state.balances, [{ kind: 'deposit', from, to, amount: toMoney(micros) }]);
  return scenario;
}

const close = (scenario: EngineScenario) => scenario.run({ type: 'CloseAccount', ...scenario.source() });

test('R-SES-42 an empty account is closed, its number is not used again, and a replay agrees', () => {
  const scenario = new EngineScenario({ realm: 'real' });
  const { state, accountId } = scenario;
  expect(close(scenario)).toMatchObject([{ type: 'AccountClosed', transfers: [] }]);
  expect([state.accounts.size, state.endedAccounts.has(accountId)]).toEqual([0, true]);
  expect(close(scenario)).toBe('account-not-found');
  const about = { tenantId: 1, realm: 'real', currency: 'USD', grant: zeroMoney } as const;
  expect(scenario.run({ type: 'OpenAccount', ...scenario.source(), ...about } as never)).toBe('account-ended');
  const replayed = createState(Object.values(testSpecs), state.rules.fallback, 1);
  for (const event of scenario.events) evolve(replayed, event);
  expect([replayed.accounts, replayed.balances]).toEqual([state.accounts, state.balances]);
});

test('R-SES-42 the rest of less than a cent is posted, so that every ledger stays balanced', () => {
  const scenario = holding(9_999n);
  expect(close(scenario)).toMatchObject([{ transfers: [{ kind: 'closing-remainder', amount: 9_999n }] }]);
  expect([...scenario.state.balances.values()].reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
});

test('R-SES-42 a demo, an order, a request or a cent each refuse it', () => {
  expect(close(new EngineScenario({ realm: 'demo' }))).toBe('only-real-account');
  const rich = holding(1_000_000_000n);
  expect(close(rich)).toBe('account-has-money');
  rich.run(depositOf(rich.source(), {}));
  expect(close(rich)).toBe('account-has-requests');
  rich.quote(eurusd, '1.15000', '1.15010');
  rich.place(eurusd, { target: '1.14000', expiresAtMs: 5_000_000 });
  expect(close(rich)).toBe('account-has-orders');
  expect(close(holding(10_000n))).toBe('account-has-money');
});
