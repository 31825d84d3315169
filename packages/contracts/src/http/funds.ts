import * as z from 'zod/mini';
import { clientIdField, decimalField, integerField } from './fields.ts';
import type { DecimalText } from './market.ts';

/** How a payment travels: 1 by coin, 2 by bank (`type` of the calls about withdrawals and bound methods). */
export type PayType = 1 | 2;

/** Somewhere to send a coin to. */
export interface DepositAddressOption {
  id: number;
  currency_code: string;
  /** The network, as `TRC20`. */
  protocol_code: string;
  address: string;
  /** Units of the currency per 1 USD; what is sent is credited at the rate shown when it is reported. */
  usd_price: DecimalText;
  /** Smallest amount taken, in the currency; "0" for none. */
  min: DecimalText;
  /** Whether payments to it are seen by the house itself, so that no proof is asked for. */
  is_watched: boolean;
  /** Confirmations after which a watched payment is credited; 0 where it is not watched. */
  confirmations: number;
}

/** A currency that bank deposits are taken in. */
export interface BankCoin {
  id: number;
  name: string;
}

/** A bank account of the company to wire to. */
export interface BankWireOption {
  id: number;
  bank_name: string;
  bank_address: string;
  bank_swift: string;
  payee_name: string;
  payee_account: string;
  bank_remark: string;
  currency_code: string;
  usd_price: DecimalText;
  min: DecimalText;
}

/** 0 unchecked, 1 completed, 2 rejected with remark, 3 invalid. */
export type DepositStatus = 0 | 1 | 2 | 3;

export interface DepositRow {
  /** Below zero where a payment is only seen yet, and no deposit stands for it. */
  id: number;
  /** In `currency_code`. */
  number: DecimalText;
  /** 0 coin, 1 bank. */
  type: 0 | 1;
  currency_code: string;
  protocol_code: string;
  status: DepositStatus;
  created_at: number;
  /** When it came to the status it is in. */
  since: number;
  remark: string;
  /** What it comes to in the account currency, and at which rate. */
  usd_number: DecimalText;
  usd_price: DecimalText;
  /** Of a payment that a watcher sees; null where none does. */
  confirmations: { seen: number; needed: number } | null;
  tx: string;
}

/** The `data` of submit and wire_submit: the record as it now stands. */
export type DepositAnswer = DepositRow;

/** A currency to withdraw in. */
export interface WithdrawCurrency {
  id: number;
  code: string;
  /** Empty for a bank currency. */
  protocol: string;
  /** With fee_type 1 the fee in USD, else the part of the amount that is the fee (0.005 = 0.5 %). */
  draw_rate: DecimalText;
  fee_type: 1 | 2;
  /** Units of this currency per 1 USD. */
  usd_price: DecimalText;
  /** Decimals of what is received: 7 for BTC and ETH, else 2. */
  decimals: number;
  /** In USD; `max` "0" for no upper bound. */
  min: DecimalText;
  max: DecimalText;
}

export type WithdrawState = 'requested' | 'approved' | 'paid' | 'rejected' | 'cancelled';

export interface WithdrawRow {
  id: number;
  /** What left the balance, in USD, fee included. */
  number: DecimalText;
  /** What is paid out, in the payout currency. */
  real_number: DecimalText;
  draw_currency: { code: string; protocol: string };
  fee: DecimalText;
  /** Where it stands, in the caller's language: its state, or what it waits for. */
  status_name: string;
  /** Its state alone, in the caller's language. */
  state_name: string;
  state: WithdrawState;
  created_at: number;
  /** Since when it is in that state. */
  since: number;
  /** 1 coin, 2 bank. */
  type: PayType;
  /** Masked, as it is shown everywhere but in the wallet. */
  address: string;
  payee_account: string;
  /** The user's own memo. */
  notes: string;
  /** Why it was rejected; in the operator's words. */
  remark: string;
  /** Approvals given and needed. */
  approvals: { given: number; needed: 1 | 2 };
  can_cancel: boolean;
  /** Neither approved nor paid before this time: its method is new, or credentials have changed; null once it has passed. */
  held_until: number | null;
  /** Neither approved nor paid until the market of a position has opened, or the position is smaller. */
  waits_for_market: boolean;
  /** The payment's name in the outside world once paid. */
  tx: string;
}

