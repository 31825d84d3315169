import { expect, it } from 'vitest';
import { lotStepsFromTyped, parseTypedDecimal, priceFromTyped } from './decimal-input.ts';

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
])('reads %s', (typed, plain) => expect(parseTypedDecimal(typed, 5)).toBe(plain));

it.each(['', 'abc', '-1', '1e5', '0x10', '1.2.3,4,5', '.', ',', '1,2.3,4'])('refuses %s', (typed) => {
  expect(parseTypedDecimal(typed, 5)).toBeNull();
});

it.each([
  ['1.1485', 114850],
  ['1,14850', 114850],
  ['1.148509', 114850],
  ['0', null],
  ['', null],
])('typed price %s', (typed, ticks) => expect(priceFromTyped(typed, 5)).toBe(ticks));

it.each([
  ['4,071', 2, '4071'],
  ['25,830', 1, '25830'],
  ['4,071', 3, '4.071'],
  ['157,405', 3, '157.405'],
  ['0,500', 2, '0.500'],
  ['1,50', 2, '1.50'],
  ['1500,250', 2, '1500.250'],
  ['٤٬٠٧١', 2, '4071'],
])('R-SCR-17 reads %s as the app writes it where %i decimals are the most', (typed, decimals, plain) =>
  expect(parseTypedDecimal(typed, decimals)).toBe(plain),
);

it.each([
  ['0,5', 50],
  ['1,500', 150_000],
  ['0.014', 1],
  ['x', null],
])('typed lots %s', (typed, steps) => expect(lotStepsFromTyped(typed, { lotStepE8: 1_000_000 })).toBe(steps));
