import { expect, test } from 'vitest';
import { findPasswordFault, toHashedForm } from './password-rules.ts';

test.each([
  ['seven77', 'passwordTooShort'],
  ['ab cd ef', null],
  ['十分长的密码吧', 'passwordTooShort'],
  ['十分长的密码吧！', null],
  ['x'.repeat(64) + 'y'.repeat(32) + 'z'.repeat(32), null],
  ['x'.repeat(64) + 'y'.repeat(32) + 'z'.repeat(33), 'passwordTooLong'],
  ['password', 'passwordCommon'],
  ['PassWord', 'passwordCommon'],
  ['1q2w3e4r', 'passwordCommon'],
  ['trustno1', 'passwordCommon'],
  ['qwertyuiop', 'passwordCommon'],
  ['aaaabbbbaaaa', 'passwordCommon'],
  ['23456789', 'passwordCommon'],
  ['rosa.luxe@example.com', 'passwordCommon'],
  ['ROSA.LUXE', 'passwordCommon'],
  ['33612345678', 'passwordCommon'],
  ['correct horse battery staple', null],
])('R-SES-15 %s: %s', (password, fault) => {
  expect(findPasswordFault(password, ['rosa.luxe@example.com', '+33612345678'])).toBe(fault);
});

test('R-SES-15 the list holds the most common passwords of sufficient length', () => {
  const words = ['sunshine', 'iloveyou', 'princess', 'starwars', 'football1', 'liverpool', 'password123'];
  expect(words.filter((word) => findPasswordFault(word, []) === null)).toEqual([]);
});

test('composed and decomposed letters hash alike', () => {
  expect(toHashedForm('Pâté-Ångström')).toBe(toHashedForm('Pa\u0302te\u0301-A\u030angstro\u0308m'));
});
