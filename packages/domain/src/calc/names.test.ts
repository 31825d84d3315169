import { expect, test } from 'vitest';
import { compareNames, markDifferences } from './names.ts';

test.each([
  ['Sofia Maria Lindqvist', 'Sofia Maria Lindqvist', 'same'],
  ['Sofia Lindqvist', 'LINDQVIST, Sofía', 'same'],
  ['Mehmet Aydın', 'Mehmet Aydin', 'same'],
  ['Lars Nyström', 'Mr. Lars Nystrom', 'same'],
  ['Anne-Marie Weiß', 'Anne Marie Weiss', 'same'],
  ['王小明', '王小明', 'same'],
  ['Анна Иванова', 'Иванова Анна', 'same'],
  ['Sofia Maria Lindqvist', 'S. Lindqvist', 'close'],
  ['Emily Whitfield', 'E J Whitfield', 'close'],
  ['Emily Jane Whitfield', 'E J Whitfield', 'close'],
  ['Sofia Lindqvist', 'Sofia Lindquist', 'close'],
  ['Grace Adeyemi', 'Grace Ngozi Adeyemi', 'close'],
  ['Viktor Halász', 'Halász Trade Kft.', 'other'],
  ['Viktor Halász', 'Halász Kft.', 'other'],
  ['Viktor Halász', 'Viktor Halász Kft.', 'other'],
  ['Rosa Testmann', 'Peter Testmann', 'other'],
  ['Rosa Testmann', 'R. T.', 'other'],
  ['Rosa Testmann', 'Rosa R. Testmann R.', 'close'],
  ['Anna Li', 'Anna Lo', 'other'],
  ['Анна Иванова', 'Anna Ivanova', 'other'],
  ['', 'Anybody', 'other'],
  ['Rosa Testmann', '', 'other'],
] as const)('R-CON-12 %j as the verified name and %j as the payee are %s', (verified, payee, match) => {
  expect(compareNames(verified, payee)).toBe(match);
});

test('R-CON-12 a word matches one word only, so that a repeated initial is no match', () => {
  expect(compareNames('Sofia Maria Lindqvist', 'S S Lindqvist')).toBe('other');
});

test('R-CON-12 a name of thousands of words is compared by its first twelve', () => {
  const long = Array.from({ length: 50_000 }, (_, at) => `word${at}`).join(' ');
  expect(compareNames(long, long)).toBe('same');
  expect(markDifferences(long, 'word0')).toHaveLength(12);
});

test('R-CON-12 the words that the other name lacks are marked, written as the bank has them', () => {
  const marked = markDifferences('Mr. S. LINDQVIST', 'Sofia Lindqvist');
  expect(marked.filter(({ isDifferent }) => isDifferent)).toEqual([{ word: 'S.', isDifferent: true }]);
  expect(marked.map(({ word }) => word)).toEqual(['Mr.', 'S.', 'LINDQVIST']);
});
