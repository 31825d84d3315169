import { expect, test } from 'vitest';
import { loginBody, registerBody, sendCodeBody } from './identity.ts';
import { inviteCalls } from './invite.ts';
import { secondFactorBody, stepUpBody } from './second-factor.ts';
import { verificationCalls } from './verification.ts';

const ticket = 'a'.repeat(32);
const pictures = { front_pic: 'a'.repeat(32), reverse_pic: 'b'.repeat(32) };

test('a document number has letters and digits of any script, and no spaces', () => {
  const read = (card_id: string) =>
    verificationCalls.submitVerification.input.safeParse({ name: 'Julien Moreau', card_id, ...pictures }).success;
  expect(['12AB3456', 'Р123456', '４５６７８'].map(read)).toEqual([true, true, true]);
  expect(['12 34', 'A'.repeat(33), 'abc', "1'--"].map(read)).toEqual([false, false, false, false]);
});

test('codes, tickets and recovery codes of a second factor must have their form', () => {
  expect(secondFactorBody.safeParse({ ticket, code: '123456' }).success).toBe(true);
  expect(secondFactorBody.safeParse({ ticket, code: '12345a' }).success).toBe(false);
  expect(secondFactorBody.safeParse({ ticket: '../..', code: '123456' }).success).toBe(false);
  expect(stepUpBody.safeParse({ recovery_code: 'ABCD-EFGH-1234' }).success).toBe(true);
});

test('accounts are read without the spaces around them; passwords are taken as they are', () => {
  const read = loginBody.parse({ account: ' a@example.com ', password: ' secret ' });
  expect(read).toEqual({ account: 'a@example.com', password: ' secret ' });
  expect(sendCodeBody.safeParse({ to: 'a@example.com', type: 3 }).success).toBe(false);
});

test('an invite code may be missing, a page counts from one', () => {
  const form = { account: 'a@example.com', password: 'x', re_password: 'x', sms_code: '123456' };
  expect(registerBody.parse(form).invite_code).toBe('');
  expect(inviteCalls.invitation.input.parse({})).toEqual({ page: 1 });
  expect(inviteCalls.invitation.input.safeParse({ page: 0 }).success).toBe(false);
});
