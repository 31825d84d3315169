import { isOpen } from '@candor/domain/engine/order';
import { createState, type EngineState } from '@candor/domain/engine/state';
import { restoreRecord, stateRecords } from '@candor/domain/engine/state-records';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { formatMoney, parseMoney, zeroMoney } from '@candor/domain/values/money';
import { expect, test, vi } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { FundsScenario } from '../../../../testkit/funds-scenario.ts';
import { UnavailableError } from '../ports/journal.ts';
import { createLiveViews, createStoredViews } from './views.ts';

const company = 1 as CompanyId;
const unknown = 99 as AccountId;
const clock = { nowMs: () => 1, monotonicMs: () => 1 };
const stored = () => Promise.resolve();

const noPayments = { find: () => Promise.resolve(null) };

test('each stored view shows the moment it was asked at, and only once that moment is stored', async () => {
  const scenario = new FundsScenario('100');
  scenario.deposit({ externalId: 'tx-1' });
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  const views = createStoredViews(scenario.state, () => promise, undefined, noPayments);
  const settled = vi.fn<() => void>();
  const asked = [
    views.viewAccount(scenario.accountId),
    views.viewAccounts([scenario.accountId]),
    views.viewWithdrawable(scenario.accountId),
    views.viewPayment(company, 'tx-1'),
    views.waitingDeposits(company),
  ];
  for (const view of asked) view.then(settled, settled);
  await new Promise(setImmediate);
  expect(settled).not.toHaveBeenCalled();
  scenario.approve(2);
  release();
  const [account, , withdrawable, payment, waiting] = await Promise.all(asked);
  expect(account).toMatchObject({ fundsRequests: [{ kind: 'deposit', externalId: 'tx-1' }] });
  expect(waiting).toMatchObject([{ externalId: 'tx-1' }]);
  expect(withdrawable).toEqual({ amount: parseMoney('100'), isReleasable: true });
  expect(payment).toMatchObject({ claims: [{ externalId: 'tx-1' }], credited: null });
});

test('a stored view rejects if the decisions cannot be stored', async () => {
  const scenario = new FundsScenario();
  const views = createStoredViews(
    scenario.state,
    () => Promise.reject(new UnavailableError('no database')),
    undefined,
    noPayments,
  );
  await expect(views.viewAccount(scenario.accountId)).rejects.toThrow(UnavailableError);
});

test('an unknown account has no view', async () => {
  const { state } = new FundsScenario();
  const views = createStoredViews(state, stored, undefined, noPayments);
  expect(await views.viewAccounts([unknown])).toEqual([null]);
  expect(await views.viewWithdrawable(unknown)).toBeNull();
  const live = createLiveViews(state, clock);
  expect(await live.findAccount(unknown)).toBeNull();
  expect(await live.summaryOf(unknown)).toBeNull();
  expect(await live.findOrder(unknown, 1 as OrderId)).toBeNull();
  expect(await live.hasOrders(unknown)).toBe(false);
  expect(await live.heldBy(unknown)).toEqual(new Set());
});

test('waiting deposits are those of one company', async () => {
  const scenario = new FundsScenario();
  scenario.deposit();
  const views = createStoredViews(scenario.state, stored, undefined, noPayments);
  expect(await views.waitingDeposits(company)).toHaveLength(1);
  expect(await views.waitingDeposits(2 as CompanyId)).toEqual([]);
});

test('waiting deposits are read without a walk over accounts, also after a restart from a snapshot', async () => {
  const scenario = new FundsScenario();
  const depositing = scenario.accountId;
  scenario.deposit();
  const restored = createState(scenario.state.specs.values(), scenario.state.rules.policyOf(company), 1);
  for (const record of stateRecords(scenario.state)) restoreRecord(restored, record);
  for (const state of [scenario.state, restored]) {
    const only = state.accounts.get(depositing) ?? expect.fail('the account is open');
    // It looks up those accounts alone that have requests.
    const accounts = { get: (id: AccountId) => (id === depositing ? only : expect.fail('has no request')) };
    const blind = { ...state, accounts: accounts as unknown as EngineState['accounts'] };
    const views = createStoredViews(blind, stored, undefined, noPayments);
    expect(await views.waitingDeposits(company)).toHaveLength(1);
  }
  scenario.approve(1);
  expect(scenario.state.fundsAccounts.get(company)?.size).toBe(0);
});

test('R-FND-47 locked money is releasable by the state of the market that prices the position', async () => {
  const scenario = new FundsScenario('1000');
  scenario.quote(testSpecs.eurusd, '1.10000', '1.10010');
  scenario.place(testSpecs.eurusd, { lots: '0.10', leverage: 100 });
  const releasable = async (kind: 'open' | 'closed') => {
    const views = createStoredViews(scenario.state, stored, () => ({ kind, ageMs: 0 }), noPayments);
    return (await views.viewWithdrawable(scenario.accountId))?.isReleasable;
  };
  expect(await releasable('open')).toBe(true);
  scenario.withdraw('880');
  expect(await releasable('closed')).toBe(false);
});

test('live views show an account, its orders and their profit at once', async () => {
  const scenario = new FundsScenario('1000');
  scenario.quote(testSpecs.eurusd, '1.10000', '1.10010');
  const live = createLiveViews(scenario.state, clock);
  expect(await live.findAccount(scenario.accountId)).toEqual({
    id: scenario.accountId,
    tenantId: company,
    realm: 'real',
    currency: 'USD',
  });
  expect(await live.hasOrders(scenario.accountId)).toBe(false);
  scenario.place(testSpecs.eurusd, { lots: '0.10', leverage: 100 });
  const [id] = [...(scenario.state.accounts.get(scenario.accountId)?.orders.keys() ?? [])];
  const order = await live.findOrder(scenario.accountId, id as OrderId);
  if (order === null || !isOpen(order)) expect.fail('the order is open');
  scenario.quote(testSpecs.eurusd, '1.10100', '1.10110');
  expect(await live.hasOrders(scenario.accountId)).toBe(true);
  expect((await live.profitsOf([order])).map(formatMoney)).toEqual(['9.000000']);
  expect(await live.heldBy(scenario.accountId)).toEqual(new Set([testSpecs.eurusd.id]));
  expect((await live.summaryOf(scenario.accountId))?.equity).toBeGreaterThan(zeroMoney);
  expect(await live.exposureOf(company, 'real')).toMatchObject([{ spec: { id: testSpecs.eurusd.id }, orders: 1 }]);
});
