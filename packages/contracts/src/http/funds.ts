import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import {
  decimalField,
  decimalText,
  integerField,
  named,
  note,
  optionalClientId,
  pageField,
  pageOf,
  timeMs,
} from './fields.ts';

const payType = note('1 coin, 2 bank.', z.literal([1, 2]));
/** 1 by coin, 2 by bank (`type` of the calls about withdrawals and payout methods). */
export type PayType = z.infer<typeof payType>;

const perUsd = note('Units of the currency per 1 USD.', decimalText);

/** An address that a coin is sent to. */
const depositAddress = named(
  'DepositAddress',
  z.strictObject({
    id: z.number(),
    currency_code: z.string(),
    protocol_code: note('The network, e.g. `TRC20`.', z.string()),
    address: z.string(),
    usd_price: perUsd,
    min: note('Smallest amount, in the currency; "0" for none.', decimalText),
    is_watched: note('True: the server sees payments to it itself and asks for no proof.', z.boolean()),
    confirmations: note('Confirmations after which a watched payment is credited; else 0.', z.number()),
  }),
);
export type DepositAddressOption = z.infer<typeof depositAddress>;

/** A currency that bank deposits are taken in. */
const bankCoin = named('BankCurrency', z.strictObject({ id: z.number(), name: z.string() }));
export type BankCoin = z.infer<typeof bankCoin>;

const bankFields = {
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  payee_account: z.string(),
};

/** A bank account of the company. */
const wireOption = named(
  'WireAccount',
  z.strictObject({
    id: z.number(),
    ...bankFields,
    bank_remark: z.string(),
    currency_code: z.string(),
    usd_price: perUsd,
    min: note('Smallest amount, in the currency; "0" for none.', decimalText),
  }),
);
export type BankWireOption = z.infer<typeof wireOption>;

const depositStatus = z.literal([0, 1, 2, 3]);
export type DepositStatus = z.infer<typeof depositStatus>;

const depositRow = named(
  'Deposit',
  z.strictObject({
    id: note('Below zero for a payment that is seen and has no deposit yet.', z.number()),
    number: note('In `currency_code`.', decimalText),
    type: note('0 coin, 1 bank.', z.literal([0, 1])),
    currency_code: z.string(),
    protocol_code: z.string(),
    status: note('0 unchecked, 1 completed, 2 rejected with remark, 3 invalid.', depositStatus),
    created_at: timeMs,
    since: note('Time of the last change of status.', timeMs),
    remark: z.string(),
    usd_number: note('In the account currency.', decimalText),
    usd_price: perUsd,
    confirmations: note(
      'Of a watched payment; null for others.',
      z.nullable(z.strictObject({ seen: z.number(), needed: z.number() })),
    ),
    tx: z.string(),
  }),
);
export type DepositRow = z.infer<typeof depositRow>;

const withdrawCurrency = named(
  'PayoutCurrency',
  z.strictObject({
    id: z.number(),
    code: z.string(),
    protocol: note('Empty for a bank currency.', z.string()),
    draw_rate: note('With fee_type 1 the fee in USD, else the fee as part of the amount (0.005 = 0.5 %).', decimalText),
    fee_type: z.literal([1, 2]),
    usd_price: perUsd,
    decimals: note('Decimals of the payout: 7 for BTC and ETH, else 2.', z.number()),
    min: note('In USD.', decimalText),
    max: note('In USD; "0" for no upper bound.', decimalText),
  }),
);
export type WithdrawCurrency = z.infer<typeof withdrawCurrency>;

const withdrawState = z.enum(['requested', 'approved', 'paid', 'rejected', 'cancelled']);
export type WithdrawState = z.infer<typeof withdrawState>;

const withdrawRow = named(
  'Withdrawal',
  z.strictObject({
    id: z.number(),
    number: note('Taken from the balance, in USD, fee included.', decimalText),
    real_number: note('Paid out, in the payout currency.', decimalText),
    draw_currency: z.strictObject({ code: z.string(), protocol: z.string() }),
    fee: decimalText,
    status_name: note('State, or the event it waits for, in the language of the request.', z.string()),
    state_name: note('State alone, in the language of the request.', z.string()),
    state: withdrawState,
    created_at: timeMs,
    since: note('Time of the last change of state.', timeMs),
    type: payType,
    address: note('Masked.', z.string()),
    payee_account: note('Masked.', z.string()),
    notes: note('Memo of the user.', z.string()),
    remark: note('Reason of a rejection, in the words of the operator.', z.string()),
    approvals: z.strictObject({ given: z.number(), needed: z.literal([1, 2]) }),
    can_cancel: z.boolean(),
    held_until: note(
      'Neither approved nor paid before this time: its method is new, or credentials have changed.',
      z.nullable(timeMs),
    ),
    waits_for_market: note(
      'Neither approved nor paid until the market of a position has opened, or the position is smaller.',
      z.boolean(),
    ),
    tx: note('Transaction of the payment, once paid.', z.string()),
  }),
);
export type WithdrawRow = z.infer<typeof withdrawRow>;

