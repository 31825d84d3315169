import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { operator, secondAlways, secondNever } from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import type { EngineEvent } from '../event.ts';

const { eurusd, eurjpy, usdjpy } = testSpecs;
const closesMs = 1_000_100;
const reopensMs = 2_000_000;
const sessions = {
  isWithin: (_id: number, fromMs: number, untilMs: number) => untilMs < closesMs || fromMs >= reopensMs,
};
const [open, closed] = [{ atMs: 1_000_050 }, { atMs: 1_000_300 }];
const resultOf = (outcome: EngineEvent[] | string) =>
  typeof outcome === 'string' ? outcome : outcome.map(({ type }) => type).join();

/**
 * An account with 10,000 dollars and a position opened while the market is open, and a withdrawal (number 2) requested
 * then.
 */
function asked(sum: string, { lots = '3.00', side = 'buy' as 'buy' | 'sell', secondFrom = secondNever } = {}) {
  const scenario = new FundsScenario('10000', { sessions });
  scenario.quote(eurusd, '1.15000', '1.15010');
  scenario.place(eurusd, { side, lots, leverage: 400 });
  const result = scenario.withdraw(sum, { ...open, secondFrom });
  expect(result).not.toBeTypeOf('string');
  return scenario;
}

function pay(scenario: FundsScenario, atMs: number) {
  scenario.nowMs = atMs;
  return resultOf(scenario.pay(2));
}

describe('a withdrawal requested before the close (R-FND-47)', () => {
  test.each(['buy', 'sell'] as const)(
    'is not approved while the gap could cost more than the remaining equity (%s)',
    (side) => {
      const scenario = asked('9000', { side });
      expect(resultOf(scenario.approve(2, operator(1), closed))).toBe('market-closed-risk');
      expect(scenario.funds(2)).toMatchObject({ status: 'requested', approvals: [] });
    },
  );

  test('gets no first approval of two either, because it could then not be taken back', () => {
    const scenario = asked('9000', { secondFrom: secondAlways });
    expect(resultOf(scenario.approve(2, operator(1), closed))).toBe('market-closed-risk');
    expect(resultOf(scenario.approve(2, operator(1), open))).toBe('FundsApproved');
    expect(resultOf(scenario.approve(2, operator(2), closed))).toBe('market-closed-risk');
  });

  test('costs the company nothing when the market opens with a gap: it is taken back', () => {
    const scenario = asked('9000');
    scenario.approve(2, operator(1), closed);
    scenario.nowMs = reopensMs;
    const events = scenario.quote(eurusd, '1.12550', '1.12560');
    expect(events.map(({ type }) => type)).toContain('WithdrawalTakenBack');
    expect(events.map(({ type }) => type)).not.toContain('NegativeBalanceCovered');
  });

  test('approved before the close is not marked paid until the next session has a price', () => {
    const scenario = asked('9000');
    expect(resultOf(scenario.approve(2, operator(1), open))).toBe('WithdrawalApproved');
    expect(pay(scenario, closed.atMs)).toBe('market-closed-risk');
    expect(pay(scenario, reopensMs)).toBe('market-closed-risk');
    scenario.quote(eurusd, '1.15000', '1.15010');
    expect(pay(scenario, scenario.nowMs)).toBe('WithdrawalPaid');
  });

  test('is approved and paid over the weekend if equity covers the stress move', () => {
    // Half a lot can lose 1,725 of the remaining 2,000, less 3.50 of fee and 5 of spread.
    const scenario = asked('8000', { lots: '0.50' });
    expect(resultOf(scenario.approve(2, operator(1), closed))).toBe('WithdrawalApproved');
    expect(pay(scenario, closed.atMs)).toBe('WithdrawalPaid');
  });

  test('is tested against equity, not free margin: the position’s margin is available for its loss', () => {
    // Without its margin of 143.77 the half lot would leave 122 for the stress of 1,725.
    const scenario = asked('8200', { lots: '0.50' });
    expect(resultOf(scenario.approve(2, operator(1), closed))).toBe('WithdrawalApproved');
  });

  test('is approved as soon as the position is closed', () => {
    const scenario = asked('9000');
    scenario.close(1);
    expect(resultOf(scenario.approve(2, operator(1), closed))).toBe('WithdrawalApproved');
  });
});

