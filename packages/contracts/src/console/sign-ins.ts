import * as z from 'zod/mini';
import { integerField } from '../http/fields.ts';
import { chainWaitMs, listCall, readCall } from './call.ts';

/**
 * Kinds of entries in the sign-in record. `counted` replaces the entries of one minute beyond the number stored
 * individually.
 */
export const signInKinds = [
  'signed-in',
  'registered',
  'refused',
  'factor-asked',
  'password-reset',
  'password-changed',
  'factor-added',
  'factor-removed',
  'codes-renewed',
  'session-ended',
  'sessions-ended',
  'counted',
  'pruned',
] as const;
export type SignInKind = (typeof signInKinds)[number];

/**
 * The hash is SHA-256 over the previous one and JSON `[company_id, id, "at", who, person_id, kind, detail, network,
 * count]`.
 */
const signInRow = z.object({
  id: z.number(),
  at: z.number(),
  who: z.enum(['user', 'operator']),
  person: z.string(),
  company_id: z.number(),
  person_id: z.nullable(z.number()),
  kind: z.enum(signInKinds),
  detail: z.string(),
  network: z.string(),
  count: z.number(),
  hash: z.string(),
});

export const signInCalls = {
  list: listCall(
    {
      path: '/sign-ins',
      permission: 'audit.read',
      summary:
        'List logins, refusals, resets and ended sessions of traders and operators, hash-chained, kept for 180 days',
    },
    signInRow,
    {
      who: z.optional(z.enum(['user', 'operator'])),
      person_id: z.optional(integerField(1)),
      network: z.optional(z.string().check(z.regex(/^[\da-fA-F.:*]{1,45}$/))),
      kind: z.optional(z.enum(signInKinds)),
      from: z.optional(integerField(0)),
      to: z.optional(integerField(0)),
    },
  ),
  verify: readCall(
    {
      path: '/sign-ins/verify',
      permission: 'audit.read',
      summary: 'Check the chain from its first stored entry on',
      waitMs: chainWaitMs,
    },
    { answer: z.object({ entries: z.number(), is_whole: z.boolean(), broken_at: z.nullable(z.number()) }) },
  ),
};
