import { describe, expect, test } from 'vitest';
import { priceOf, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { dollars, secondAlways } from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import { formatMoney, toMoney } from '../../values/money.ts';
import type { EngineEvent } from '../event.ts';
import { noticesOf } from '../notice.ts';
import { leavableOf } from './withdrawable.ts';

const { eurusd } = testSpecs;

/** An account with 10,000 dollars, three lots bought at 1:400, and withdrawals of these amounts requested. */
function holding(...sums: string[]): FundsScenario {
  const scenario = new FundsScenario('10000');
  scenario.quote(eurusd, '1.15000', '1.15010');
  scenario.place(eurusd, { lots: '3.00', leverage: 400 });
  for (const sum of sums) scenario.withdraw(sum);
  return scenario;
}

const states = (scenario: FundsScenario) => [2, 3, 4].map((nth) => scenario.funds(nth)?.status ?? null);
const lost = (events: readonly EngineEvent[]) => events.map(({ type }) => type);

describe('before the company covers a negative balance (R-FND-41)', () => {
  test('a withdrawal without approvals is taken back in full, with a notice, and covers nothing twice', () => {
    const scenario = holding('9000');
    const events = scenario.quote(eurusd, '1.11550', '1.11560');
    expect(lost(events).slice(0, 3)).toEqual(['OrderClosed', 'WithdrawalTakenBack', 'NegativeBalanceCovered']);
    expect(scenario.balance).toBe('0.000000');
    expect(scenario.locked).toBe('0.000000');
    const taken = events.find(({ type }) => type === 'WithdrawalTakenBack');
    expect(taken).toMatchObject({ funds: { status: 'rejected', takenBackFor: 'negative-balance' } });
    const kinds = noticesOf(1, events).map(({ kind, amount }) => [kind, amount]);
    expect(kinds).toContainEqual(['withdrawal-taken-back', dollars('9000')]);
    expect(scenario.cancelWithdrawal(2)).toBe('funds-decided');
  });

  test('the newest withdrawals are taken back first, and no more than needed', () => {
    const scenario = holding('4000', '3000', '2000');
    const events = scenario.quote(eurusd, '1.13500', '1.13510');
    expect(lost(events).filter((type) => type === 'WithdrawalTakenBack')).toHaveLength(2);
    expect(lost(events)).not.toContain('NegativeBalanceCovered');
    expect(states(scenario)).toEqual(['requested', null, null]);
    expect(scenario.locked).toBe('4000.000000');
  });

  test('a withdrawal with an approval stays, even if a second approval is missing', () => {
    const scenario = new FundsScenario('10000');
    scenario.quote(eurusd, '1.15000', '1.15010');
    scenario.place(eurusd, { lots: '3.00', leverage: 400 });
    scenario.withdraw('5000', { secondFrom: secondAlways });
    scenario.approve(2);
    scenario.withdraw('4000');
    const events = scenario.quote(eurusd, '1.11550', '1.11560');
    expect(lost(events).slice(1, 3)).toEqual(['WithdrawalTakenBack', 'NegativeBalanceCovered']);
    expect(states(scenario)).toEqual(['requested', null, null]);
    expect(scenario.locked).toBe('5000.000000');
  });
});

describe('a withdrawal while the market of a position is closed (R-FND-42)', () => {
  const reopensMs = 9_000_000_000_000;
  const sessions = {
    isWithin: (_id: number, _fromMs: number, untilMs: number) => untilMs < 1_000_100 || untilMs > reopensMs,
  };

  function closedWith(lots: readonly ['buy' | 'sell', string][], sum: string): unknown {
    const scenario = new FundsScenario('10000', { sessions });
    scenario.quote(eurusd, '1.15000', '1.15010');
    for (const [side, size] of lots) scenario.place(eurusd, { side, lots: size, leverage: 400 });
    return scenario.withdraw(sum, { atMs: 1_000_200 });
  }

  // One lot at 1.15010 takes 287.53 of margin, 7 of fee and 10 of spread; 3 % of 1.15000 are 3,450 a lot.
  test.each([
    ['nothing is left for the gap', [['buy', '1.00']], '6500', 'market-closed-risk'],
    ['enough is left', [['buy', '1.00']], '6200', 'taken'],
    [
      'opposite positions carry one another',
      [
        ['buy', '1.00'],
        ['sell', '1.00'],
      ],
      '9000',
      'taken',
    ],
    [
      'only what is not carried counts',
      [
        ['buy', '2.00'],
        ['sell', '1.00'],
      ],
      '6500',
      'market-closed-risk',
    ],
    ['without positions', [], '10000', 'taken'],
  ] as const)('%s', (_, lots, sum, answer) => {
    const result = closedWith(lots as never, sum);
    expect(typeof result === 'string' ? result : 'taken').toBe(answer);
  });

  test.each([
    ['of an open market', 1_000_050],
    ['of a closed one', 1_000_200],
  ])(
    'the shown withdrawable amount is accepted and a cent more is refused, with a position %s (R-FND-25)',
    (_, atMs) => {
      const scenario = new FundsScenario('10000', { sessions });
      scenario.quote(eurusd, '1.15000', '1.15010');
      scenario.place(eurusd, { lots: '1.00', leverage: 400 });
      scenario.state.nowMs = atMs;
      const account = scenario.state.accounts.get(scenario.accountId);
      const cents = ((account && leavableOf(scenario.state, account)) ?? 0n) / 10_000n;
      const sum = (value: bigint) => formatMoney(toMoney(value * 10_000n));
      expect(scenario.withdraw(sum(cents + 1n), { atMs })).toBe(
        atMs === 1_000_200 ? 'market-closed-risk' : 'not-enough-funds',
      );
      expect(scenario.withdraw(sum(cents), { atMs })).not.toBeTypeOf('string');
    },
  );

  test('a price seen while closed counts if it is worse', () => {
    const scenario = new FundsScenario('10000', { sessions });
    scenario.quote(eurusd, '1.15000', '1.15010');
    scenario.place(eurusd, { lots: '1.00', leverage: 400 });
    const seen = scenario.state.quotes.get(eurusd.id);
    if (seen === undefined) throw new Error('The instrument has a price');
    scenario.state.marks.set(eurusd.id, { ...seen, bid: priceOf(eurusd, '1.14000') });
    expect(scenario.withdraw('6200', { atMs: 1_000_200 })).toBe('market-closed-risk');
  });

  test('while the market is open only the last prices count', () => {
    const scenario = holding('8000');
    expect(states(scenario)[0]).toBe('requested');
  });
});
