import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { dollars, operator, payoutOf, secondAlways, toE8, watcher } from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import type { AccountId } from '../../values/ids.ts';
import type { EngineEvent } from '../event.ts';
import { evolve } from '../evolve.ts';
import { noticesOf } from '../notice.ts';
import { createState } from '../state.ts';

const { eurusd } = testSpecs;

/** Returns the types of the events, or the refusal. */
const resultOf = (outcome: EngineEvent[] | string) =>
  typeof outcome === 'string' ? outcome : outcome.map(({ type }) => type).join();

/**
 * An account with 1,000 dollars, a withdrawal of 100 (number 2) and a deposit of 100 (number 3), each needing two
 * approvals.
 */
function underTwo(): FundsScenario {
  const scenario = new FundsScenario('1000');
  scenario.withdraw('100', { secondFrom: secondAlways });
  scenario.deposit({ secondFrom: secondAlways, externalId: 'btc:9:0' });
  return scenario;
}

describe('an approval (R-FND-05, R-MON-08)', () => {
  test('counts once per operator: two different operators release a withdrawal', () => {
    const scenario = underTwo();
    expect(resultOf(scenario.approve(2, operator(1)))).toBe('FundsApproved');
    expect(resultOf(scenario.approve(2, operator(1)))).toBe('other-operator-needed');
    expect(resultOf(scenario.approve(2, operator(2)))).toBe('WithdrawalApproved');
    expect(scenario.funds(2)).toMatchObject({
      status: 'approved',
      approvals: [{ by: operator(1), payloadHash: scenario.hashOf(2) }, { by: operator(2) }],
    });
    expect(resultOf(scenario.approve(2, operator(3)))).toBe('funds-decided');
    expect([scenario.balance, scenario.locked]).toEqual(['900.000000', '100.000000']);
  });

  test('needs the hash of the current payload', () => {
    const scenario = underTwo();
    expect(scenario.approve(2, operator(1), { payloadHash: 'another' })).toBe('payload-changed');
    expect(scenario.approve(2, operator(1), { payloadHash: scenario.hashOf(3) })).toBe('payload-changed');
    expect(scenario.funds(2)?.approvals).toEqual([]);
  });

  test('by a watcher is for deposits only, and two watchers count as one', () => {
    const scenario = underTwo();
    expect(scenario.approve(2, watcher('chain'))).toBe('other-operator-needed');
    scenario.correct('5', { proposedBy: operator(7) });
    expect(scenario.approve(4, watcher('chain'))).toBe('other-operator-needed');
    expect(resultOf(scenario.approve(3, watcher('chain')))).toBe('FundsApproved');
    expect(scenario.approve(3, watcher('bank'))).toBe('other-operator-needed');
    expect(resultOf(scenario.approve(3, operator(1)))).toBe('DepositCredited');
    expect(scenario.balance).toBe('1000.000000');
  });

  test('is void after an edit, and the editor cannot be the only approver', () => {
    const scenario = underTwo();
    scenario.approve(2, operator(1));
    scenario.approve(2, operator(2));
    const shown = scenario.hashOf(2);
    const cheaper = { kind: 'withdrawal-fee', fee: dollars('0.5'), received: toE8('99.5') } as const;
    expect(resultOf(scenario.amendFunds(2, cheaper))).toBe('FundsAmended');
    expect(scenario.funds(2)).toMatchObject({ status: 'requested', approvals: [], approvalsNeeded: 2, fee: 500_000n });
    expect(scenario.approve(2, operator(2), { payloadHash: shown })).toBe('payload-changed');
    expect(scenario.pay(2)).toBe('other-operator-needed');

    scenario.withdraw('50');
    scenario.amendFunds(4, { ...cheaper, received: toE8('49.5') }, { by: operator(5) });
    expect(scenario.approve(4, operator(5))).toBe('other-operator-needed');
    expect(resultOf(scenario.approve(4, operator(6)))).toBe('WithdrawalApproved');
  });

  test('is refused in this order of reasons', () => {
    const scenario = underTwo();
    const other = scenario.openOther(9);
    const changes = { payloadHash: 'another' };
    expect(scenario.approve(2, watcher('x'), { ...changes, accountId: other })).toBe('funds-not-found');
    expect(scenario.approve(99, watcher('x'), changes)).toBe('funds-not-found');
    scenario.reject(3);
    expect(scenario.approve(3, watcher('x'), changes)).toBe('funds-decided');
    expect(scenario.approve(2, watcher('x'), changes)).toBe('payload-changed');
    expect(scenario.approve(2, watcher('x'))).toBe('other-operator-needed');
  });
});

