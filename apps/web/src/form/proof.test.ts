import { expect, test } from 'vitest';
import { findProofFault, toProofText } from './proof.ts';

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
