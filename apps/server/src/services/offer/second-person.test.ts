import { catalogueTerms } from '@candor/domain/values/instrument-terms';
import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { SetTerms } from '../../ports/offers.ts';
import { inForceSince, needsSecondPerson } from './second-person.ts';

const present: SetTerms = {
  ...catalogueTerms(testSpecs.eurusd),
  feeRateE8: 700_000_000n,
  swapLongE2: -1_000,
  swapShortE2: 20,
  closures: [],
};

describe('R-OPS-99 terms that a second person must approve', () => {
  test.each<[string, Partial<SetTerms>, boolean]>([
    ['nothing', {}, false],
    ['a fee a tenth higher', { feeRateE8: 770_000_000n }, false],
    ['a fee more than a tenth higher', { feeRateE8: 770_000_001n }, true],
    ['a lower fee', { feeRateE8: 0n }, false],
    ['a swap a tenth worse', { swapLongE2: -1_100 }, false],
    ['a swap more than a tenth worse', { swapLongE2: -1_101 }, true],
    ['a better swap', { swapLongE2: 0 }, false],
    ['a small swap half a point worse', { swapShortE2: -30 }, false],
    ['a small swap more than half a point worse', { swapShortE2: -31 }, true],
    ['fewer leverages', { leverages: present.leverages.slice(0, -1) }, true],
    ['withdrawn from the offer', { isOffered: !present.isOffered }, true],
    ['other lots', { lotsMin: present.lotsMin + 1 }, false],
  ])('%s', (_what, change, isGoverned) => {
    expect(needsSecondPerson([present], { ...present, ...change })).toBe(isGoverned);
  });

  test('are compared with everything in force in the last day', () => {
    const cheaper = { ...present, feeRateE8: 650_000_000n };
    const dearer = { ...present, feeRateE8: 760_000_000n };
    expect(needsSecondPerson([present], dearer)).toBe(false);
    expect(needsSecondPerson([present, cheaper], dearer)).toBe(true);
    const version = (atMs: number, terms = present) => ({ atMs, terms });
    expect(inForceSince([version(30), version(20, cheaper), version(10)], 25)).toEqual([present, cheaper]);
    expect(inForceSince([version(30), version(20), version(10)], 20)).toHaveLength(2);
    expect(inForceSince([version(30), version(20)], 5)).toBeNull();
  });
});
