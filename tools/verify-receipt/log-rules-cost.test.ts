import { catalogueFacts } from '@candor/domain/engine/rules/catalogue-versions';
import { catalogueTerms } from '@candor/domain/values/instrument-terms';
import { afterEach, expect, test, vi } from 'vitest';
import { testSpecs } from '../../testkit/engine-scenario.ts';
import { ruleLeaves } from '../../testkit/rule-leaves.ts';
import { RuleWatch } from './log-rules.mjs';

afterEach(() => vi.unstubAllGlobals());

/** Counts what is put into maps while a number of versions of terms and of the catalogue is read. */
function putsFor(versions: number): number {
  let puts = 0;
  class CountedMap<K, V> extends Map<K, V> {
    override set(key: K, value: V): this {
      puts += 1;
      return super.set(key, value);
    }
  }
  const { eurjpy } = testSpecs;
  const about = { type: 'RuleSet', atMs: 1, instrumentId: eurjpy.id } as const;
  const terms = catalogueTerms(eurjpy);
  const facts = catalogueFacts(eurjpy, null);
  const leaves = Array.from({ length: versions }, (_, at) => at + 1).flatMap((version) =>
    ruleLeaves([
      { ...about, rule: 'terms', tenantId: 1 as never, version, terms },
      { ...about, rule: 'catalogue', tenantIds: [1 as never], version, facts },
    ]),
  );
  vi.stubGlobal('Map', CountedMap);
  const watch = new RuleWatch([]);
  for (const [index, leaf] of leaves.entries()) watch.take(index, leaf);
  vi.unstubAllGlobals();
  return puts;
}

test('R-LOG-34 the work for the rules of a log grows with their number, not with its square', () => {
  const [once, twice] = [putsFor(200), putsFor(400)];
  expect(once).toBeGreaterThan(400);
  expect(twice).toBeLessThanOrEqual(2 * once);
});