/** The withdrawal clock: the company's own usual time from request to payment, from its ledger. */
export interface WithdrawClock {
  /** 90 of 100 were paid within this time in the last 90 days; null below 5 payments. */
  p90_ms: number | null;
  count: number;
}

export interface WithdrawList {
  data: WithdrawRow[];
  total: number;
  clock: WithdrawClock;
}

/** What can be withdrawn now, beside the currencies. */
export interface WithdrawOptions {
  data: WithdrawCurrency[];
  /** The smaller of balance and free margin, never below zero; USD with 2 decimals, rounded down. */
  available: DecimalText;
  /** Until when withdrawals rest after a change of password or second factor; null when they do not. */
  frozen_until: number | null;
  is_verified: boolean;
  /** Hours after which what is bound now is paid to; 0 for at once. */
  hold_hours: number;
  clock: WithdrawClock;
}

/** Somewhere the user is paid to. Bank fields are empty on coins, and the other way round. */
export interface BoundMethod {
  id: number;
  type: PayType;
  dc_address: string;
  bank_name: string;
  bank_address: string;
  bank_swift: string;
  payee_name: string;
  payee_account: string;
  draw_currency: { id: number; code: string; protocol: string };
  created_at: number;
  /** A newly bound method is paid to from this instant. */
  usable_at: number;
}

export interface FundsPage<Row> {
  data: Row[];
  total: number;
}

const amount = decimalField;
const id = integerField(1, 2_147_483_647);
const page = z._default(integerField(1, 100_000), 1);
const clientId = z.optional(clientIdField);
const image = z.string().check(z.minLength(8), z.maxLength(512));
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max));

/** GET /api/quickCharge/info → DepositAddressOption[]; GET /api/quickCharge/symbols → BankCoin[]; both without fields. */
export const wireInfoQuery = z.object({ bank_coin: id });
/** `proofImg` may be left out where the option is watched. `tx` is the payment's name where the user knows it. */
export const chargeSubmitBody = z.object({
  number: amount,
  proofImg: z._default(z.union([z.literal(''), image]), ''),
  /** The option's address as it was shown; refused when it is no longer the option's. */
  address: line(128),
  charge_id: id,
  tx: z._default(line(128), ''),
  /** The rate that was shown; refused with rateChanged when it is another by now. */
  usd_price: z.optional(decimalField),
  client_id: clientId,
});
export const wireSubmitBody = z.object({
  number: amount,
  proofImg: image,
  wire_id: id,
  usd_price: z.optional(decimalField),
  client_id: clientId,
});
/** 0 coin, 1 bank; left out for both. */
export const depositListQuery = z.object({ type: z.optional(integerField(0, 1)), page });

export const drawSymbolQuery = z.object({ type: integerField(1, 2) });
export const drawBody = z.object({
  draw_currency_id: id,
  number: amount,
  memo: z._default(line(140), ''),
  draw_method_id: id,
  /** Fee and rate as they were shown. */
  fee: z.optional(decimalField),
  usd_price: z.optional(decimalField),
  client_id: clientId,
});
export const drawListQuery = z.object({ type: z.optional(integerField(1, 2)), page });
export const drawCancelBody = z.object({ id, client_id: clientId });

/** GET /api/wallet/get_draw_method → BoundMethod[]; `draw_id` narrows to one currency. */
export const drawMethodQuery = z.object({
  draw_type: z.optional(integerField(1, 2)),
  draw_id: z.optional(integerField(0, 2_147_483_647)),
});
export const bindMethodBody = z.object({
  draw_id: id,
  type: integerField(1, 2),
  dc_address: z._default(line(128), ''),
  bank_name: z._default(line(120), ''),
  bank_address: z._default(line(200), ''),
  bank_swift: z._default(line(11), ''),
  payee_name: z._default(line(120), ''),
  payee_account: z._default(line(64), ''),
  client_id: clientId,
});
export const removeMethodBody = z.object({ id });

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
/** GET /api/account/statement: a period of whole days, both included, in the named zone, as PDF or CSV. */
export const statementQuery = z.object({
  from: day,
  to: day,
  zone: z._default(z.enum(['America/New_York', 'UTC']), 'UTC'),
  format: z._default(z.enum(['pdf', 'csv', 'json']), 'pdf'),
});
