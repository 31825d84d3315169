import * as z from 'zod/mini';
import { decimalField, integerField } from '../http/fields.ts';
import { chainWaitMs, idParams, listCall, readCall, reasonField, writeCall } from './call.ts';

const uidText = z.string().check(z.regex(/^\d{1,20}$/));
const uidParams = z.object({ uid: uidText });
const period = { from: z.optional(integerField(0)), to: z.optional(integerField(0)) };

const userRow = z.object({
  id: z.string(),
  uid: z.string(),
  /** Masked in lists. */
  email: z.string(),
  mobile: z.string(),
  is_demo: z.number(),
  is_disabled: z.boolean(),
  review_status: z.number(),
  created_at: z.number(),
  last_seen_at: z.nullable(z.number()),
  account_id: z.number(),
  balance: z.string(),
  inviter_uid: z.string(),
});
/** The company's rating of the user; 0 is not rated, and the app shows nothing. */
export const userRating = z.object({ score: integerField(0, 1_000), level: integerField(0, 100) });
const session = z.object({
  id: z.string(),
  device: z.string(),
  created_at: z.number(),
  last_seen_at: z.number(),
});
/** A user's limits besides the company's rules, which they can only tighten. Empty text or 0: no own limit. */
export const userLimits = z.object({
  leverage_max: integerField(0, 1_000),
  orders_max: integerField(0, 200),
  withdrawal_day_max: decimalField,
  is_opening_blocked: z.boolean(),
  is_withdrawal_blocked: z.boolean(),
});
const accountRow = z.object({
  id: z.number(),
  uid: z.string(),
  realm: z.enum(['real', 'demo']),
  currency: z.string(),
  balance: z.string(),
  locked: z.string(),
  equity: z.string(),
  /** Result of the open positions with their swap so far: equity less balance. */
  open_result: z.string(),
  margin: z.string(),
  free_margin: z.string(),
  margin_level: z.nullable(z.string()),
  open_orders: z.number(),
});
const ledgerRow = z.object({
  id: z.string(),
  at: z.number(),
  kind: z.string(),
  amount: z.string(),
  balance: z.string(),
  order_id: z.nullable(z.number()),
  funds_id: z.nullable(z.number()),
});
const orderRow = z.object({
  id: z.number(),
  uid: z.string(),
  account_id: z.number(),
  realm: z.enum(['real', 'demo']),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  kind: z.string(),
  status: z.string(),
  lots: z.string(),
  leverage: z.number(),
  open_price: z.nullable(z.string()),
  close_price: z.nullable(z.string()),
  stop_loss: z.nullable(z.string()),
  take_profit: z.nullable(z.string()),
  margin: z.string(),
  fee: z.string(),
  swap: z.string(),
  /** By price alone, before fee and swap; of an open order at the current price. */
  profit: z.string(),
  /** Profit less the fee plus the swap, i.e. what the order changed or would change the balance by. */
  net: z.string(),
  close_reason: z.nullable(z.string()),
  placed_at: z.number(),
  opened_at: z.nullable(z.number()),
  closed_at: z.nullable(z.number()),
});
/** Signed receipt as issued; the console shows and verifies it, and nobody can change it. */
const receipt = z.object({
  id: z.string(),
  document: z.record(z.string(), z.unknown()),
  signature: z.string(),
  key_id: z.string(),
});

