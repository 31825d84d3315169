import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { flag, named, note, timeMs } from './fields.ts';
import { signedIn } from './identity.ts';

/** A device that is signed in. */
const deviceSession = named(
  'DeviceSession',
  z.strictObject({
    id: z.string(),
    device: note('Short name of browser and system.', z.string()),
    created_at: timeMs,
    last_seen_at: timeMs,
    current: note('1: the session of this request.', flag),
  }),
);
export type DeviceSession = z.infer<typeof deviceSession>;

/** Second factors that a user has set up. */
const secondFactors = named(
  'SecondFactors',
  z.strictObject({
    totp: note('1: an authenticator app.', flag),
    passkeys: z.array(
      z.strictObject({ id: z.string(), name: z.string(), created_at: timeMs, last_used_at: z.nullable(timeMs) }),
    ),
    recovery_left: note('Recovery codes that have not been used.', z.number()),
  }),
);
export type SecondFactors = z.infer<typeof secondFactors>;

/** Options for the WebAuthn call of the browser. */
const passkeyOptions = z.record(z.string(), z.unknown());

/** `data` of code 1115. */
const secondFactorAsked = named(
  'SecondFactorAsked',
  z.strictObject({
    ticket: note('Finishes the login, within five minutes.', z.string()),
    methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
    passkey: note('WebAuthn options for the passkeys of the user; null without any.', z.nullable(passkeyOptions)),
  }),
  'The password was right; the ticket and one of the methods finish the login.',
);
export type SecondFactorAsked = z.infer<typeof secondFactorAsked>;

const way = z.enum(['password', 'totp', 'passkey', 'recovery']);

/** `data` of code 1117. */
const stepUpAsked = named(
  'StepUpAsked',
  z.strictObject({
    call: note('The refused call; null where the proof is valid for the session.', z.nullable(z.string())),
    payload: note('SHA-256 (base64url) of all its fields but `client_id`; null as `call`.', z.nullable(z.string())),
    ways: z.array(way),
    fields: note('Field of `/api/user/step_up` that carries each way.', z.partialRecord(way, z.string())),
    passkey: note('As in `SecondFactorAsked`.', z.nullable(passkeyOptions)),
  }),
  'Send `/api/user/step_up` one of the ways in its field, with `call` and `payload` where they are not null, then repeat the refused call unchanged: the proof is valid for that payload once. Without a proof the call answers with this again.',
);
export type StepUpAsked = z.infer<typeof stepUpAsked>;

const totpBegun = named(
  'TotpBegun',
  z.strictObject({ secret: z.string(), uri: note('`otpauth:` URI.', z.string()) }),
  'Secret for the authenticator app; shown once.',
);
export type TotpBegun = z.infer<typeof totpBegun>;

const recoveryCodes = named(
  'RecoveryCodes',
  z.strictObject({
    recovery_codes: note(
      'Shown once; each replaces the second factor one time. Empty where the user still has some.',
      z.array(z.string()),
    ),
  }),
);
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

const ticket = z.string().check(z.regex(/^[\w-]{20,128}$/));
const totpCode = note('Code of the authenticator app.', z.string().check(z.regex(/^\d{6}$/)));
const recoveryCode = z.string().check(z.regex(/^[A-Za-z0-9-]{8,32}$/));
/** Answer of the browser's WebAuthn call, passed on unchanged; the library for it reads and checks it. */
const passkeyAnswer = note('Answer of the WebAuthn call of the browser.', z.record(z.string(), z.unknown()));

/** One of the three proves the user. */
const proof = {
  code: z.optional(totpCode),
  recovery_code: z.optional(recoveryCode),
  passkey: z.optional(passkeyAnswer),
};

export const secondFactorBody = z.object({ ticket, ...proof });
export const stepUpBody = z.object({
  ...proof,
  password: z.optional(z.string().check(z.maxLength(1024))),
  call: note('As 1117 named it.', z._default(z.string().check(z.maxLength(128)), '')),
  payload: note(
    'As 1117 named it. Without it the proof is valid for changes of factors in this session, for ten minutes.',
    z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  ),
});
const passkeyFinishBody = z.object({
  name: z._default(z.string().check(z.maxLength(60)), ''),
  passkey: passkeyAnswer,
});

/** A demo has no second factor (R-SES-14). */
const changeFactors = { who: 'session', needsStepUp: true, refusals: ['onlyRealAccount'] } as const;

export const secondFactorCalls = {
  finishLogIn: describeCall('finishLogIn', {
    summary: 'Finish a login by a second factor',
    who: 'anybody',
    input: secondFactorBody,
    answer: signedIn,
    refusals: ['secondFactorWrong', 'passkeyRefused', 'accountDisabled', 'accountClosed', 'wrongCredentials'],
  }),
  factors: describeCall('factors', {
    summary: 'Second factors of the user',
    who: 'session',
    answer: secondFactors,
    refusals: ['onlyRealAccount'],
  }),
  stepUp: describeCall('stepUp', {
    summary: 'Prove the user again, for a refused call or for changes of factors',
    who: 'session',
    needsStepUp: true,
    weight: 10,
    input: stepUpBody,
    refusals: ['onlyRealAccount', 'wrongCredentials', 'secondFactorWrong', 'passkeyRefused', 'accountGuarded'],
  }),
  beginTotp: describeCall('beginTotp', {
    ...changeFactors,
    summary: 'Begin to set up an authenticator app',
    answer: totpBegun,
    refusals: [...changeFactors.refusals, 'secondFactorExists'],
  }),
  confirmTotp: describeCall('confirmTotp', {
    ...changeFactors,
    summary: 'Confirm the authenticator app by its code',
    input: z.object({ code: totpCode }),
    answer: recoveryCodes,
    refusals: [...changeFactors.refusals, 'secondFactorWrong', 'secondFactorExists'],
  }),
  removeTotp: describeCall('removeTotp', { ...changeFactors, summary: 'Remove the authenticator app' }),
  beginPasskey: describeCall('beginPasskey', {
    ...changeFactors,
    summary: 'Begin to add a passkey: options for WebAuthn',
    answer: passkeyOptions,
  }),
  finishPasskey: describeCall('finishPasskey', {
    ...changeFactors,
    summary: 'Add the passkey that the browser has made',
    input: passkeyFinishBody,
    answer: recoveryCodes,
    refusals: [...changeFactors.refusals, 'passkeyRefused', 'secondFactorExists'],
  }),
  removePasskey: describeCall('removePasskey', {
    ...changeFactors,
    summary: 'Remove a passkey',
    input: z.object({ id: z.string().check(z.maxLength(512)) }),
  }),
  renewRecoveryCodes: describeCall('renewRecoveryCodes', {
    ...changeFactors,
    summary: 'Replace the recovery codes',
    answer: recoveryCodes,
  }),
  sessions: describeCall('sessions', {
    summary: 'Devices that are signed in to this account',
    who: 'session',
    answer: z.array(deviceSession),
  }),
  endSession: describeCall('endSession', {
    summary: 'Sign out another device',
    who: 'session',
    input: z.object({ id: z.string().check(z.maxLength(64)) }),
    refusals: ['sessionNotFound'],
  }),
  endOtherSessions: describeCall('endOtherSessions', { summary: 'Sign out all other devices', who: 'session' }),
};
