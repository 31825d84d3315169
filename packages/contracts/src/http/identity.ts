import * as z from 'zod/mini';
import { clientIdField, integerField } from './fields.ts';

export interface User {
  id: number;
  /** Public account number, shown to the user. */
  uid: string;
  email: string;
  /** With its dialling code, as `+33612345678`; empty when none is known. */
  mobile: string;
  /** 1 = demo. */
  is_demo: 0 | 1;
  credit_score: number;
  level: number;
  invite_code: string;
  /** Account currency (ISO 4217). */
  currency: string;
}

export interface SignedIn {
  token: string;
  user: User;
  /** Sent as header `device` with the next login, so that strangers' wrong passwords do not count against this device. */
  device?: string;
}

/** A device's demo is found again by its id: a random UUID kept by the device (R-SES-05). */
export const demoQuery = z.object({
  demo_id: z.string().check(z.regex(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)),
});

/** `email` or `mobile`; where it is missing, an `@` decides. */
export const accountType = z.enum(['email', 'mobile']);
export type AccountType = z.infer<typeof accountType>;

const account = z.string().check(z.trim(), z.minLength(3), z.maxLength(254));
/** Any text; its rules are told by codes of their own, not by code 1001. */
const password = z.string().check(z.maxLength(1024));
const givenPassword = z.string().check(z.minLength(1), z.maxLength(1024));
/** The code that was sent, or the captcha's text. */
const codeText = z.string().check(z.trim(), z.maxLength(16));
const areaId = z.optional(integerField(1, 10_000));
/** The client's own id of the request (R-WIRE-09), also as header `idempotency-key`. */
const clientId = z.optional(clientIdField);
/** A captcha, where one was asked for (code 1109): its id and its text. */
const captchaGiven = {
  key: z.optional(z.string().check(z.maxLength(64))),
  captcha: z.optional(codeText),
};

export const loginBody = z.object({
  account,
  /** Empty is a field left out, not a wrong password. */
  password: givenPassword,
  login_type: z.optional(accountType),
  area_id: areaId,
  ...captchaGiven,
});

/** `data` of codes 1005, 1107 and 1340, where waiting is all it takes; `work` with 1107 takes its place, as with 1013. */
export interface WaitAsked {
  wait_ms: number;
  work?: WorkRequired;
}

/**
 * `data` of code 1013: the same call is repeated with a header named `header` of the value `challenge:counter`, where the
 * SHA-256 of that value begins with `difficulty` zero bits. Counters are tried until one fits.
 */
export interface WorkRequired {
  algorithm: 'sha256';
  challenge: string;
  difficulty: number;
  expires_in_ms: number;
  header: string;
}

/** What a code is for: 1 registering, 2 resetting or changing a password. */
export const sendCodeBody = z.object({
  to: account,
  area_id: areaId,
  type: integerField(1, 2),
  ...captchaGiven,
});

/** The code belongs to the ticket, which goes back with it. */
export interface CodeSent {
  ticket: string;
}

/** Of the code; without it the code serves the network or device that asked for it. */
const ticket = z.optional(z.string().check(z.minLength(1), z.maxLength(64)));

export const registerBody = z.object({
  type: z.optional(accountType),
  area_id: areaId,
  account,
  password,
  re_password: password,
  invite_code: z._default(z.string().check(z.trim(), z.maxLength(16)), ''),
  sms_code: codeText,
  ticket,
  /** The captcha's id where the company asks for one (`verify_type` 2). */
  key: z.optional(z.string().check(z.maxLength(64))),
  mobile: z.optional(z.string().check(z.maxLength(32))),
  client_id: clientId,
});

export const forgotBody = z.object({
  type: z.optional(accountType),
  area_id: areaId,
  account,
  new_password: password,
  secondary_password: password,
  auth_code: codeText,
  ticket,
  client_id: clientId,
});

export const amendPasswordBody = z.object({
  /** The other proof, checked wherever it is given. */
  old_password: z.optional(password),
  new_password: password,
  auth_code: z.optional(codeText),
  ticket,
  type: z.optional(accountType),
  client_id: clientId,
});

/** A picture with characters to type; taken again by asking again. */
export interface Captcha {
  id: string;
  /** `data:image/…;base64,…` */
  b64s: string;
}