/** The usual time from request to payment, from the ledger of the company. */
const withdrawClock = named(
  'PayoutClock',
  z.strictObject({
    p90_ms: note(
      '90 of 100 were paid within this time in the last 90 days; null below 5 payments.',
      z.nullable(z.number()),
    ),
    count: z.number(),
  }),
);
export type WithdrawClock = z.infer<typeof withdrawClock>;

const withdrawList = named(
  'WithdrawalList',
  z.strictObject({ data: z.array(withdrawRow), total: z.number(), clock: withdrawClock }),
);
export type WithdrawList = z.infer<typeof withdrawList>;

const withdrawOptions = named(
  'WithdrawOptions',
  z.strictObject({
    data: z.array(withdrawCurrency),
    available: note(
      'The smaller of balance and free margin, at least 0; USD with 2 decimals, rounded down.',
      decimalText,
    ),
    frozen_until: note(
      'End of the rest after a change of password or second factor; null without one.',
      z.nullable(timeMs),
    ),
    is_verified: z.boolean(),
    hold_hours: note('Hours before the first payment to a method that is bound now; 0 for none.', z.number()),
    clock: withdrawClock,
  }),
);
export type WithdrawOptions = z.infer<typeof withdrawOptions>;

/** A payout method of the user. Bank fields are empty on coins, and the other way round. */
const boundMethod = named(
  'PayoutMethod',
  z.strictObject({
    id: z.number(),
    type: payType,
    dc_address: z.string(),
    ...bankFields,
    draw_currency: z.strictObject({ id: z.number(), code: z.string(), protocol: z.string() }),
    created_at: timeMs,
    usable_at: note('First payment not before this time.', timeMs),
  }),
);
export type BoundMethod = z.infer<typeof boundMethod>;

export interface FundsPage<Row> {
  data: Row[];
  total: number;
}

const id = integerField(1, 2_147_483_647);
const image = z.string().check(z.minLength(8), z.maxLength(512));
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const shownRate = note('The rate that was shown; another one is refused by `rateChanged`.', z.optional(decimalField));

const chargeSubmitBody = z.object({
  number: note('Amount in the currency.', decimalField),
  proofImg: note(
    'Id or url of an uploaded picture; may be left out for a watched address.',
    z._default(z.union([z.literal(''), image]), ''),
  ),
  address: note('The address as shown; refused when it is no longer that of the option.', line(128)),
  charge_id: note('Id of the address.', id),
  tx: note('Transaction of the payment, where the user knows it.', z._default(line(128), '')),
  usd_price: shownRate,
  client_id: optionalClientId,
});
const wireSubmitBody = z.object({
  number: note('Amount in the currency.', decimalField),
  proofImg: note('Id or url of an uploaded picture.', image),
  wire_id: note('Id of the bank account.', id),
  usd_price: shownRate,
  client_id: optionalClientId,
});

const drawBody = z.object({
  draw_currency_id: id,
  number: note('Amount in USD, fee included.', decimalField),
  memo: z._default(line(140), ''),
  draw_method_id: id,
  fee: note('The fee that was shown.', z.optional(decimalField)),
  usd_price: shownRate,
  client_id: optionalClientId,
});

const bindMethodBody = z.object({
  draw_id: note('Id of the payout currency.', id),
  type: note('1 coin, 2 bank.', integerField(1, 2)),
  dc_address: z._default(line(128), ''),
  bank_name: z._default(line(120), ''),
  bank_address: z._default(line(200), ''),
  bank_swift: z._default(line(11), ''),
  payee_name: z._default(line(120), ''),
  payee_account: z._default(line(64), ''),
  client_id: optionalClientId,
});

