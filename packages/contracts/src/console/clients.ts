import * as z from 'zod/mini';
import { clientIdField } from '../http/fields.ts';
import { listCall, writeCall } from './call.ts';

const uidParams = z.object({ uid: z.string().check(z.regex(/^\d{1,20}$/)) });

const clientNote = z.object({
  id: z.number(),
  at: z.number(),
  /** Address of the operator who wrote it. */
  operator: z.string(),
  note: z.string(),
});
const payoutMethod = z.object({
  id: z.number(),
  kind: z.enum(['coin', 'bank']),
  currency: z.string(),
  /** Network of a coin; empty for a bank. */
  protocol: z.string(),
  /** Address or account number, masked; empty after erasure. */
  destination: z.string(),
  bank_name: z.string(),
  payee_name: z.string(),
  /** How the name of a bank's payee compares with the verified one; `none` for a coin, and after erasure. */
  payee_match: z.enum(['same', 'close', 'other', 'unverified', 'none']),
  /** `held`: bound, and not paid to before `usable_at`. `removed`: by the client; past payouts name it. */
  state: z.enum(['usable', 'held', 'removed', 'erased']),
  bound_at: z.number(),
  usable_at: z.number(),
});
const clientNotice = z.object({
  id: z.string(),
  at: z.number(),
  kind: z.string(),
  /** Words of the notice in English; the client reads it in their own language. */
  text: z.string(),
  is_read: z.boolean(),
});

const readUser = { permission: 'user.read' } as const;
/** Lists of a client's page besides account and orders. */
export const clientCalls = {
  notes: listCall(
    { ...readUser, path: '/users/:uid/notes', summary: 'List the notes of operators about a client, newest first' },
    clientNote,
    {},
    uidParams,
  ),
  addNote: writeCall(
    {
      path: '/users/:uid/notes',
      permission: 'user.note',
      summary: 'Write a note about a client; nobody can change or remove it',
    },
    {
      params: uidParams,
      body: z.object({
        note: z.string().check(z.trim(), z.minLength(3), z.maxLength(2_000)),
        client_id: clientIdField,
      }),
      refusals: ['userNotFound', 'idempotencyConflict', 'tooManyClientNotes'],
    },
  ),
  payoutMethods: listCall(
    {
      path: '/users/:uid/payout-methods',
      permission: 'funds.read',
      summary: 'List where a client is paid to, removed ones included, newest first',
    },
    payoutMethod,
    {},
    uidParams,
  ),
  notices: listCall(
    { ...readUser, path: '/users/:uid/notices', summary: 'List the notices that a client was given, newest first' },
    clientNotice,
    {},
    uidParams,
  ),
};
