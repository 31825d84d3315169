import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import { fieldOfRefusal, firstProblem, problemsAfterChange } from './problems.ts';

const values = { account: '', password: 'one', passwordAgain: 'two' };
type Values = typeof values;

test('the first problem is that of the first wrong field among those named', () => {
  const problems = { password: 'empty', passwordAgain: 'differs' };
  expect(firstProblem<Values>(problems, ['account', 'password', 'passwordAgain'])?.name).toBe('password');
  expect(firstProblem<Values>(problems, ['passwordAgain'])?.text).toBe('differs');
  expect(firstProblem<Values>({}, ['account'])).toBeNull();
});

test('typing clears the problem of its field, and of another field that has become valid', () => {
  const shown = { account: 'taken', password: 'short', passwordAgain: 'differs' };
  const stillDiffers = problemsAfterChange<Values>(
    shown,
    'password',
    { passwordAgain: 'differs' },
    { passwordAgain: 'differs' },
  );
  expect(stillDiffers).toEqual({ account: 'taken', passwordAgain: 'differs' });
  expect(problemsAfterChange<Values>(shown, 'password', { passwordAgain: 'differs' }, {})).toEqual({
    account: 'taken',
  });
});

test('a refusal belongs to the field that the server names, else to the screen’s field for its code', () => {
  const named = { code: codes.invalidField, data: { field: 'password' } };
  expect(fieldOfRefusal(named, values)).toBe('password');
  expect(fieldOfRefusal({ code: codes.invalidField, data: { field: 're_password' } }, values)).toBe('passwordAgain');
  expect(fieldOfRefusal({ code: codes.invalidField, data: { field: 'client_id' } }, values)).toBeNull();
  expect(fieldOfRefusal({ code: codes.invalidField, data: null }, values)).toBeNull();
  const taken = { code: codes.accountTaken, data: null };
  expect(fieldOfRefusal(taken, values, { [codes.accountTaken]: 'account' })).toBe('account');
  expect(fieldOfRefusal(taken, values)).toBeNull();
  expect(fieldOfRefusal({ code: 'ERR_NETWORK', data: null }, values)).toBeNull();
});
