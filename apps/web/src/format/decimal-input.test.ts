import { expect, it } from 'vitest';
import { parseTypedDecimal } from './decimal-input.ts';

it.each([
  ['0.5', '0.5'],
  ['0,5', '0.5'],
  [' 1 234,56 ', '1234.56'],
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1,234,567', '1234567'],
  ['٠٫٥', '0.5'],
  ['۱۲٫۵', '12.5'],
  ['１．５'.replace('．', '.'), '1.5'],
  ['๑.๒', '1.2'],
  ['.5', '0.5'],
  ['007', '7'],
  ['5.', '5'],
  ["1'234.5", '1234.5'],
])('reads %s', (typed, plain) => expect(parseTypedDecimal(typed)).toBe(plain));

it.each(['', 'abc', '-1', '1e5', '0x10', '1.2.3,4,5', '.', ',', '1,2.3,4'])('refuses %s', (typed) => {
  expect(parseTypedDecimal(typed)).toBeNull();
});
