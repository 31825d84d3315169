import * as z from 'zod/mini';
import type { CodeName } from '../codes.ts';
import { clientIdField, decimalField, integerField } from '../http/fields.ts';
import { idParams, listCall, readCall, reasonField, writeCall } from './call.ts';
import { clientFields, payeeFields } from './desk-fields.ts';

const approval = z.object({ by: z.string(), at: z.number() });

/**
 * Common fields of a deposit, a withdrawal and a correction in a queue. Amounts are decimal texts in USD unless a
 * currency is named.
 */
const fundsRow = {
  id: z.number(),
  uid: z.string(),
  ...clientFields,
  account_id: z.number(),
  status: z.string(),
  requested_at: z.number(),
  since: z.number(),
  approvals: z.array(approval),
  approvals_needed: z.number(),
  remark: z.string(),
  /** Hash of everything the row shows; approvals must send it. */
  payload_hash: z.string(),
};

export const depositRow = z.object({
  ...fundsRow,
  method: z.enum(['coin', 'bank']),
  paid: z.string(),
  currency: z.string(),
  protocol: z.string(),
  rate: z.string(),
  credit: z.string(),
  option_id: z.number(),
  /** Address or account that was paid to. */
  paid_to: z.string(),
  /** Link to the proof, valid for one minute; only on a single deposit. */
  proof_url: z.nullable(z.string()),
  /** External name of the payment: from the deposit, else from the payment that a watcher saw for it. */
  external_id: z.string(),
  /**
   * Confirmations of the payment if a watcher saw it; they change and are not part of the hash. `is_reverted`: its
   * chain reverted it after the request or the credit.
   */
  confirmations: z.nullable(z.object({ seen: z.number(), needed: z.number(), is_reverted: z.boolean() })),
  /**
   * On a waiting deposit: another account claims the payment (`rival`) or was credited with it (`credited`); null
   * otherwise.
   */
  contested: z.nullable(z.enum(['rival', 'credited'])),
});
/** A payment as a watcher saw it on its network. */
const seenPayment = z.object({
  transaction: z.string(),
  external_id: z.string(),
  address: z.string(),
  amount: z.string(),
  currency: z.string(),
  first_seen_at: z.number(),
  /** Null until it is in a block. */
  block: z.nullable(z.number()),
  confirmations: z.number(),
  confirmations_needed: z.number(),
  is_reverted: z.boolean(),
});
/** All claims on one payment, side by side, each with its proof. */
export const paymentClaims = z.object({
  claims: z.array(depositRow),
  /** Deposit that was already credited with the payment; a decision here takes nothing of it back. */
  credited: z.nullable(depositRow),
  /** Payments that watchers saw in the transaction. */
  payments: z.array(seenPayment),
});
export const withdrawalRow = z.object({
  ...fundsRow,
  method: z.enum(['coin', 'bank']),
  amount: z.string(),
  fee: z.string(),
  received: z.string(),
  currency: z.string(),
  protocol: z.string(),
  rate: z.string(),
  /** Destination: whole on a single withdrawal, masked in lists. */
  destination: z.record(z.string(), z.string()),
  ...payeeFields,
  /** True if the bound method has changed since the request. */
  is_method_changed: z.boolean(),
  /** Neither approved nor paid before this time, by the owner's current credentials; null if nothing holds it. */
  held_until: z.nullable(z.number()),
  /**
   * Neither approved nor paid until the market of a position has opened: the remaining equity might not cover its loss.
   */
  waits_for_market: z.boolean(),
  memo: z.string(),
  external_id: z.string(),
});
export const correctionRow = z.object({
  ...fundsRow,
  amount: z.string(),
  reason: z.string(),
  proposed_by: z.string(),
});

const status = { status: z.optional(z.string().check(z.regex(/^[a-z]{2,12}$/))) };
const uid = z.optional(z.string().check(z.regex(/^\d{1,20}$/)));
const payloadHash = z.string().check(z.regex(/^[\w-]{43}$/));
const approve = z.object({ payload_hash: payloadHash, client_id: z.optional(clientIdField) });
const reject = z.object({ remark: reasonField, client_id: z.optional(clientIdField) });

