import { expect, test } from 'vitest';
import { formatWord, parseWord } from './words.ts';

test.each([
  ['market', 'Market'],
  ['stop-loss', 'Stop loss'],
  ['simulated', 'Simulated prices'],
  ['second-factor-set-up', 'Second factor set up'],
  ['international', 'International'],
  ['trade-fee', 'Trade fee'],
  ['', ''],
])('%j is shown as %j, and those words find it again', (value, words) => {
  expect(formatWord(value)).toBe(words);
  expect(parseWord(words)).toBe(value);
});
