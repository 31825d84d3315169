import * as z from 'zod/mini';
import { integerField } from './fields.ts';

export type OperatorRole = 'support' | 'cashier' | 'dealer' | 'compliance' | 'admin';

export interface Operator {
  id: number;
  email: string;
  role: OperatorRole;
}

export interface OperatorSignedIn {
  token: string;
  operator: Operator;
}

export type ReviewedStatus = 'waiting' | 'approved' | 'rejected';

/** A submission as listed: without what it says. */
export interface ListedVerification {
  id: number;
  uid: string;
  status: ReviewedStatus;
  submitted_at: number;
  reviewed_at: number | null;
}

/** A submission as opened: the look is recorded. */
export interface OpenedVerification extends ListedVerification {
  /** Name and number as they were submitted; empty once they were erased. */
  name: string;
  card_id: string;
  /** Signed links, good for a minute. */
  front_pic: string;
  reverse_pic: string;
  remark: string;
}

export const operatorLoginBody = z.object({
  email: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(1024)),
});
export const verificationsQuery = z.object({
  status: z._default(z.enum(['waiting', 'approved', 'rejected']), 'waiting'),
  page: z._default(integerField(1, 100_000), 1),
});
export const verificationParams = z.object({ id: integerField(1, 2_147_483_647) });
/** Why one that was decided already is looked at. */
export const openVerificationQuery = z.object({
  reason: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(300))),
});
export const rejectBody = z.object({ remark: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)) });
export const userParams = z.object({ uid: z.string().check(z.regex(/^\d{1,20}$/)) });
export const disableBody = z.object({ reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)) });
