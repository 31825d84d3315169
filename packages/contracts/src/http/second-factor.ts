import * as z from 'zod/mini';

/** A signed-in device. */
export interface DeviceSession {
  id: string;
  /** What the browser calls itself, shortened to something a person recognises. */
  device: string;
  created_at: number;
  last_seen_at: number;
  /** 1 = the device that asks. */
  current: 0 | 1;
}

/** What a user has set up besides the password. */
export interface SecondFactors {
  /** 1 = an authenticator app. */
  totp: 0 | 1;
  passkeys: { id: string; name: string; created_at: number; last_used_at: number | null }[];
  recovery_left: number;
}

/** `data` of code 1115: the password was right; the ticket and one of the methods finish the login. Lives five minutes. */
export interface SecondFactorAsked {
  ticket: string;
  methods: ('totp' | 'passkey' | 'recovery')[];
  /** Options of WebAuthn for the passkeys of this user; null without any. */
  passkey: Record<string, unknown> | null;
}

/**
 * `data` of code 1117. Send `/api/user/step_up` one of the ways in its field, with `call` and `payload` where they are not
 * null, then repeat the refused call unchanged: the proof serves that payload once. Without a proof the call answers with
 * this anew.
 */
export interface StepUpAsked {
  /** The refused call, and the SHA-256 (base64url) of all its fields but `client_id`; null where the proof serves the session. */
  call: string | null;
  payload: string | null;
  ways: ('password' | 'totp' | 'passkey' | 'recovery')[];
  /** The field of `/api/user/step_up` that each way is sent in. */
  fields: Partial<Record<'password' | 'totp' | 'passkey' | 'recovery', string>>;
  /** As in `SecondFactorAsked`. */
  passkey: Record<string, unknown> | null;
}

/** Shown once: the secret for the authenticator app, as text and as otpauth URI. */
export interface TotpBegun {
  secret: string;
  uri: string;
}

/**
 * Shown once: each code stands in for the second factor one time. Empty where the user still has some, and where codes
 * are renewed that would stand in for nothing.
 */
export interface RecoveryCodes {
  recovery_codes: string[];
}

const ticket = z.string().check(z.regex(/^[\w-]{20,128}$/));
const totpCode = z.string().check(z.regex(/^\d{6}$/));
const recoveryCode = z.string().check(z.regex(/^[A-Za-z0-9-]{8,32}$/));
/** What the browser's WebAuthn call answered, passed on as it is; read and checked by the library that knows it. */
const passkeyAnswer = z.record(z.string(), z.unknown());

/** One of the three proves it. */
const proof = {
  code: z.optional(totpCode),
  recovery_code: z.optional(recoveryCode),
  passkey: z.optional(passkeyAnswer),
};

export const secondFactorBody = z.object({ ticket, ...proof });
/** Proves again who is there: for one payload, or else for ten minutes of the session, which serves changes of factors only. */
export const stepUpBody = z.object({
  ...proof,
  password: z.optional(z.string().check(z.maxLength(1024))),
  call: z._default(z.string().check(z.maxLength(128)), ''),
  payload: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
});
export const totpConfirmBody = z.object({ code: totpCode });
export const passkeyFinishBody = z.object({
  name: z._default(z.string().check(z.maxLength(60)), ''),
  passkey: passkeyAnswer,
});
export const passkeyRemoveBody = z.object({ id: z.string().check(z.maxLength(512)) });
export const sessionEndBody = z.object({ id: z.string().check(z.maxLength(64)) });
