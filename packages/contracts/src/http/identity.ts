import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { flag, integerField, named, note, optionalClientId } from './fields.ts';

const user = named(
  'User',
  z.strictObject({
    id: z.number(),
    uid: note('Public account number, shown to the user.', z.string()),
    email: z.string(),
    mobile: note('With its dialling code, e.g. `+33612345678`; empty when none is known.', z.string()),
    is_demo: flag,
    credit_score: z.number(),
    level: z.number(),
    invite_code: z.string(),
    currency: note('Account currency (ISO 4217).', z.string()),
  }),
);
export type User = z.infer<typeof user>;

export const signedIn = named(
  'SignedIn',
  z.strictObject({
    token: note('Sent as header `authorization` with every call.', z.string()),
    user,
    device: note(
      'Sent as header `device` with the next login, so that wrong passwords of strangers do not count against this device.',
      z.optional(z.string()),
    ),
  }),
);
export type SignedIn = z.infer<typeof signedIn>;

/** `email` or `mobile`; where it is missing, an `@` decides. */
const accountType = z.enum(['email', 'mobile']);
export type AccountType = z.infer<typeof accountType>;

const account = note('E-mail address or mobile number.', z.string().check(z.trim(), z.minLength(3), z.maxLength(254)));
/** Any text; its rules have codes of their own, not code 1001. */
const password = z.string().check(z.maxLength(1024));
const codeText = note(
  'The code that was sent, or the text of the captcha.',
  z.string().check(z.trim(), z.maxLength(16)),
);
const areaId = note('Dialling area of a mobile number.', z.optional(integerField(1, 10_000)));
/** A captcha, where one was asked for (code 1109). */
const captchaGiven = {
  key: note('Id of the captcha, where one was asked for (1109).', z.optional(z.string().check(z.maxLength(64)))),
  captcha: note('Text of the captcha.', z.optional(codeText)),
};

const demoQuery = z.object({
  demo_id: note(
    'A random UUID that the device keeps: the same id finds the same demo account again (R-SES-05).',
    z.string().check(z.regex(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)),
  ),
});

export const loginBody = z.object({
  account,
  // Empty is a field that is missing, not a wrong password.
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  login_type: z.optional(accountType),
  area_id: areaId,
  ...captchaGiven,
});

/** Work that `data` of code 1013 asks for; also inside `data` of 1107. */
const workRequired = named(
  'WorkRequired',
  z.strictObject({
    algorithm: z.literal('sha256'),
    challenge: z.string(),
    difficulty: note('Leading zero bits of the hash.', z.number()),
    expires_in_ms: z.number(),
    header: note('Name of the header that carries the proof.', z.string()),
  }),
  'Repeat the call with the header `header: challenge:counter`, where the SHA-256 of that value begins with `difficulty` zero bits. Try counters until one fits.',
);
export type WorkRequired = z.infer<typeof workRequired>;

/** `data` of codes 1005, 1107 and 1340. */
const waitAsked = named(
  'WaitAsked',
  z.strictObject({
    wait_ms: note('Send again after this time.', z.number()),
    work: z.optional(workRequired),
  }),
);
export type WaitAsked = z.infer<typeof waitAsked>;

export const sendCodeBody = z.object({
  to: account,
  area_id: areaId,
  type: note('1 registering, 2 resetting or changing a password.', integerField(1, 2)),
  ...captchaGiven,
});

const codeSent = z.strictObject({ ticket: note('Sent back with the code.', z.string()) });
export type CodeSent = z.infer<typeof codeSent>;

const ticket = note(
  'Ticket of the code; without it the code is valid for the network or device that asked for it.',
  z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
);

export const registerBody = z.object({
  type: z.optional(accountType),
  area_id: areaId,
  account,
  password,
  re_password: password,
  invite_code: z._default(z.string().check(z.trim(), z.maxLength(16)), ''),
  sms_code: codeText,
  ticket,
  key: note(
    'Id of the captcha, where the company asks for one (`verify_type` 2).',
    z.optional(z.string().check(z.maxLength(64))),
  ),
  mobile: z.optional(z.string().check(z.maxLength(32))),
  client_id: optionalClientId,
});

