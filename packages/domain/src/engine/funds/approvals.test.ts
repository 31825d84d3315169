import { describe, expect, test } from 'vitest';
import { testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { dollars, operator, toE8 } from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import type { EngineEvent } from '../event.ts';
import { evolve } from '../evolve.ts';
import { createState } from '../state.ts';
import { joinOldest, movedMax } from './approvals.ts';

const dayMs = 24 * 3_600_000;
const secondFrom = dollars('5000');

/** An account with 100,000 dollars, deposited more than a day ago. */
function rich(): FundsScenario {
  const scenario = new FundsScenario('100000');
  scenario.nowMs += dayMs;
  return scenario;
}

/** Approvals needed by the withdrawal or deposit requested last. */
function neededOf(outcome: EngineEvent[] | string): number {
  const [event] = typeof outcome === 'string' ? [] : outcome;
  if (event === undefined || !('funds' in event)) throw new Error(`Refused: ${String(outcome)}`);
  return event.funds.approvalsNeeded;
}

describe('the second approval (R-FND-31)', () => {
  test('is needed by ten withdrawals of 4,999.99 from the second on', () => {
    const scenario = rich();
    const needed = Array.from({ length: 10 }, () => neededOf(scenario.withdraw('4999.99', { secondFrom })));
    expect(needed).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
  });

  test('counts payouts of the last 24 hours, to the millisecond, and nothing that was returned', () => {
    const scenario = rich();
    scenario.withdraw('3000', { secondFrom });
    scenario.approve(2);
    scenario.pay(2);
    const paidAtMs = scenario.nowMs;
    scenario.withdraw('1999.99', { secondFrom });
    expect(neededOf(scenario.withdraw('0.01', { secondFrom, fee: dollars('0') }))).toBe(2);
    scenario.cancelWithdrawal(4);
    scenario.reject(3);
    expect(neededOf(scenario.withdraw('1999.99', { secondFrom }))).toBe(1);
    scenario.cancelWithdrawal(5);
    scenario.nowMs = paidAtMs + dayMs - 1;
    expect(neededOf(scenario.withdraw('2000', { secondFrom }))).toBe(2);
    scenario.cancelWithdrawal(6);
    scenario.nowMs = paidAtMs + dayMs;
    expect(neededOf(scenario.withdraw('4999.99', { secondFrom }))).toBe(1);
  });

  test('counts requests that have waited for days', () => {
    const scenario = rich();
    expect(neededOf(scenario.withdraw('4000', { secondFrom }))).toBe(1);
    scenario.nowMs += 3 * dayMs;
    expect(neededOf(scenario.withdraw('4000', { secondFrom }))).toBe(2);
  });

  test('counts deposits likewise, with the amount after an edit', () => {
    const scenario = rich();
    expect(neededOf(scenario.deposit({ paid: toE8('3000'), secondFrom }))).toBe(1);
    expect(neededOf(scenario.deposit({ paid: toE8('1000'), secondFrom }))).toBe(1);
    const more = { kind: 'deposit-paid', paid: toE8('2000'), credit: dollars('2000'), externalId: null } as const;
    expect(neededOf(scenario.amendFunds(3, more, { secondFrom }))).toBe(2);
    const less = { ...more, paid: toE8('1'), credit: dollars('1') };
    expect(neededOf(scenario.amendFunds(3, less, { secondFrom }))).toBe(2);
  });

  test('counts an amount again once a clock that was confirmed ahead is set back', () => {
    const scenario = rich();
    const firstMs = scenario.nowMs;
    scenario.deposit({ paid: toE8('4000') });
    scenario.approve(2);
    scenario.nowMs = firstMs + 3 * dayMs;
    scenario.deposit({ paid: toE8('10') });
    scenario.approve(3);
    scenario.nowMs = firstMs + 1;
    expect(neededOf(scenario.deposit({ paid: toE8('1000'), secondFrom }))).toBe(2);
  });

  test('joins the oldest amounts of a clock that was set back by their latest time', () => {
    const moved = Array.from({ length: movedMax + 1 }, (_, at) => ({ atMs: at, amount: dollars('1') }));
    moved[0] = { atMs: dayMs, amount: dollars('2') };
    joinOldest(moved);
    expect(moved).toHaveLength(movedMax);
    expect(moved.slice(0, 2)).toEqual([
      { atMs: dayMs, amount: dollars('3') },
      { atMs: 2, amount: dollars('1') },
    ]);
  });

  test(`stores at most ${movedMax} payments of an account, without counting less`, () => {
    const scenario = rich();
    for (let at = 2; at < 302; at += 1) {
      scenario.deposit({ paid: toE8('1') });
      scenario.approve(at);
    }
    const moved = scenario.state.accounts.get(scenario.accountId)?.movedFunds.deposit ?? [];
    expect(moved.length).toBe(movedMax);
    expect(moved.reduce((sum, { amount }) => sum + amount, 0n)).toBe(dollars('100300'));
  });

  test('counts the same after a replay', () => {
    const scenario = rich();
    scenario.withdraw('4000', { secondFrom });
    scenario.approve(2);
    scenario.pay(2);
    const replayed = createState(Object.values(testSpecs), testPolicy, 1);
    for (const event of scenario.events) evolve(replayed, event);
    const movedOf = ({ accounts }: typeof replayed) => accounts.get(scenario.accountId)?.movedFunds;
    expect(movedOf(replayed)?.withdrawal).toHaveLength(1);
    expect(movedOf(replayed)).toEqual(movedOf(scenario.state));
  });
});

describe('the payer', () => {
  test('cannot be an operator who approved, in any company (R-FND-05)', () => {
    const scenario = rich();
    scenario.withdraw('100', { secondFrom: dollars('0') });
    scenario.approve(2, operator(1));
    scenario.approve(2, operator(2));
    expect(scenario.pay(2, undefined, operator(1))).toBe('payer-approved');
    expect(scenario.pay(2, undefined, operator(2))).toBe('payer-approved');
    expect(scenario.pay(2, undefined, operator(3))).toMatchObject([{ type: 'WithdrawalPaid' }]);
  });
});

describe('a withdrawal to a new method (R-FND-38)', () => {
  test('is held until its time, and can be cancelled meanwhile', () => {
    const scenario = rich();
    const heldUntilMs = scenario.nowMs + dayMs;
    scenario.withdraw('100', { heldUntilMs });
    scenario.withdraw('100', { heldUntilMs });
    expect(scenario.approve(2)).toBe('funds-on-hold');
    expect(scenario.cancelWithdrawal(3)).toMatchObject([{ type: 'WithdrawalCancelled' }]);
    scenario.nowMs = heldUntilMs - 1;
    expect(scenario.approve(2)).toBe('funds-on-hold');
    scenario.nowMs = heldUntilMs;
    expect(scenario.approve(2)).toMatchObject([{ type: 'WithdrawalApproved' }]);
  });
});