const reportRefusals = [
  'idempotencyConflict',
  'payWayUnknown',
  'amountOutOfRange',
  'proofMissing',
  'uploadNotFound',
  'rateChanged',
  'depositKnown',
  'fundsContested',
  'tooManyFundsRequests',
  'tooManyClaims',
  'tooManyRivalClaims',
] as const;

export const depositCalls = {
  depositAddresses: describeCall('depositAddresses', {
    summary: 'Addresses that coins are sent to',
    who: 'real',
    answer: z.array(depositAddress),
  }),
  bankCoins: describeCall('bankCoins', {
    summary: 'Currencies of bank deposits',
    who: 'real',
    answer: z.array(bankCoin),
  }),
  wireOptions: describeCall('wireOptions', {
    summary: 'Bank accounts of the company in one currency',
    who: 'real',
    input: z.object({ bank_coin: note('Id of the currency.', id) }),
    answer: z.array(wireOption),
    refusals: ['payWayUnknown'],
  }),
  reportCoins: describeCall('reportCoins', {
    summary: 'Report coins as sent',
    who: 'real',
    alsoByGet: true,
    input: chargeSubmitBody,
    answer: depositRow,
    refusals: reportRefusals,
  }),
  reportWire: describeCall('reportWire', {
    summary: 'Report a bank transfer as sent',
    who: 'real',
    alsoByGet: true,
    input: wireSubmitBody,
    answer: depositRow,
    refusals: reportRefusals,
  }),
  deposits: describeCall('deposits', {
    summary: 'Deposits of the user, newest first',
    who: 'real',
    input: z.object({
      type: note('0 coin, 1 bank; left out for both.', z.optional(integerField(0, 1))),
      page: pageField,
    }),
    answer: pageOf(depositRow),
  }),
};

export const withdrawalCalls = {
  withdrawOptions: describeCall('withdrawOptions', {
    summary: 'Payout currencies, the available amount, and any obstacle',
    who: 'real',
    input: z.object({ type: note('1 coin, 2 bank.', integerField(1, 2)) }),
    answer: withdrawOptions,
  }),
  requestWithdrawal: describeCall('requestWithdrawal', {
    summary: 'Request a withdrawal',
    who: 'real',
    needsStepUp: true,
    input: drawBody,
    answer: withdrawRow,
    refusals: [
      'idempotencyConflict',
      'payWayUnknown',
      'methodNotFound',
      'amountOutOfRange',
      'notEnoughFunds',
      'nothingReceived',
      'identityNotApproved',
      'rateChanged',
      'methodChanged',
      'withdrawalsFrozen',
      'withdrawalsBlocked',
      'marketClosedRisk',
      'tooManyFundsRequests',
      'noPrice',
      'priceStale',
      'conversionStale',
    ],
  }),
  cancelWithdrawal: describeCall('cancelWithdrawal', {
    summary: 'Take a withdrawal back before it is approved',
    who: 'real',
    input: z.object({ id, client_id: optionalClientId }),
    answer: withdrawRow,
    refusals: ['idempotencyConflict', 'fundsNotFound', 'fundsDecided', 'withdrawalNotCancellable'],
  }),
  withdrawals: describeCall('withdrawals', {
    summary: 'Withdrawals of the user, newest first',
    who: 'real',
    input: z.object({
      type: note('1 coin, 2 bank; left out for both.', z.optional(integerField(1, 2))),
      page: pageField,
    }),
    answer: withdrawList,
  }),
  methods: describeCall('methods', {
    summary: 'Payout methods of the user',
    who: 'real',
    input: z.object({
      draw_type: note('1 coin, 2 bank; left out for both.', z.optional(integerField(1, 2))),
      draw_id: note('Id of one payout currency.', z.optional(integerField(0, 2_147_483_647))),
    }),
    answer: z.array(boundMethod),
  }),
  bindMethod: describeCall('bindMethod', {
    summary: 'Bind a payout method: a coin address or a bank account',
    who: 'real',
    needsStepUp: true,
    input: bindMethodBody,
    answer: boundMethod,
    refusals: [
      'idempotencyConflict',
      'payWayUnknown',
      'addressInvalid',
      'methodExists',
      'tooManyMethods',
      'identityNotApproved',
    ],
  }),
  removeMethod: describeCall('removeMethod', {
    summary: 'Remove a payout method',
    who: 'real',
    input: z.object({ id }),
    refusals: ['methodNotFound', 'methodInUse'],
  }),
};