const readUser = { permission: 'user.read' } as const;
export const userCalls = {
  list: listCall({ ...readUser, path: '/users', summary: 'List users' }, userRow, {
    q: z.optional(z.string().check(z.trim(), z.maxLength(120))),
    is_demo: z.optional(integerField(0, 1)),
  }),
  one: readCall(
    { ...readUser, path: '/users/:uid', summary: 'Read a user; the view is recorded' },
    {
      params: uidParams,
      answer: z.object({
        ...userRow.shape,
        /** Verified name; empty without one. */
        name: z.string(),
        rating: userRating,
        limits: userLimits,
        sessions: z.array(session),
      }),
    },
  ),
  looks: listCall(
    {
      ...readUser,
      path: '/users/:uid/looks',
      summary: 'List which operators looked at a user, found them by search or changed something about them',
    },
    z.object({
      id: z.number(),
      at: z.number(),
      /** Address of the operator; empty for the installation. */
      operator: z.string(),
      action: z.string(),
      reason: z.string(),
    }),
    {},
    uidParams,
  ),
  disable: writeCall(
    { path: '/users/:uid/disable', permission: 'user.disable', summary: 'Disable a user and end all their sessions' },
    { params: uidParams, body: z.object({ reason: reasonField }) },
  ),
  enable: writeCall(
    { path: '/users/:uid/enable', permission: 'user.disable', summary: 'Enable a disabled user' },
    { params: uidParams, body: z.object({ reason: reasonField }) },
  ),
  endSessions: writeCall(
    { path: '/users/:uid/end-sessions', permission: 'user.disable', summary: 'End all sessions of a user' },
    { params: uidParams, body: z.object({ reason: reasonField }) },
  ),
  limit: writeCall(
    {
      path: '/users/:uid/limits',
      permission: 'user.limit',
      summary: 'Set the limits of a user; they can only be tighter than the company’s rules',
    },
    { params: uidParams, body: z.object({ ...userLimits.shape, reason: reasonField }), answer: userLimits },
  ),
  rate: writeCall(
    { path: '/users/:uid/rating', permission: 'user.rate', summary: 'Set the score and level shown to the user' },
    { params: uidParams, body: z.object({ ...userRating.shape, reason: reasonField }), answer: userRating },
  ),
};

const readAccount = { permission: 'account.read' } as const;
export const accountCalls = {
  list: listCall({ ...readAccount, path: '/accounts', summary: 'List trading accounts' }, accountRow, {
    uid: z.optional(uidText),
    realm: z.optional(z.enum(['real', 'demo'])),
  }),
  one: readCall(
    { ...readAccount, path: '/accounts/:id', summary: 'Read a trading account' },
    { params: idParams, answer: accountRow },
  ),
  ledger: listCall(
    { ...readAccount, path: '/accounts/:id/ledger', summary: 'List the postings of an account' },
    ledgerRow,
    period,
    idParams,
  ),
  orders: listCall({ ...readAccount, path: '/orders', summary: 'List orders' }, orderRow, {
    uid: z.optional(uidText),
    status: z.optional(z.enum(['open', 'pending', 'closed', 'cancelled', 'expired'])),
    symbol: z.optional(z.string().check(z.maxLength(20))),
    realm: z.optional(z.enum(['real', 'demo'])),
    ...period,
  }),
  order: readCall(
    { ...readAccount, path: '/orders/:id', summary: 'Read an order with its receipts' },
    { params: idParams, answer: z.object({ ...orderRow.shape, receipts: z.array(receipt) }) },
  ),
};

const role = z.enum(['support', 'cashier', 'dealer', 'compliance', 'admin']);
/** The signed-in operator. Until `needs` is empty, only calls about their own account answer (`/me…`, `/logout`). */
const self = z.object({
  id: z.number(),
  email: z.string(),
  role,
  /** True for operators of the default company, which is the installation's. */
  is_installation: z.boolean(),
  needs: z.array(z.enum(['password', 'totp'])),
});
export type SignedInOperator = z.infer<typeof self>;
const operatorRow = z.object({
  id: z.number(),
  email: z.string(),
  role,
  is_disabled: z.boolean(),
  has_totp: z.boolean(),
  created_at: z.number(),
  /** End of an invitation that was not accepted yet; null afterwards. */
  invited_until: z.nullable(z.number()),
  /** End of the cooling-off: before it the operator approves nothing; null for none. */
  approves_from: z.nullable(z.number()),
});
const manage = { permission: 'operator.manage' } as const;
const ownSession = { permission: null } as const;
const totp = z.string().check(z.regex(/^\d{6}$/));
const password = z.string().check(z.minLength(12), z.maxLength(128));
export const operatorCalls = {
  me: readCall({ ...ownSession, path: '/me', summary: 'Read the logged-in operator' }, { answer: self }),
  signOut: writeCall({ ...ownSession, path: '/logout', summary: 'Log out' }),
  list: listCall({ ...manage, path: '/operators', summary: 'List operators' }, operatorRow, {}),
  one: readCall(
    { ...manage, path: '/operators/:id', summary: 'Read an operator' },
    { params: idParams, answer: operatorRow },
  ),
  add: writeCall(
    {
      ...manage,
      path: '/operators',
      summary: 'Add an operator; an invitation is mailed to them only: a link that works once, within 48 hours',
    },
    {
      body: z.object({
        email: z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/), z.maxLength(254)),
        role,
        reason: z.optional(reasonField),
      }),
      answer: operatorRow,
    },
  ),
  invite: writeCall(
    {
      ...manage,
      path: '/operators/:id/invitation',
      summary: 'Replace the invitation of an operator who has not accepted it; the new one is mailed',
    },
    { params: idParams, answer: operatorRow },
  ),
  change: writeCall(
    { ...manage, path: '/operators/:id', summary: 'Change the role of an operator, disable or enable them' },
    { params: idParams, body: z.object({ role, is_disabled: z.boolean(), reason: reasonField }), answer: operatorRow },
  ),
  resetTotp: writeCall(
    {
      ...manage,
      path: '/operators/:id/reset-totp',
      summary: 'Remove an operator’s second factor; it must be set up again',
    },
    { params: idParams, body: z.object({ reason: reasonField }) },
  ),
  beginTotp: writeCall(
    { ...ownSession, path: '/me/totp', summary: 'Begin to set up a second factor' },
    { answer: z.object({ secret: z.string(), uri: z.string() }) },
  ),
  confirmTotp: writeCall(
    {
      ...ownSession,
      path: '/me/totp/confirm',
      summary: 'Confirm the second factor with a code; it is required from then on',
    },
    { body: z.object({ code: totp }) },
  ),
  changePassword: writeCall(
    { ...ownSession, path: '/me/password', summary: 'Change the password; other sessions end' },
    { body: z.object({ old_password: z.string().check(z.maxLength(1024)), new_password: password }) },
  ),
};

