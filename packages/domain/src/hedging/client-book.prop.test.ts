import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flowSpecs, runClientFlow } from '../../../../testkit/client-flow.ts';
import { isOpen } from '../engine/order.ts';
import type { CompanyId } from '../values/ids.ts';
import { ClientBook } from './client-book.ts';
import type { HedgeRule, HedgeShare } from './hedge-rules.ts';

const company = 1 as CompanyId;
const specs = new Map(flowSpecs.map((spec) => [spec.id, spec]));
const startMs = Date.parse('2026-11-26T00:00:00Z');

const share: fc.Arbitrary<HedgeShare> = fc.oneof(
  fc.constant({ kind: 'all' } as const),
  fc.constant({ kind: 'none' } as const),
  fc.bigInt(0n, 2_000_000_000n).map((limitLotsE8) => ({ kind: 'net', limitLotsE8 }) as const),
);
const minute = fc.integer({ min: 0, max: 1_439 });
const rule: fc.Arbitrary<HedgeRule> = fc.record({
  name: fc.constant('rule'),
  instruments: fc.option(
    fc.subarray(
      flowSpecs.map(({ code }) => code),
      { minLength: 1 },
    ),
  ),
  classes: fc.constantFrom(null, ['fx-major' as const], ['crypto' as const]),
  fromLotsE8: fc.option(fc.bigInt(1n, 900_000_000n)),
  belowLotsE8: fc.constant(null),
  hours: fc.option(fc.record({ fromMinute: minute, toMinute: minute })),
  share,
});
const rules = fc.array(rule, { maxLength: 5 });

function flow(seed: number) {
  return runClientFlow(seed, { startMs, acts: 60, everyMs: 1_000_000 });
}

describe('R-HDG-02 the wanted hedge', () => {
  test('is the same whether rules come first, in the middle or last, and whether positions were followed or found open', () => {
    let wantedSome = 0;
    fc.assert(
      fc.property(rules, rules, fc.nat(20), (first, last, seed) => {
        const { events, scenario } = flow(seed);
        const followed = new ClientBook(specs);
        followed.setRules(company, first);
        for (const [at, event] of events.entries()) {
          if (at === Math.floor(events.length / 2)) followed.setRules(company, last);
          followed.take(event);
        }
        const found = new ClientBook(specs);
        found.addAccount(scenario.accountId, company);
        const open = [...(scenario.state.accounts.get(scenario.accountId)?.orders.values() ?? [])].filter(isOpen);
        for (const order of open.toReversed()) found.addOrder(order);
        found.setRules(company, last);
        for (const { id } of flowSpecs) {
          const wanted = followed.wantedIn(company, id);
          expect(wanted).toEqual(found.wantedIn(company, id));
          const net = open.reduce(
            (sum, { instrumentId, side, lots }) =>
              instrumentId === id ? sum + BigInt(side === 'buy' ? lots : -lots) : sum,
            0n,
          );
          expect(wanted.clientSteps).toBe(net);
          if (wanted.wantedSteps !== 0n) wantedSome += 1;
        }
        expect(followed.size).toBe(open.length);
      }),
      { numRuns: 60 },
    );
    expect(wantedSome).toBeGreaterThan(10);
  });

  test('of one rule for everything is all, nothing, or what is above the limit', () => {
    const { events } = flow(7);
    const of = (one: HedgeShare) => {
      const book = new ClientBook(specs);
      book.setRules(company, [
        { name: 'all', instruments: null, classes: null, fromLotsE8: null, belowLotsE8: null, hours: null, share: one },
      ]);
      for (const event of events) book.take(event);
      return book.wantedIn(company, flowSpecs[0].id);
    };
    const { clientSteps } = of({ kind: 'none' });
    expect(clientSteps).not.toBe(0n);
    expect(of({ kind: 'none' }).wantedSteps).toBe(0n);
    expect(of({ kind: 'all' }).wantedSteps).toBe(clientSteps);
    const sign = clientSteps < 0n ? -1n : 1n;
    expect(of({ kind: 'net', limitLotsE8: 1_000_000n }).wantedSteps).toBe(clientSteps - sign);
  });

  test('R-HDG-03 counts no demo account', () => {
    const { events } = runClientFlow(3, { startMs, acts: 30, everyMs: 1_000, realm: 'demo' });
    const book = new ClientBook(specs);
    for (const event of events) book.take(event);
    expect(book.size).toBe(0);
    expect(book.wanted()).toEqual([]);
  });
});