const read = { permission: 'funds.read' } as const;
const decide = { permission: 'funds.decide' } as const;
const give = { permission: 'funds.decide', isApproval: true } as const;

/** Refusals of every decision about one request. */
const decided = ['fundsNotFound', 'fundsDecided', 'idempotencyConflict'] as const satisfies CodeName[];
/** Refusals of every approval: one that is made under another content, or by somebody who may not. */
const approved = [...decided, 'payloadChanged', 'otherOperatorNeeded'] as const satisfies CodeName[];

export const depositCalls = {
  list: listCall({ ...read, path: '/deposits', summary: 'List deposits' }, depositRow, { ...status, uid }),
  one: readCall(
    { ...read, path: '/deposits/:id', summary: 'Read a deposit with its proof' },
    { params: idParams, answer: depositRow },
  ),
  approve: writeCall(
    { ...give, path: '/deposits/:id/approve', summary: 'Approve a deposit by its shown hash' },
    { params: idParams, body: approve, answer: depositRow, refusals: [...approved, 'depositKnown', 'fundsContested'] },
  ),
  reject: writeCall(
    { ...decide, path: '/deposits/:id/reject', summary: 'Reject a deposit with a remark' },
    { params: idParams, body: reject, answer: depositRow, refusals: decided },
  ),
  void: writeCall(
    { ...decide, path: '/deposits/:id/void', summary: 'Void an entry that was never a deposit' },
    { params: idParams, body: reject, answer: depositRow, refusals: decided },
  ),
  claims: readCall(
    {
      ...decide,
      path: '/deposits/:id/claims',
      summary: 'List all claims on the payment of a deposit, with their proofs',
    },
    { params: idParams, answer: paymentClaims },
  ),
  decideClaim: writeCall(
    {
      ...give,
      path: '/deposits/:id/decide',
      summary: 'Approve a claim among several; the last approval rejects the others',
    },
    {
      params: idParams,
      body: z.object({
        ...approve.shape,
        /** The other claims that the operator was shown. */
        rivals: z.array(integerField(1)).check(z.minLength(1), z.maxLength(20)),
        reason: reasonField,
      }),
      answer: depositRow,
      refusals: [...approved, 'depositKnown', 'claimsChanged'],
    },
  ),
  amend: writeCall(
    {
      ...decide,
      path: '/deposits/:id/amend',
      summary: 'Correct the paid amount of a deposit; its approvals become void',
    },
    {
      params: idParams,
      body: z.object({ paid: decimalField, reason: reasonField }),
      answer: depositRow,
      refusals: [...decided, 'payloadChanged', 'amountOutOfRange', 'depositKnown'],
    },
  ),
};

export const withdrawalCalls = {
  list: listCall({ ...read, path: '/withdrawals', summary: 'List withdrawals' }, withdrawalRow, { ...status, uid }),
  one: readCall(
    { ...read, path: '/withdrawals/:id', summary: 'Read a withdrawal' },
    { params: idParams, answer: withdrawalRow },
  ),
  approve: writeCall(
    { ...give, path: '/withdrawals/:id/approve', summary: 'Approve a withdrawal by its shown hash' },
    {
      params: idParams,
      body: approve,
      answer: withdrawalRow,
      refusals: [...approved, 'methodChanged', 'fundsOnHold', 'noPrice', 'marketClosedRisk'],
    },
  ),
  reject: writeCall(
    {
      ...decide,
      path: '/withdrawals/:id/reject',
      summary: 'Reject a withdrawal; the locked amount returns to the balance',
    },
    { params: idParams, body: reject, answer: withdrawalRow, refusals: decided },
  ),
  paid: writeCall(
    { ...give, path: '/withdrawals/:id/paid', summary: 'Mark a withdrawal as paid; refused to its approvers' },
    {
      params: idParams,
      body: z.object({ ...approve.shape, external_id: z.string().check(z.trim(), z.minLength(3), z.maxLength(128)) }),
      answer: withdrawalRow,
      refusals: [
        ...approved,
        'methodChanged',
        'fundsOnHold',
        'payerApproved',
        'depositKnown',
        'noPrice',
        'marketClosedRisk',
      ],
    },
  ),
  amend: writeCall(
    { ...decide, path: '/withdrawals/:id/amend', summary: 'Lower the fee of a withdrawal; its approvals become void' },
    {
      params: idParams,
      body: z.object({ fee: decimalField, reason: reasonField }),
      answer: withdrawalRow,
      refusals: [...decided, 'payloadChanged', 'methodChanged', 'amountOutOfRange', 'nothingReceived'],
    },
  ),
};

