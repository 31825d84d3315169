import { expect, test } from 'vitest';
import { maskName, maskNumber } from './verifications.ts';

test.each([
  ['Ada Lovelace', 'A•• L•••••••'],
  ['  Ludwig  van Beethoven ', 'L••••• v•• B••••••••'],
  ['王小明', '王••'],
  ['𝒳avier', '𝒳•••••'],
])('R-KYC-02 the name %s is shown as %s', (name, shown) => expect(maskName(name)).toBe(shown));

test.each([
  ['12AB3456', '12••••56'],
  ['X1234', 'X•••4'],
  ['X123', '••••'],
])('R-KYC-02 the number %s is shown as %s', (number, shown) => expect(maskNumber(number)).toBe(shown));