describe('prices at which no close would be executed (R-FND-47)', () => {
  const markets = (ageMs: number, of: { id: number } = eurusd) => ({
    markets: [{ instrumentId: of.id as typeof eurusd.id, kind: 'open' as const, ageMs }],
  });

  function holding() {
    const scenario = new FundsScenario('10000');
    scenario.quote(eurusd, '1.15000', '1.15010');
    scenario.place(eurusd, { lots: '3.00', leverage: 400 });
    return scenario;
  }

  test('refuse a request if the feed is lost', () => {
    const scenario = holding();
    expect(scenario.withdraw('9000', markets(10_001))).toBe('price-stale');
    expect(scenario.withdraw('9000', markets(10_000))).not.toBeTypeOf('string');
  });

  test('refuse a request also if only the conversion pair’s price is old', () => {
    const scenario = new FundsScenario('10000');
    scenario.quote(usdjpy, '150.000', '150.010');
    scenario.quote(eurjpy, '172.000', '172.010');
    scenario.place(eurjpy, { lots: '1.00', leverage: 400 });
    expect(scenario.withdraw('5000', markets(10_001, usdjpy))).toBe('conversion-stale');
  });

  test('refuse a request before the first price of a session', () => {
    const scenario = new FundsScenario('10000', { sessions });
    scenario.quote(eurusd, '1.15000', '1.15010');
    scenario.place(eurusd, { lots: '3.00', leverage: 400 });
    expect(scenario.withdraw('9000', { atMs: reopensMs })).toBe('price-stale');
  });

  test('count as a closed market when an operator approves or pays', () => {
    const scenario = holding();
    scenario.withdraw('9000');
    expect(resultOf(scenario.approve(2, operator(1), markets(10_001)))).toBe('market-closed-risk');
    expect(resultOf(scenario.approve(2, operator(1), markets(10_000)))).toBe('WithdrawalApproved');
  });

  test('are missing after a start: approvals and payouts wait for the first one', () => {
    const scenario = holding();
    scenario.withdraw('100');
    scenario.state.quotes.clear();
    expect(resultOf(scenario.approve(2))).toBe('no-price');
    scenario.quote(eurusd, '1.15000', '1.15010');
    expect(resultOf(scenario.approve(2))).toBe('WithdrawalApproved');
  });
});

describe('a hold looked up again at a decision (R-FND-48)', () => {
  const held = { heldUntilMs: 1_500_000 };

  test('delays the approval and the payout, whatever the hold at the request was', () => {
    const scenario = new FundsScenario('10000');
    scenario.withdraw('9000', { heldUntilMs: 1_000_001 });
    expect(resultOf(scenario.approve(2, operator(1), { atMs: 1_499_999, ...held }))).toBe('funds-on-hold');
    expect(resultOf(scenario.approve(2, operator(1), { atMs: 1_500_000, ...held }))).toBe('WithdrawalApproved');
    scenario.nowMs = 1_599_999;
    expect(resultOf(scenario.pay(2, undefined, operator(9), { heldUntilMs: 1_600_000 }))).toBe('funds-on-hold');
    scenario.nowMs = 1_600_000;
    expect(resultOf(scenario.pay(2, undefined, operator(9), { heldUntilMs: 1_600_000 }))).toBe('WithdrawalPaid');
  });

  test('does not end the hold set at the request', () => {
    const scenario = new FundsScenario('10000');
    scenario.withdraw('9000', held);
    expect(resultOf(scenario.approve(2, operator(1), { heldUntilMs: 1_000_001 }))).toBe('funds-on-hold');
  });
});
