import * as z from 'zod/mini';
import type { SignedInOperator } from '../console/people.ts';

export interface OperatorSignedIn {
  token: string;
  operator: SignedInOperator;
}

/**
 * Signing in. Who has set up a second factor sends its code along; without one he is asked for it by
 * `secondFactorRequired`, once his password is right.
 */
export const operatorLoginBody = z.object({
  email: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(1024)),
  code: z.optional(z.string().check(z.regex(/^\d{6}$/))),
});
