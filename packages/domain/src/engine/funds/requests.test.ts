import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { dollars, operator, rateOne, toE8 } from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import type { AccountId } from '../../values/ids.ts';
import type { ProposeCorrection, RequestDeposit, RequestWithdrawal } from './funds-command.ts';

const { eurusd } = testSpecs;
const demo = 9 as AccountId;
const full = 7 as AccountId;

/** An account with 1,000 dollars, a demo account, and one with the maximum number of requests. */
function crowded(): FundsScenario {
  const scenario = new FundsScenario('1000');
  scenario.openOther(demo, 'demo');
  scenario.openOther(full);
  scenario.deposit({ accountId: full, paid: toE8('500') });
  scenario.run({ ...fullApproval(scenario), type: 'ApproveFunds', by: operator(1) });
  for (let at = 0; at < 20; at += 1) {
    scenario.deposit({ accountId: full });
    scenario.withdraw('2', { accountId: full });
    scenario.correct('1', { accountId: full });
  }
  return scenario;
}

function fullApproval(scenario: FundsScenario) {
  const [funds] = [...(scenario.state.accounts.get(full)?.funds.values() ?? [])];
  if (funds === undefined) throw new Error('The test has made no request');
  return { ...scenario.source(), accountId: full, fundsId: funds.id, payloadHash: funds.payloadHash };
}

/**
 * Rows of refusals; each row is invalid in its own way and in those of all rows below, so that the first reason is
 * returned.
 */
function inOrder<Command>(rows: readonly (readonly [string, Partial<Command>])[]) {
  return rows.map(([refusal], at): [string, Partial<Command>] => {
    const broken = rows.slice(at).map(([, change]) => change);
    return [refusal, Object.assign({}, ...broken.toReversed()) as Partial<Command>];
  });
}

describe('a deposit is refused, first reason first (R-FND-10)', () => {
  test.each(
    inOrder<RequestDeposit>([
      ['only-real-account', { accountId: demo }],
      ['too-many-funds-requests', { accountId: full }],
      ['funds-amount-out-of-range', { paid: 0n, credit: dollars('100') }],
      ['funds-amount-out-of-range', { paid: toE8('100'), rate: 0n, credit: dollars('100') }],
      ['funds-amount-out-of-range', { rate: 1n, credit: dollars('1000000000.000001') }],
      ['payload-changed', { rate: rateOne, credit: dollars('100.000001') }],
      ['deposit-known', { externalId: 'BTC:1:0', credit: dollars('100') }],
    ]),
  )('%s', (refusal, changes) => {
    const scenario = crowded();
    scenario.deposit({ externalId: 'btc:1:0' });
    const [id] = [...(scenario.state.accounts.get(scenario.accountId)?.funds.keys() ?? [])];
    scenario.approve(Number(id) - 1_000_000);
    expect(scenario.balance).toBe('1100.000000');
    expect(scenario.deposit(changes)).toBe(refusal);
  });

  test('the maximum amount is accepted', () => {
    const scenario = new FundsScenario();
    const paid = toE8('1000000000');
    expect(scenario.deposit({ paid })).toMatchObject([{ type: 'DepositRequested', funds: { status: 'waiting' } }]);
    expect(scenario.balance).toBe('0.000000');
  });
});

describe('a withdrawal is refused, first reason first (R-FND-03, R-FND-10)', () => {
  test.each(
    inOrder<RequestWithdrawal>([
      ['only-real-account', { accountId: demo }],
      ['too-many-funds-requests', { accountId: full }],
      ['funds-amount-out-of-range', { amount: dollars('0') }],
      ['funds-amount-out-of-range', { amount: dollars('1000000000.000001') }],
      ['funds-amount-out-of-range', { amount: dollars('1001'), fee: dollars('-1') }],
      ['funds-amount-out-of-range', { rate: 0n }],
      ['payload-changed', { rate: rateOne, received: 1n }],
      ['funds-nothing-received', { fee: dollars('1001'), received: 0n }],
      ['not-enough-funds', {}],
    ]),
  )('%s', (refusal, changes) => {
    expect(crowded().withdraw('1001', changes)).toBe(refusal);
  });

  test('a missing price refuses it: the withdrawable amount is unknown', () => {
    const scenario = new FundsScenario('1000');
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '0.10' });
    scenario.state.quotes.clear();
    expect(scenario.withdraw('2000')).toBe('no-price');
    scenario.quote(eurusd, '1.15283', '1.15295');
    expect(scenario.withdraw('2000')).toBe('not-enough-funds');
  });
});

describe('a correction is refused, first reason first (R-FND-07, R-FND-10)', () => {
  test.each(
    inOrder<ProposeCorrection>([
      ['only-real-account', { accountId: demo }],
      ['too-many-funds-requests', { accountId: full }],
      ['funds-amount-out-of-range', { amount: dollars('0') }],
      ['funds-amount-out-of-range', { amount: dollars('1000000000.000001') }],
      ['funds-amount-out-of-range', { amount: dollars('-1000000000.000001') }],
      ['not-enough-funds', { amount: dollars('-1000.000001') }],
    ]),
  )('%s', (refusal, changes) => {
    expect(crowded().correct('1', changes)).toBe(refusal);
  });
});

describe('requested money is locked at once (R-FND-08)', () => {
  test('locked money covers no order and cannot be requested again', () => {
    const scenario = new FundsScenario('1000');
    scenario.quote(eurusd, '1.15283', '1.15295');
    expect(scenario.withdraw('600')).toMatchObject([{ type: 'WithdrawalRequested', funds: { status: 'requested' } }]);
    expect([scenario.balance, scenario.locked]).toEqual(['400.000000', '600.000000']);
    expect(scenario.withdraw('400.01')).toBe('not-enough-funds');
    expect(scenario.place(eurusd, { lots: '0.50', leverage: 100 })).toBe('not-enough-margin');
    expect(scenario.place(eurusd, { lots: '0.30', leverage: 100 })).toMatchObject([{ type: 'OrderOpened' }]);
  });

  test('only money free of margin and loss can be requested, to the last millionth', () => {
    const scenario = new FundsScenario('1000');
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '0.50', leverage: 100 });
    // 1000 less fee 3.5, spread 6 and margin 576.475.
    expect(scenario.withdraw('414.025001')).toBe('not-enough-funds');
    expect(scenario.withdraw('414.025')).toMatchObject([{ type: 'WithdrawalRequested' }, { type: 'MarginCalled' }]);
  });

  test('open profit cannot be withdrawn', () => {
    const scenario = new FundsScenario('1000');
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '0.10', leverage: 400 });
    scenario.quote(eurusd, '1.25283', '1.25295');
    expect(scenario.withdraw('1000')).toBe('not-enough-funds');
    expect(scenario.withdraw('999.30')).toMatchObject([{ type: 'WithdrawalRequested' }]);
    expect(scenario.balance).toBe('0.000000');
  });
});
