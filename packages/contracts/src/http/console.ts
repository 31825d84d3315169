import * as z from 'zod/mini';
import { operatorCalls } from '../console/people.ts';

/**
 * Sign-in of an operator, the only call without a session. With a second factor the code is required; it is requested by
 * `secondFactorRequired` after a correct password.
 */
export const operatorSignIn = {
  path: '/login',
  body: z.object({
    email: z.string().check(z.maxLength(254)),
    password: z.string().check(z.maxLength(1024)),
    code: z.optional(z.string().check(z.regex(/^\d{6}$/))),
  }),
  /** The operator's `needs` must be set up before other calls are allowed. */
  answer: z.object({ token: z.string(), operator: operatorCalls.me.answer }),
};
/** Acceptance of an invitation: works once, before its end, without a session. The operator then signs in. */
export const invitationAcceptance = {
  path: '/invitation',
  body: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(256)),
    new_password: z.string().check(z.minLength(12), z.maxLength(128)),
  }),
  answer: z.object({ email: z.string() }),
};
export type InvitationAccepted = z.infer<typeof invitationAcceptance.answer>;
export type OperatorSignedIn = z.infer<typeof operatorSignIn.answer>;
