import { expect, test } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { jurisdictions, leverageClassOf, leveragesWithin } from './jurisdiction.ts';

const { eurusd, eurjpy, index, unlevered } = testSpecs;
const { leverageCaps } = jurisdictions.eu;

test('R-ORD-28 the jurisdiction’s classes follow the pair’s currencies, the metal or the index', () => {
  const classOf = (code: string) => leverageClassOf({ ...index, code });
  expect([eurusd, eurjpy].map(leverageClassOf)).toEqual(['forex-major', 'forex-major']);
  expect(leverageClassOf(unlevered)).toBe('forex-minor');
  expect(leverageClassOf({ ...eurusd, assetClass: 'metal', baseCurrency: 'XAU' })).toBe('gold');
  expect(leverageClassOf({ ...eurusd, assetClass: 'metal', baseCurrency: 'XAG' })).toBe('commodity');
  expect([classOf('GER40'), classOf('HK50')]).toEqual(['index-major', 'index-minor']);
});

test('R-ORD-28 leverage choices above the cap are dropped, and the cap is added', () => {
  expect(leveragesWithin(eurusd, {})).toEqual(eurusd.leverages);
  expect(leveragesWithin(eurusd, leverageCaps)).toEqual([20, 30]);
  expect(leveragesWithin({ ...eurusd, leverages: [20, 50] }, leverageCaps)).toEqual([20, 30]);
  expect(leveragesWithin({ ...eurusd, leverages: [5, 10], assetClass: 'crypto' }, leverageCaps)).toEqual([2]);
  expect(leveragesWithin({ ...eurusd, leverages: [10, 20] }, leverageCaps)).toEqual([10, 20]);
  expect(leveragesWithin(unlevered, leverageCaps)).toEqual([]);
});

test('R-ORD-28 an instrument that the jurisdiction forbids is offered without leverage choices', () => {
  const crypto = { ...eurusd, leverages: [2, 5, 10], assetClass: 'crypto' } as const;
  expect(leveragesWithin(crypto, jurisdictions.uk.leverageCaps)).toEqual([]);
  expect(leveragesWithin(eurusd, jurisdictions.uk.leverageCaps)).toEqual([20, 30]);
});
