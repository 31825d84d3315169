import { expect, test } from 'vitest';
import { splitMatch } from './name-match.ts';

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
