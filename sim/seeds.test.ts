import { afterAll, describe, expect, test } from 'vitest';
import { World } from './world.ts';

const seeds = Array.from({ length: 30 }, (_, index) => 1 + index * 7_919);
const steps = 4_000;
const seen = new Set<string>();

describe('the trading core keeps its word under crashes, lost replies and stale leaders (R-LED-05, R-LED-07, R-LED-08)', () => {
  test.each(seeds)('seed %i', async (seed) => {
    const report = await new World(seed).run(steps);
    for (const kind of Object.keys(report.seen)) seen.add(kind);
    expect(report.violation, report.tail.join('\n')).toBe(null);
    expect(report.rows).toBeGreaterThan(20);
  });

  test.each(seeds.slice(0, 10))('seed %i over HTTP (R-WIRE-09, R-WIRE-17)', async (seed) => {
    const report = await new World(seed, { hasGateway: true }).run(steps);
    expect(report.violation, report.tail.join('\n')).toBe(null);
  });

  test('R-OPS-50 nothing opens while a halt stands, whenever it begins and ends', async () => {
    let refused = 0;
    for (const seed of seeds.slice(0, 4)) {
      const report = await new World(seed, { hasHalts: true }).run(steps);
      expect(report.violation, report.tail.join('\n')).toBe(null);
      refused += report.seen['trading-halted'] ?? 0;
    }
    expect(refused).toBeGreaterThan(0);
  });

  afterAll(() => {
    // A simulator that no longer reaches what it should check would find nothing and say so to nobody.
    expect([...seen]).toEqual(expect.arrayContaining(mustBeSeen));
  });
});

const mustBeSeen = [
  'OrderClosed user',
  'OrderClosed stop-loss',
  'OrderClosed take-profit',
  'OrderClosed stop-out',
  'OrderClosed demo-reset',
  'OrderReduced user',
  'OrderCancelled user',
  'OrderCancelled not-enough-margin',
  'OrderExpired',
  'StopsAmended',
  'MarginCalled',
  'MarginCallEnded',
  'DemoReset',
  'NegativeBalanceCovered',
  'market-closed',
  'price-stale',
  'no-conversion',
  'DepositCredited',
  'WithdrawalApproved',
  'WithdrawalPaid',
  'WithdrawalCancelled',
  'CorrectionPosted',
  'FundsApproved',
  'FundsAmended',
  'FundsRejected rejected',
  'FundsRejected voided',
  'only-real-account',
  'funds-amount-out-of-range',
  'funds-nothing-received',
  'not-enough-funds',
  'deposit-known',
  'payload-changed',
  'other-operator-needed',
  'funds-on-hold',
  'payer-approved',
  'funds-decided',
  'funds-not-found',
  'withdrawal-not-cancellable',
];

test.each([false, true])(
  'the same seed gives the same trace, another one another, with a gateway: %s',
  async (hasGateway) => {
    const run = (seed: number) => new World(seed, { hasGateway }).run(800);
    const [first, again, other] = [await run(5), await run(5), await run(6)];
    expect(again.traceHash).toBe(first.traceHash);
    expect(other.traceHash).not.toBe(first.traceHash);
  },
);