describe('a deposit', () => {
  test('is credited exactly once, by the posting with its id (R-FND-06, R-MON-03)', () => {
    const scenario = new FundsScenario();
    scenario.deposit({ paid: toE8('2500'), rate: 781_000_000n });
    const [credited] = scenario.approve(1) as EngineEvent[];
    expect(credited).toMatchObject({
      type: 'DepositCredited',
      funds: { status: 'credited' },
      transfers: [
        { kind: 'deposit', from: '1/real/USD/house/deposits', to: '1/real/USD/cash/1', amount: 320_102_432n },
      ],
    });
    expect(scenario.approve(1, operator(2), { payloadHash: 'hash 1' })).toBe('funds-decided');
    expect(scenario.reject(1)).toBe('funds-decided');
    expect(scenario.balance).toBe('320.102432');
  });

  test('of one payment is credited once in its company, in any account', () => {
    const scenario = new FundsScenario();
    const other = scenario.openOther(9);
    const externalId = 'btc:7:1';
    scenario.deposit({ externalId });
    scenario.deposit();
    scenario.deposit();
    expect(resultOf(scenario.approve(1, watcher('chain')))).toBe('DepositCredited');
    scenario.deposit({ externalId, accountId: other, payloadHash: 'disputed' });
    expect(scenario.approve(4, watcher('chain'), { accountId: other, payloadHash: 'disputed' })).toBe('deposit-known');
    expect(scenario.deposit({ externalId, accountId: other, isSeen: true })).toBe('deposit-known');
    const same = { kind: 'deposit-paid', paid: toE8('100'), credit: dollars('100'), externalId } as const;
    expect(scenario.amendFunds(3, same)).toBe('deposit-known');
  });

  test('can be voided or rejected, and then has no effect', () => {
    const scenario = underTwo();
    scenario.approve(3, operator(1));
    expect(scenario.reject(3, true)).toMatchObject([
      { type: 'FundsRejected', funds: { status: 'voided', remark: 'no' } },
    ]);
    scenario.deposit();
    expect(scenario.reject(4)).toMatchObject([{ funds: { status: 'rejected' }, transfers: [] }]);
    expect(scenario.balance).toBe('900.000000');
  });

  test('can be amended in its paid amount while it waits', () => {
    const scenario = underTwo();
    const change = { kind: 'deposit-paid', paid: toE8('90'), credit: dollars('90'), externalId: null } as const;
    expect(scenario.amendFunds(3, { ...change, paid: 0n })).toBe('funds-amount-out-of-range');
    expect(scenario.amendFunds(3, { ...change, credit: dollars('90.01') })).toBe('payload-changed');
    expect(scenario.amendFunds(3, change, { payloadHash: scenario.hashOf(3) })).toBe('payload-changed');
    expect(scenario.amendFunds(2, change)).toBe('funds-not-found');
    expect(resultOf(scenario.amendFunds(3, change))).toBe('FundsAmended');
    scenario.approve(3, operator(1));
    expect(scenario.approve(3, operator(2))).toMatchObject([{ transfers: [{ amount: 90_000_000n }] }]);
  });

  test('ends a margin call', () => {
    const scenario = new FundsScenario('600');
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '0.50', leverage: 100 });
    scenario.quote(eurusd, '1.15183', '1.15195');
    expect(scenario.events.at(-1)?.type).toBe('MarginCalled');
    scenario.deposit();
    expect(resultOf(scenario.approve(2))).toBe('DepositCredited,MarginCallEnded');
  });
});

