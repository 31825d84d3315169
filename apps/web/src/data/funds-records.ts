import type {
  BankWireOption,
  DepositAddressOption,
  DepositRow,
  WithdrawClock as WireClock,
  BoundMethod as WireMethod,
  WithdrawCurrency as WirePayoutCurrency,
  WithdrawOptions as WireWithdrawOptions,
  WithdrawRow,
} from '@candor/contracts/http/funds';

/** Terms of a deposit: its currency, the rate, and the smallest amount. */
export interface DepositTerms {
  readonly currencyCode: string;
  /** Units of the paid currency per 1 USD. */
  readonly perUsd: string;
  /** In the paid currency; "0" if there is no minimum. */
  readonly min: string;
}

/** An address that a coin is sent to. */
export interface DepositAddress extends DepositTerms {
  readonly id: number;
  readonly network: string;
  readonly address: string;
  /** True if the server sees payments to it itself and asks for no proof. */
  readonly isWatched: boolean;
  /** Confirmations after which a watched payment is credited; else 0. */
  readonly confirmations: number;
}

export function toDepositAddress(wire: DepositAddressOption): DepositAddress {
  return {
    id: wire.id,
    currencyCode: wire.currency_code,
    perUsd: wire.usd_price,
    min: wire.min,
    network: wire.protocol_code,
    address: wire.address,
    isWatched: wire.is_watched,
    confirmations: wire.confirmations,
  };
}

/** Fields that identify a bank account. */
export interface BankDetails {
  readonly bankName: string;
  readonly bankAddress: string;
  readonly swift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
}

type WireBankDetails = Pick<WireMethod, 'bank_name' | 'bank_address' | 'bank_swift' | 'payee_name' | 'payee_account'>;

function toBankDetails(wire: WireBankDetails): BankDetails {
  return {
    bankName: wire.bank_name,
    bankAddress: wire.bank_address,
    swift: wire.bank_swift,
    payeeName: wire.payee_name,
    payeeAccount: wire.payee_account,
  };
}

function fromBankDetails(details: BankDetails): WireBankDetails {
  return {
    bank_name: details.bankName,
    bank_address: details.bankAddress,
    bank_swift: details.swift,
    payee_name: details.payeeName,
    payee_account: details.payeeAccount,
  };
}

/** A bank account of the company that deposits are sent to. */
export interface DepositAccount extends DepositTerms, BankDetails {
  readonly id: number;
  readonly remark: string;
}

export function toDepositAccount(wire: BankWireOption): DepositAccount {
  return {
    id: wire.id,
    ...toBankDetails(wire),
    remark: wire.bank_remark,
    currencyCode: wire.currency_code,
    perUsd: wire.usd_price,
    min: wire.min,
  };
}

/** One deposit of the user. */
export interface Deposit
  extends Pick<DepositRow, 'id' | 'number' | 'type' | 'status' | 'remark' | 'confirmations' | 'tx'> {
  readonly currencyCode: string;
  readonly network: string;
  readonly createdAtMs: number;
  /** Time of the last change of status. */
  readonly sinceMs: number;
  /** Amount credited, in the account currency. */
  readonly credited: string;
  readonly perUsd: string;
}

export function toDeposit(wire: DepositRow): Deposit {
  const { id, number, type, status, remark, confirmations, tx } = wire;
  return {
    id,
    number,
    type,
    status,
    remark,
    confirmations,
    tx,
    currencyCode: wire.currency_code,
    network: wire.protocol_code,
    createdAtMs: wire.created_at,
    sinceMs: wire.since,
    credited: wire.usd_number,
    perUsd: wire.usd_price,
  };
}

/** A currency that withdrawals are paid in. `min` and `max` are in USD; "0" is no upper bound. */
export interface PayoutCurrency extends Pick<WirePayoutCurrency, 'id' | 'code' | 'decimals' | 'min' | 'max'> {
  /** Empty for a bank currency. */
  readonly network: string;
  readonly feeKind: 'fixed' | 'of-amount';
  /** A fixed fee in USD, or the part of the amount (0.005 = 0.5 %). */
  readonly fee: string;
  readonly perUsd: string;
}

