import * as z from 'zod/mini';
import type { SignedInOperator } from '../console/people.ts';

export interface OperatorSignedIn {
  token: string;
  operator: SignedInOperator;
}

/**
 * Sign-in of an operator. With a second factor the code is required: after a correct password without it the answer is
 * `secondFactorRequired`.
 */
export const operatorLoginBody = z.object({
  email: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(1024)),
  code: z.optional(z.string().check(z.regex(/^\d{6}$/))),
});