describe('a withdrawal', () => {
  test('is paid once from its lock, and the fee stays with the company (R-FND-08, R-MON-07)', () => {
    const scenario = underTwo();
    expect(scenario.pay(2)).toBe('other-operator-needed');
    scenario.approve(2, operator(1));
    expect(scenario.pay(2)).toBe('other-operator-needed');
    scenario.approve(2, operator(2));
    expect(scenario.pay(2, 'another')).toBe('payload-changed');
    expect(scenario.pay(3)).toBe('funds-not-found');
    expect(scenario.pay(2)).toMatchObject([
      {
        type: 'WithdrawalPaid',
        funds: { status: 'paid', externalId: 'tx-2', memo: '12n' },
        transfers: [
          { kind: 'withdrawal-paid', from: '1/real/USD/locked/1', to: '1/real/USD/house/payouts', amount: 99_000_000n },
          { kind: 'withdrawal-fee', to: '1/real/USD/house/withdrawal-fee', amount: 1_000_000n },
        ],
      },
    ]);
    expect(scenario.pay(2)).toBe('funds-decided');
    expect(scenario.reject(2)).toBe('funds-decided');
    expect(scenario.cancelWithdrawal(2)).toBe('funds-decided');
    expect([scenario.balance, scenario.locked]).toEqual(['900.000000', '0.000000']);
  });

  test('cannot be paid by a payment that paid another withdrawal of the company (R-FND-14)', () => {
    const scenario = underTwo();
    scenario.withdraw('50');
    const pay = (id: number, externalId: string) =>
      scenario.run({ ...payoutOf(scenario.source(), id, scenario.hashOf(id)), externalId });
    for (const id of [2, 4]) for (const by of [1, 2]) scenario.approve(id, operator(by));
    expect(resultOf(pay(2, '0xAb01'))).toBe('WithdrawalPaid');
    for (const name of ['0xAb01', '0xaB01', ' AB01 ']) expect(pay(4, name), name).toBe('deposit-known');
    const replayed = createState(Object.values(testSpecs), scenario.state.rules.fallback, 1);
    for (const event of scenario.events) evolve(replayed, event);
    expect(replayed.payoutPayments).toEqual(new Set(['1/ab01']));
    expect(resultOf(pay(4, '0xAb02'))).toBe('WithdrawalPaid');
  });

  test('can be cancelled by its owner until its first approval, and is returned in full', () => {
    const scenario = underTwo();
    const other = scenario.openOther(9 as AccountId);
    expect(scenario.cancelWithdrawal(2, other)).toBe('funds-not-found');
    expect(scenario.cancelWithdrawal(3)).toBe('funds-not-found');
    scenario.withdraw('50');
    expect(resultOf(scenario.cancelWithdrawal(4))).toBe('WithdrawalCancelled');
    expect(scenario.cancelWithdrawal(4)).toBe('funds-decided');
    scenario.approve(2, operator(1));
    expect(scenario.cancelWithdrawal(2)).toBe('withdrawal-not-cancellable');
    expect([scenario.balance, scenario.locked]).toEqual(['900.000000', '100.000000']);
  });

  test.each([0, 1, 2])('is rejected after %i approvals, and returned in full', (approvals) => {
    const scenario = underTwo();
    for (let by = 1; by <= approvals; by += 1) scenario.approve(2, operator(by));
    expect(scenario.reject(2)).toMatchObject([
      { type: 'FundsRejected', funds: { status: 'rejected' }, transfers: [{ kind: 'withdrawal-release' }] },
    ]);
    expect(scenario.reject(2)).toBe('funds-decided');
    expect([scenario.balance, scenario.locked]).toEqual(['1000.000000', '0.000000']);
  });

  test('its fee can only be lowered', () => {
    const scenario = underTwo();
    const fee = (text: string, received: string) =>
      ({ kind: 'withdrawal-fee', fee: dollars(text), received: toE8(received) }) as const;
    expect(scenario.amendFunds(2, fee('1.01', '98.99'))).toBe('funds-amount-out-of-range');
    expect(scenario.amendFunds(2, fee('-1', '101'))).toBe('funds-amount-out-of-range');
    expect(scenario.amendFunds(2, fee('0', '99'))).toBe('payload-changed');
    expect(scenario.amendFunds(3, fee('0', '100'))).toBe('funds-not-found');
    scenario.amendFunds(2, fee('0', '100'));
    scenario.approve(2, operator(2));
    scenario.approve(2, operator(3));
    expect(scenario.pay(2)).toMatchObject([{ transfers: [{ kind: 'withdrawal-paid', amount: 100_000_000n }] }]);
  });
});