function toPayoutCurrency(wire: WirePayoutCurrency): PayoutCurrency {
  return {
    id: wire.id,
    code: wire.code,
    decimals: wire.decimals,
    min: wire.min,
    max: wire.max,
    network: wire.protocol,
    feeKind: wire.fee_type === 2 ? 'of-amount' : 'fixed',
    fee: wire.draw_rate,
    perUsd: wire.usd_price,
  };
}

/** The company's usual time from request to payment. */
export interface PayoutClock {
  /** Time within which 90 of 100 were paid; null while there are too few payments. */
  readonly p90Ms: number | null;
  readonly count: number;
}

export function toPayoutClock(wire: WireClock): PayoutClock {
  return { p90Ms: wire.p90_ms, count: wire.count };
}

/** Payout currencies, the available amount in USD, and any obstacle. */
export interface WithdrawOptions {
  readonly currencies: readonly PayoutCurrency[];
  readonly available: string;
  /** End of the rest after a change of credentials; null without one. */
  readonly frozenUntilMs: number | null;
  readonly isVerified: boolean;
  /** Hours before the first payment to a method that is bound now; 0 for none. */
  readonly holdHours: number;
  readonly clock: PayoutClock;
}

export function toWithdrawOptions(wire: WireWithdrawOptions): WithdrawOptions {
  return {
    currencies: wire.data.map(toPayoutCurrency),
    available: wire.available,
    frozenUntilMs: wire.frozen_until,
    isVerified: wire.is_verified,
    holdHours: wire.hold_hours,
    clock: toPayoutClock(wire.clock),
  };
}

/** One withdrawal of the user. Amounts are in USD unless they say otherwise; addresses and accounts are masked. */
export interface Withdrawal
  extends Pick<WithdrawRow, 'id' | 'number' | 'fee' | 'state' | 'type' | 'address' | 'notes' | 'remark' | 'tx'> {
  readonly approvals: { readonly given: number; readonly needed: number };
  /** Amount paid out, in the payout currency. */
  readonly received: string;
  readonly currency: { readonly code: string; readonly network: string };
  /** State, or the event it waits for, in the reader's language. */
  readonly statusName: string;
  /** State alone, in the reader's language. */
  readonly stateName: string;
  readonly createdAtMs: number;
  /** Time of the last change of state. */
  readonly sinceMs: number;
  readonly payeeAccount: string;
  readonly canCancel: boolean;
  /** Neither approved nor paid before this time; null for no hold. */
  readonly heldUntilMs: number | null;
}

export function toWithdrawal(wire: WithdrawRow): Withdrawal {
  const { id, number, fee, state, type, address, notes, remark, tx, approvals } = wire;
  return {
    id,
    number,
    fee,
    state,
    type,
    address,
    notes,
    remark,
    tx,
    approvals,
    received: wire.real_number,
    currency: { code: wire.draw_currency.code, network: wire.draw_currency.protocol },
    statusName: wire.status_name,
    stateName: wire.state_name,
    createdAtMs: wire.created_at,
    sinceMs: wire.since,
    payeeAccount: wire.payee_account,
    canCancel: wire.can_cancel,
    heldUntilMs: wire.held_until,
  };
}

/** A payout method of the user: a coin address (type 1) or a bank account (type 2). Unused fields are empty. */
export interface PayoutMethod extends Pick<WireMethod, 'id' | 'type'>, BankDetails {
  readonly address: string;
  readonly currency: { readonly id: number; readonly code: string; readonly network: string };
  readonly createdAtMs: number;
  /** Time from which it is paid to. */
  readonly usableAtMs: number;
}

export function toPayoutMethod(wire: WireMethod): PayoutMethod {
  const { id, code, protocol } = wire.draw_currency;
  return {
    id: wire.id,
    type: wire.type,
    address: wire.dc_address,
    ...toBankDetails(wire),
    currency: { id, code, network: protocol },
    createdAtMs: wire.created_at,
    usableAtMs: wire.usable_at,
  };
}

/** Fields of a new payout method: a coin address, or a bank account. */
export type NewMethod = { readonly address: string } | BankDetails;

export function fromNewMethod(method: NewMethod): { readonly dc_address: string } | WireBankDetails {
  return 'address' in method ? { dc_address: method.address } : fromBankDetails(method);
}
