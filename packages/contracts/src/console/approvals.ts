import * as z from 'zod/mini';
import { idParams, listCall, readCall, reasonField, writeCall } from './call.ts';

/** Subject of a request; it decides who may approve it. */
export const approvalKinds = ['operator', 'settings', 'terms', 'pay-way', 'funds-settings'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** One field of a change, by its name on the wire; null: there is none. */
const change = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
/**
 * A change that waits for a second person. `payload_hash` is SHA-256 over who wants what, why and instead of what;
 * approvals must send it. `hindrance` says why the caller may not approve now, `again` that the author must propose it again
 * because there was a second person; null if they may.
 */
const approvalRow = z.object({
  id: z.number(),
  kind: z.enum(approvalKinds),
  subject: z.string(),
  status: z.enum(['waiting', 'expired', 'withdrawn', 'refused', 'approved', 'failed', 'done']),
  changes: z.array(change),
  author: z.string(),
  reason: z.string(),
  requested_at: z.number(),
  expires_at: z.number(),
  /** Time from which the author may approve alone; null while there is another person to do so. */
  alone_from: z.nullable(z.number()),
  payload_hash: z.string(),
  hindrance: z.nullable(z.enum(['author', 'again', 'role', 'new-operator', 'too-early'])),
  is_own: z.boolean(),
  decided_by: z.string(),
  decided_at: z.nullable(z.number()),
  remark: z.string(),
});

const read = { permission: 'approval.read' } as const;
const decide = { permission: 'approval.decide' } as const;
const decided = ['approvalNotFound', 'approvalDecided', 'approvalExpired'] as const;

export const approvalCalls = {
  list: listCall({ ...read, path: '/approvals', summary: 'List changes that need a second person' }, approvalRow, {
    view: z._default(z.enum(['waiting', 'own', 'decided']), 'waiting'),
  }),
  one: readCall(
    { ...read, path: '/approvals/:id', summary: 'Read a change that needs a second person, old and new' },
    { params: idParams, answer: approvalRow },
  ),
  approve: writeCall(
    { ...decide, path: '/approvals/:id/approve', summary: 'Approve a change by its shown hash; it is made at once' },
    {
      params: idParams,
      body: z.object({ payload_hash: z.string().check(z.regex(/^[\w-]{43}$/)) }),
      /** `result` is what the call of the change answers. */
      answer: z.object({ ...approvalRow.shape, result: z.unknown() }),
    },
  ),
  refuse: writeCall(
    { ...decide, path: '/approvals/:id/refuse', summary: 'Refuse a change with a remark' },
    {
      params: idParams,
      body: z.object({ remark: reasonField }),
      answer: approvalRow,
      refusals: [...decided, 'otherOperatorNeeded', 'operatorTooNew', 'approvalTooEarly', 'notPermitted'],
    },
  ),
  withdraw: writeCall(
    { ...read, path: '/approvals/:id/withdraw', summary: 'Withdraw a change that you proposed' },
    { params: idParams, answer: approvalRow, refusals: [...decided, 'notPermitted'] },
  ),
};