describe('a correction (R-FND-07, R-LED-09)', () => {
  test('is proposed by one operator and posted by another, in either direction', () => {
    const scenario = new FundsScenario('1000');
    scenario.correct('12.5');
    expect(scenario.approve(2, operator(1))).toBe('other-operator-needed');
    expect(scenario.approve(2, operator(2))).toMatchObject([
      {
        type: 'CorrectionPosted',
        funds: { status: 'posted' },
        transfers: [{ kind: 'correction', amount: 12_500_000n }],
      },
    ]);
    scenario.correct('-1012.5', { proposedBy: operator(2) });
    expect(resultOf(scenario.approve(3, operator(1)))).toBe('CorrectionPosted');
    expect(scenario.balance).toBe('0.000000');
  });

  test('takes no more than the free margin at posting: an operator cannot cause debt or a stop-out', () => {
    const scenario = new FundsScenario('1000');
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.correct('-500');
    scenario.place(eurusd, { lots: '0.50', leverage: 100 });
    expect(scenario.approve(2, operator(2))).toBe('not-enough-funds');
    const quotes = new Map(scenario.state.quotes);
    scenario.state.quotes.clear();
    expect(scenario.approve(2, operator(2))).toBe('no-price');
    for (const [id, quote] of quotes) scenario.state.quotes.set(id, quote);
    expect(scenario.reject(2)).toMatchObject([{ type: 'FundsRejected', funds: { status: 'rejected' }, transfers: [] }]);
  });
});

test('operators’ decisions and withdrawal requests notify the owner, with the amount (R-FND-13)', () => {
  const scenario = underTwo();
  scenario.approve(2, operator(1));
  scenario.approve(2, operator(2));
  scenario.pay(2);
  scenario.reject(3);
  scenario.withdraw('20');
  scenario.reject(4);
  scenario.withdraw('30');
  scenario.cancelWithdrawal(5);
  scenario.correct('-7');
  scenario.approve(6, operator(2));
  scenario.correct('8');
  scenario.reject(7);
  expect(noticesOf(1, scenario.events).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['deposit-credited', 1_000_000_000n],
    ['withdrawal-requested', 100_000_000n],
    ['withdrawal-approved', 100_000_000n],
    ['withdrawal-paid', 100_000_000n],
    ['deposit-rejected', 100_000_000n],
    ['withdrawal-requested', 20_000_000n],
    ['withdrawal-rejected', 20_000_000n],
    ['withdrawal-requested', 30_000_000n],
    ['correction-posted', -7_000_000n],
  ]);
});

test('the events alone rebuild the state: requests, locks and credits (R-FND-06, R-LED-05)', () => {
  const scenario = underTwo();
  scenario.approve(3, operator(1));
  scenario.approve(3, operator(2));
  scenario.withdraw('20');
  for (let at = 0; at < 120; at += 1) {
    scenario.withdraw('2');
    scenario.cancelWithdrawal(5 + at);
  }
  const replayed = createState(Object.values(testSpecs), scenario.state.rules.fallback, 1);
  for (const event of scenario.events) evolve(replayed, event);
  const { accounts, balances, lastFundsId, creditedPayments } = scenario.state;
  expect(replayed).toMatchObject({ accounts, balances, lastFundsId, creditedPayments });
  expect([...creditedPayments.keys()]).toEqual(['1/btc:9:0']);
  expect(accounts.get(scenario.accountId)?.decidedFunds.size).toBe(100);
  expect(scenario.cancelWithdrawal(5)).toBe('funds-not-found');
  expect(scenario.cancelWithdrawal(124)).toBe('funds-decided');
});
