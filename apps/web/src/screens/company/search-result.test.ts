import { expect, test } from 'vitest';
import { companyCookie, splitMatch } from './search-result.ts';

test('R-COM-03 the cookie company_id lasts 3 years, for this site only, and is secure on https', () => {
  expect(companyCookie(7, 'https:')).toBe('company_id=7; Path=/; Max-Age=94608000; SameSite=Lax; Secure');
  expect(companyCookie(7, 'http:')).toBe('company_id=7; Path=/; Max-Age=94608000; SameSite=Lax');
});

test('R-COM-03 the searched letters are marked at any place, whatever their case', () => {
  expect(splitMatch('Alder Peak Markets', 'ald')).toEqual(['', 'Ald', 'er Peak Markets']);
  expect(splitMatch('Alder Peak Markets', 'PEAK')).toEqual(['Alder ', 'Peak', ' Markets']);
  expect(splitMatch('Alder Peak', 'markets')).toEqual(['Alder Peak', '', '']);
  expect(splitMatch('Alder Peak', '')).toEqual(['Alder Peak', '', '']);
});

test('no letter is lost or repeated if its lower case is longer', () => {
  for (const name of ['İstanbul Markets', '環球 Markets', 'Straße FX']) {
    for (const searched of ['mar', 'i', 'ß', '球']) expect(splitMatch(name, searched).join('')).toBe(name);
  }
});