const forgotBody = z.object({
  type: z.optional(accountType),
  area_id: areaId,
  account,
  new_password: password,
  secondary_password: note('The new password again.', password),
  auth_code: codeText,
  ticket,
  client_id: optionalClientId,
});

const amendPasswordBody = z.object({
  old_password: note('The other proof; checked wherever it is given.', z.optional(password)),
  new_password: password,
  auth_code: z.optional(codeText),
  ticket,
  type: z.optional(accountType),
  client_id: optionalClientId,
});

/** A picture with characters to type. */
const captcha = named('Captcha', z.strictObject({ id: z.string(), b64s: note('`data:image/…;base64,…`', z.string()) }));
export type Captcha = z.infer<typeof captcha>;

const passwordRules = ['passwordTooShort', 'passwordTooLong', 'passwordCommon', 'passwordsDiffer'] as const;
/** Refusals under pressure: a captcha, work, or a wait. */
const pressure = ['captchaRequired', 'captchaWrong', 'workRequired', 'codesGuarded'] as const;
const sendCode = [...pressure, 'codeTooSoon', 'areaUnknown', 'countryBlocked', 'registrationMethodOff'] as const;

export const identityCalls = {
  captcha: describeCall('captcha', {
    summary: 'A new captcha',
    who: 'anybody',
    weight: 5,
    answer: captcha,
  }),
  sendMailCode: describeCall('sendMailCode', {
    summary: 'Send a code by mail; the answer does not tell whether the address is known',
    who: 'anybody',
    weight: 5,
    input: sendCodeBody,
    answer: codeSent,
    refusals: sendCode,
  }),
  sendSmsCode: describeCall('sendSmsCode', {
    summary: 'Send a code by SMS; the answer does not tell whether the number is known',
    who: 'anybody',
    weight: 5,
    input: sendCodeBody,
    answer: codeSent,
    refusals: [...sendCode, 'smsBudgetUsed'],
  }),
  openDemo: describeCall('openDemo', {
    summary: 'Open a demo account, or find it again',
    who: 'anybody',
    alsoByGet: true,
    weight: 10,
    input: demoQuery,
    answer: signedIn,
    refusals: ['demoUnavailable', 'demoLimitReached', 'accountDisabled'],
  }),
  register: describeCall('register', {
    summary: 'Register with a code that was sent, or with a captcha',
    who: 'anybody',
    weight: 10,
    input: registerBody,
    answer: signedIn,
    refusals: [
      ...passwordRules,
      ...pressure,
      'codeWrong',
      'accountTaken',
      'inviteCodeUnknown',
      'areaUnknown',
      'countryBlocked',
      'registrationMethodOff',
      'idempotencyConflict',
    ],
  }),
  logIn: describeCall('logIn', {
    summary: 'Log in with a password',
    who: 'anybody',
    weight: 10,
    input: loginBody,
    answer: signedIn,
    refusals: [
      ...pressure,
      'wrongCredentials',
      'accountDisabled',
      'accountClosed',
      'accountGuarded',
      'secondFactorRequired',
      'areaUnknown',
    ],
  }),
  logOut: describeCall('logOut', { summary: 'End the session', who: 'session' }),
  resetPassword: describeCall('resetPassword', {
    summary: 'Set a new password by a code that was sent',
    who: 'anybody',
    weight: 10,
    input: forgotBody,
    refusals: [...passwordRules, ...pressure, 'codeWrong', 'areaUnknown', 'idempotencyConflict'],
  }),
  changePassword: describeCall('changePassword', {
    summary: 'Set a new password by a code, or by the old password',
    who: 'real',
    weight: 10,
    input: amendPasswordBody,
    refusals: [...passwordRules, ...pressure, 'codeWrong', 'oldPasswordWrong', 'areaUnknown', 'idempotencyConflict'],
  }),
  user: describeCall('user', { summary: 'The user of the session', who: 'session', answer: user }),
};