/**
 * The hash is SHA-256 over the previous one (32 zero bytes at first) and JSON `[company_id, id, "at", operator_id,
 * action, subject, reason]`.
 */
const auditRow = z.object({
  id: z.number(),
  at: z.number(),
  operator: z.string(),
  company_id: z.number(),
  operator_id: z.nullable(z.number()),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  hash: z.string(),
});
export const auditCalls = {
  list: listCall(
    {
      path: '/audit',
      permission: 'audit.read',
      summary: 'List the audit trail, hash-chained; as CSV it can be verified offline',
    },
    auditRow,
    {
      operator_id: z.optional(integerField(1)),
      action: z.optional(z.string().check(z.maxLength(60))),
      subject: z.optional(z.string().check(z.maxLength(120))),
      ...period,
    },
  ),
  verify: readCall(
    {
      path: '/audit/verify',
      permission: 'audit.read',
      summary: 'Check the whole chain of the audit trail',
      waitMs: chainWaitMs,
    },
    { answer: z.object({ entries: z.number(), is_whole: z.boolean(), broken_at: z.nullable(z.number()) }) },
  ),
};

const verificationRow = z.object({
  id: z.number(),
  uid: z.string(),
  /** Name that the person entered; empty after erasure. */
  name: z.string(),
  /** Wire code of the language the person last used; empty if unknown. */
  client_language: z.string(),
  status: z.enum(['waiting', 'approved', 'rejected']),
  submitted_at: z.number(),
  reviewed_at: z.nullable(z.number()),
});
const read = { permission: 'verification.read' } as const;
const decide = { permission: 'verification.decide' } as const;
export const verificationCalls = {
  list: listCall({ ...read, path: '/verifications', summary: 'List identity checks' }, verificationRow, {
    status: z._default(z.enum(['waiting', 'approved', 'rejected']), 'waiting'),
  }),
  one: readCall(
    { ...read, path: '/verifications/:id', summary: 'Read an identity check with its pictures; the view is recorded' },
    {
      params: idParams,
      query: z.object({ reason: z.optional(reasonField) }),
      answer: z.object({
        ...verificationRow.shape,
        card_id: z.string(),
        front_pic: z.string(),
        reverse_pic: z.string(),
        remark: z.string(),
      }),
    },
  ),
  approve: writeCall(
    { ...decide, isApproval: true, path: '/verifications/:id/approve', summary: 'Approve an identity check' },
    { params: idParams },
  ),
  reject: writeCall(
    {
      ...decide,
      path: '/verifications/:id/reject',
      summary: 'Reject an identity check with a remark that the user sees',
    },
    { params: idParams, body: z.object({ remark: reasonField }) },
  ),
};
