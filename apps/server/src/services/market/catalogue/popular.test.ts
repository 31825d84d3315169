import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { popularPlaceOf } from './popular.ts';

test('R-SCR-88 popular instruments are of the catalogue, each in a place of its own, gold near the top', () => {
  const places = catalogue.flatMap(({ spec }) => {
    const place = popularPlaceOf(spec.code, []);
    return place === null ? [] : [place];
  });
  expect(places.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  expect(popularPlaceOf('EURUSD', [])).toBe(1);
  expect(popularPlaceOf('XAUUSD', [])).toBe(2);
  expect(popularPlaceOf('NOKSEK', [])).toBeNull();
});

test('R-MKT-49 a company’s own list replaces the default one, in its order', () => {
  const own = ['NOKSEK', 'EURUSD'];
  expect(popularPlaceOf('NOKSEK', own)).toBe(1);
  expect(popularPlaceOf('EURUSD', own)).toBe(2);
  expect(popularPlaceOf('XAUUSD', own)).toBeNull();
});