export const correctionCalls = {
  list: listCall({ ...read, path: '/corrections', summary: 'List corrections' }, correctionRow, { ...status, uid }),
  propose: writeCall(
    {
      path: '/corrections',
      permission: 'correction.propose',
      summary: 'Propose a correction; the trader sees amount and reason',
    },
    {
      body: z.object({
        uid: z.string().check(z.regex(/^\d{1,20}$/)),
        amount: decimalField,
        reason: reasonField,
        client_id: z.optional(clientIdField),
      }),
      answer: correctionRow,
      refusals: [
        'userNotFound',
        'onlyRealAccount',
        'tooManyFundsRequests',
        'amountOutOfRange',
        'noPrice',
        'notEnoughFunds',
        'idempotencyConflict',
      ],
    },
  ),
  approve: writeCall(
    {
      path: '/corrections/:id/approve',
      permission: 'correction.decide',
      isApproval: true,
      summary: 'Post a correction; refused to its proposer',
    },
    { params: idParams, body: approve, answer: correctionRow, refusals: [...approved, 'noPrice', 'notEnoughFunds'] },
  ),
  reject: writeCall(
    { path: '/corrections/:id/reject', permission: 'correction.decide', summary: 'Drop a proposed correction' },
    { params: idParams, body: reject, answer: correctionRow, refusals: decided },
  ),
};

/** Pay way of deposits. A changed one gets a new number: what a user was shown stays the same. */
export const payWayBody = z.object({
  kind: z.enum(['coin', 'bank']),
  currency: z.string().check(z.regex(/^[A-Z0-9]{2,10}$/)),
  /** Network; empty for a bank. */
  protocol: z._default(z.string().check(z.trim(), z.maxLength(20)), ''),
  /** Shared address of a coin; empty if each user gets one from the pool. */
  address: z._default(z.string().check(z.trim(), z.maxLength(128)), ''),
  bank_name: z._default(z.string().check(z.trim(), z.maxLength(120)), ''),
  bank_address: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  bank_swift: z._default(z.string().check(z.trim(), z.maxLength(11)), ''),
  payee_name: z._default(z.string().check(z.trim(), z.maxLength(120)), ''),
  payee_account: z._default(z.string().check(z.trim(), z.maxLength(64)), ''),
  bank_remark: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  /** Units of the currency per 1 USD. */
  usd_price: decimalField,
  /** In the currency. */
  min: z._default(decimalField, '0'),
  is_active: z._default(z.boolean(), true),
  /** Name of the configured watcher for payments; empty for none. */
  watcher: z._default(z.string().check(z.regex(/^[a-z0-9-]{0,32}$/)), ''),
  confirmations: z._default(integerField(0, 1_000), 0),
});
const payWay = z.object({ id: z.number(), ...payWayBody.shape, created_at: z.number(), free_addresses: z.number() });

