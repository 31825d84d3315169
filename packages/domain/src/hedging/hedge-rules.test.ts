import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { findRule, type HedgeRule, hedgedSteps } from './hedge-rules.ts';

const { eurusd, index } = testSpecs;
const at = (time: string) => Date.parse(`2026-11-26T${time}Z`);
const rule = (given: Partial<HedgeRule>): HedgeRule => ({
  ...{ name: 'rule', instruments: null, classes: null, fromLotsE8: null, belowLotsE8: null, hours: null },
  share: { kind: 'all' },
  ...given,
});
const lotsE8 = (lots: number) => BigInt(lots * 100_000_000);

describe('R-HDG-01 the first rule that fits a position', () => {
  const rules = [
    rule({ classes: ['index'] }),
    rule({ instruments: ['EURUSD'], fromLotsE8: lotsE8(5), belowLotsE8: lotsE8(10) }),
    rule({ hours: { fromMinute: 22 * 60, toMinute: 6 * 60 } }),
    rule({ hours: { fromMinute: 12 * 60, toMinute: 13 * 60 } }),
  ];

  test.each([
    ['by class', index, 1, '09:00:00', 0],
    ['by size, from', eurusd, 500, '09:00:00', 1],
    ['by size, below its end', eurusd, 999, '09:00:00', 1],
    ['not at the end of a size', eurusd, 1_000, '09:00:00', null],
    ['not below a size', eurusd, 499, '09:00:00', null],
    ['in order: the size before the hours', eurusd, 500, '23:00:00', 1],
    ['by hours past midnight', eurusd, 1, '05:59:59.999', 2],
    ['not at the end of hours', eurusd, 1, '06:00:00', null],
    ['by hours, from', eurusd, 1, '12:00:00', 3],
    ['not before hours', eurusd, 1, '11:59:59.999', null],
  ])('%s', (_, spec, lots, time, place) => {
    expect(findRule(rules, spec, { lots, openedAtMs: at(time) })).toBe(place);
  });
});

describe('R-HDG-02 the hedged part of a net', () => {
  const net = (limit: number) => ({ kind: 'net', limitLotsE8: lotsE8(limit) }) as const;
  test.each([
    ['all', { kind: 'all' } as const, -70n, -70n],
    ['nothing', { kind: 'none' } as const, 70n, 0n],
    ['nothing at the limit', net(1), 100n, 0n],
    ['what is above the limit', net(1), 101n, 1n],
    ['nothing at the limit, sold', net(1), -100n, 0n],
    ['what is above the limit, sold', net(1), -130n, -30n],
    ['everything above a limit of zero', net(0), 5n, 5n],
    ['above a limit between two steps, which is rounded down', net(0.015), 3n, 2n],
  ])('%s', (_, share, steps, wanted) => {
    expect(hedgedSteps(share, steps, eurusd.lotStepE8)).toBe(wanted);
  });
});
