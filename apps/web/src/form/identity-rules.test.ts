import { expect, test } from 'vitest';
import { findAccountFault, findProofFault, maskAccount, toAccountText, toProofText } from './identity-rules.ts';

test.each([
  ['email', '', 'empty'],
  ['email', '  ', 'empty'],
  ['email', 'j.moreau', 'malformed'],
  ['email', 'j.moreau@mail', 'malformed'],
  ['email', 'j moreau@mail.com', 'malformed'],
  ['email', ' j.moreau@mail.com ', null],
  ['mobile', '', 'empty'],
  ['mobile', 'abc', 'malformed'],
  ['mobile', '123', 'malformed'],
  ['mobile', '6 12 34-56.78', null],
  ['mobile', '+33 612 34 56 78', null],
] as const)('R-SES-01 %s "%s" is %s', (type, typed, fault) => expect(findAccountFault(type, typed)).toBe(fault));

test('an account is sent without spaces and separators', () => {
  expect(toAccountText('mobile', '(06) 12 34-56/78')).toBe('0612345678');
  expect(toAccountText('email', ' a.b@mail.com ')).toBe('a.b@mail.com');
});

test('an account is masked except for its first letters and its domain or last digits', () => {
  expect(maskAccount('j.moreau@mail.com')).toBe('j••••@mail.com');
  expect(maskAccount('+33612345678')).toBe('+33••••78');
  expect(maskAccount('12345')).toBe('••••');
});

test.each([
  ['totp', '', 'empty'],
  ['totp', '12345', 'malformed'],
  ['totp', '1234567', 'malformed'],
  ['totp', '123 456', null],
  ['recovery', ' ', 'empty'],
  ['recovery', 'abc', 'malformed'],
  ['recovery', 'abcd-efgh-1234', null],
] as const)('a %s code "%s" is %s', (kind, typed, fault) => expect(findProofFault(kind, typed)).toBe(fault));

test('a code is sent without spaces', () => expect(toProofText(' 123 456 ')).toBe('123456'));