/** Currency in which users can withdraw. */
export const drawCurrencyBody = z.object({
  kind: z.enum(['coin', 'bank']),
  code: z.string().check(z.regex(/^[A-Z0-9]{2,10}$/)),
  protocol: z._default(z.string().check(z.trim(), z.maxLength(20)), ''),
  fee_type: integerField(1, 2),
  draw_rate: decimalField,
  /** Units of the currency per 1 USD. */
  usd_price: decimalField,
  /** In USD, as `max` is. */
  min: z._default(decimalField, '0'),
  max: z._default(decimalField, '0'),
  is_active: z._default(z.boolean(), true),
});
const drawCurrency = z.object({ id: z.number(), ...drawCurrencyBody.shape, created_at: z.number() });

/**
 * Thresholds in USD from which a second operator must approve; hold and freeze in hours; watched deposits up to
 * `auto_credit_max` are credited without an operator.
 */
export const fundsSettings = z.object({
  withdrawal_second_from: decimalField,
  deposit_second_from: decimalField,
  auto_credit_max: decimalField,
  /** 0 at a trial company only. */
  method_hold_hours: integerField(0, 168),
  freeze_hours: integerField(0, 168),
  requests_max: integerField(1, 20),
});

/**
 * Confirmation of a rate that the server finds implausible, without it `rateUnconfirmed`; and the reason that the second
 * person reads.
 */
const rateConfirmed = { is_rate_confirmed: z.optional(z.boolean()), reason: z.optional(reasonField) };

const payWayRead = { permission: 'payway.read' } as const;
const payWayWrite = { permission: 'payway.write' } as const;

export const payWayCalls = {
  list: listCall({ ...payWayRead, path: '/pay-ways', summary: 'List deposit methods' }, payWay, {
    kind: z.optional(z.enum(['coin', 'bank'])),
  }),
  one: readCall(
    { ...payWayRead, path: '/pay-ways/:id', summary: 'Read a deposit method' },
    { params: idParams, answer: payWay },
  ),
  add: writeCall(
    { ...payWayWrite, path: '/pay-ways', summary: 'Add a deposit method' },
    { body: z.extend(payWayBody, rateConfirmed), answer: payWay },
  ),
  replace: writeCall(
    { ...payWayWrite, path: '/pay-ways/:id', summary: 'Replace a deposit method by another under a new number' },
    { params: idParams, body: z.extend(payWayBody, rateConfirmed), answer: payWay },
  ),
  addresses: writeCall(
    {
      ...payWayWrite,
      path: '/pay-ways/:id/addresses',
      summary: 'Add addresses to the pool of a deposit method; each is assigned to one user',
    },
    {
      params: idParams,
      body: z.object({
        reason: z.optional(reasonField),
        addresses: z
          .array(z.string().check(z.trim(), z.minLength(8), z.maxLength(128)))
          .check(z.minLength(1), z.maxLength(1_000)),
      }),
      answer: z.object({ added: z.number(), known: z.number() }),
    },
  ),
  drawCurrencies: listCall(
    { ...payWayRead, path: '/draw-currencies', summary: 'List payout currencies' },
    drawCurrency,
    {},
  ),
  drawCurrency: readCall(
    { ...payWayRead, path: '/draw-currencies/:id', summary: 'Read a payout currency' },
    { params: idParams, answer: drawCurrency },
  ),
  addDrawCurrency: writeCall(
    { ...payWayWrite, path: '/draw-currencies', summary: 'Add a payout currency' },
    { body: z.extend(drawCurrencyBody, rateConfirmed), answer: drawCurrency },
  ),
  changeDrawCurrency: writeCall(
    {
      ...payWayWrite,
      path: '/draw-currencies/:id',
      summary: 'Change a payout currency; existing requests keep their fee and rate',
    },
    { params: idParams, body: z.extend(drawCurrencyBody, rateConfirmed), answer: drawCurrency },
  ),
  settings: readCall(
    { ...payWayRead, path: '/funds-settings', summary: 'Read the thresholds and holds of the money desk' },
    { answer: fundsSettings },
  ),
  changeSettings: writeCall(
    { ...payWayWrite, path: '/funds-settings', summary: 'Change the thresholds and holds of the money desk' },
    { body: z.object({ ...fundsSettings.shape, reason: z.optional(reasonField) }), answer: fundsSettings },
  ),
};
