import type {
  BankWireOption,
  BoundMethod,
  DepositAddressOption,
  DepositRow,
  DepositStatus,
  WithdrawClock,
  WithdrawCurrency,
  WithdrawRow,
} from '@candor/contracts/http/funds';
import type { Language } from '@candor/contracts/languages';
import { calculateCredit, paymentScale, payoutDecimals } from '@candor/domain/calc/funds';
import {
  type DepositRecord,
  isFinished,
  isHeld,
  type WithdrawalRecord,
} from '@candor/domain/engine/funds/funds-request';
import { formatBalance, moneyScale } from '@candor/domain/values/money';
import type { PayoutCurrencyRecord, PayoutMethodRecord, PayoutTimes } from '../../ports/funds.ts';
import type { ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import { payoutText, toAmountText } from '../../services/funds/amounts.ts';
import type { ListedDeposit, SeenDeposit } from '../../services/funds/deposit-history.ts';
import type { DepositOption } from '../../services/funds/deposits.ts';
import { type MethodDetails, maskDestination } from '../../services/funds/payout-methods.ts';
import type { WithdrawalView } from '../../services/funds/withdrawal-history.ts';
import { claimText, heldText, marketText, noticeText, withdrawStateOf } from './texts/account-texts.ts';

/** Formats USD exactly, with at least two decimals. */
export function toUsdText(value: bigint): string {
  return toAmountText(value, moneyScale, 2);
}

/** An amount or a rate of a currency, exactly. */
export function toE8Text(value: bigint): string {
  return toAmountText(value, paymentScale, 0);
}

export function toAddressOption({ depositMethod, paidTo }: DepositOption): DepositAddressOption {
  return {
    id: depositMethod.id,
    currency_code: depositMethod.currency,
    protocol_code: depositMethod.protocol,
    address: paidTo,
    usd_price: toE8Text(depositMethod.usdPriceE8),
    min: toE8Text(depositMethod.minE8),
    is_watched: depositMethod.watcher !== '',
    confirmations: depositMethod.watcher === '' ? 0 : depositMethod.confirmations,
  };
}

export function toWireOption({ depositMethod }: DepositOption): BankWireOption {
  return {
    id: depositMethod.id,
    bank_name: depositMethod.bankName,
    bank_address: depositMethod.bankAddress,
    bank_swift: depositMethod.bankSwift,
    payee_name: depositMethod.payeeName,
    payee_account: depositMethod.payeeAccount,
    bank_remark: depositMethod.bankRemark,
    currency_code: depositMethod.currency,
    usd_price: toE8Text(depositMethod.usdPriceE8),
    min: toE8Text(depositMethod.minE8),
  };
}

const depositStatus: Readonly<Record<DepositRecord['status'], DepositStatus>> = {
  waiting: 0,
  credited: 1,
  rejected: 2,
  voided: 3,
};

/** Returns the remark for the user: that a payment is contested, or the operator's words; nothing about other users. */
function remarkOf({ status, contested, rejectedFor, remark }: DepositRecord, language: Language): string {
  if (status === 'waiting' && contested !== undefined) return claimText('contested', language);
  return rejectedFor === undefined ? remark : claimText('lost', language);
}

export function toDepositRow(listed: ListedDeposit, language: Language): DepositRow {
  if (listed.deposit === null) return toSeenRow(listed);
  const { deposit, depositMethod, payment } = listed;
  return {
    id: deposit.id,
    number: toE8Text(deposit.paid),
    type: deposit.method === 'coin' ? 0 : 1,
    currency_code: deposit.paidCurrency,
    protocol_code: depositMethod?.protocol ?? '',
    status: depositStatus[deposit.status],
    created_at: deposit.requestedAtMs,
    since: deposit.sinceMs,
    remark: remarkOf(deposit, language),
    usd_number: toUsdText(deposit.credit),
    usd_price: toE8Text(deposit.rate),
    confirmations: payment === null ? null : toConfirmations(payment),
    tx: payment?.transaction ?? deposit.externalId ?? '',
  };
}

function toConfirmations({ confirmations, confirmationsNeeded }: ObservedPaymentRecord): DepositRow['confirmations'] {
  return { seen: confirmations, needed: confirmationsNeeded };
}

/** Returns a seen payment as a deposit row, at its crediting rate; its id is negative. */
function toSeenRow({ payment, depositMethod }: SeenDeposit): DepositRow {
  const { amount, rate } = payment;
  return {
    id: -payment.id,
    number: toE8Text(amount),
    type: payment.method === 'coin' ? 0 : 1,
    currency_code: payment.currency,
    protocol_code: depositMethod?.protocol ?? '',
    status: 0,
    created_at: payment.firstSeenMs,
    since: payment.sinceMs,
    remark: '',
    usd_number: toUsdText(rate === null ? 0n : calculateCredit(amount, rate)),
    usd_price: toE8Text(rate ?? 0n),
    confirmations: toConfirmations(payment),
    tx: payment.transaction,
  };
}

export function toWithdrawCurrency(currency: PayoutCurrencyRecord): WithdrawCurrency {
  return {
    id: currency.id,
    code: currency.code,
    protocol: currency.protocol,
    draw_rate: toE8Text(currency.drawRateE8),
    fee_type: currency.feeType,
    usd_price: toE8Text(currency.usdPriceE8),
    decimals: payoutDecimals(currency.code),
    min: toUsdText(currency.min),
    max: currency.max === 0n ? '0' : toUsdText(currency.max),
  };
}

/** Why a withdrawal was rejected: the operator's words, or that the engine took it back. */
function reasonOf({ takenBackFor, remark, amount }: WithdrawalRecord, language: Language): string {
  if (takenBackFor === undefined) return remark;
  return noticeText('withdrawal-taken-back', language, { code: '', order: '', amount: `${formatBalance(amount)} USD` });
}

export function toWithdrawRow(
  { withdrawal, details, protocol, ...stated }: WithdrawalView,
  language: Language,
  nowMs: number,
): WithdrawRow {
  const { status, approvals, approvalsNeeded, method } = withdrawal;
  const heldUntilMs = !isFinished(withdrawal) && isHeld(stated, { atMs: nowMs }) ? stated.heldUntilMs : undefined;
  const waitText = stated.isMarketAwaited ? marketText(language) : withdrawStateOf(status, language);
  return {
    id: withdrawal.id,
    number: toUsdText(withdrawal.amount),
    real_number: payoutText(withdrawal.received, withdrawal.payoutCurrency),
    draw_currency: { code: withdrawal.payoutCurrency, protocol },
    fee: toUsdText(withdrawal.fee),
    status_name: heldUntilMs === undefined ? waitText : heldText(heldUntilMs, language),
    state_name: withdrawStateOf(status, language),
    held_until: heldUntilMs ?? null,
    waits_for_market: stated.isMarketAwaited,
    state: status,
    created_at: withdrawal.requestedAtMs,
    since: withdrawal.sinceMs,
    type: method === 'coin' ? 1 : 2,
    address: maskDestination(details.address),
    payee_account: maskDestination(details.payeeAccount),
    notes: withdrawal.memo,
    remark: reasonOf(withdrawal, language),
    approvals: { given: approvals.length, needed: approvalsNeeded },
    can_cancel: status === 'requested' && approvals.length === 0,
    tx: withdrawal.externalId ?? '',
  };
}

export function toWithdrawClock({ p90Ms, count }: PayoutTimes): WithdrawClock {
  return { p90_ms: p90Ms, count };
}

export function toBoundMethod(method: PayoutMethodRecord, details: MethodDetails): BoundMethod {
  const { id, code, protocol, kind } = method.currency;
  return {
    id: method.id,
    type: kind === 'coin' ? 1 : 2,
    dc_address: details.address,
    bank_name: details.bankName,
    bank_address: details.bankAddress,
    bank_swift: details.bankSwift,
    payee_name: details.payeeName,
    payee_account: details.payeeAccount,
    draw_currency: { id, code, protocol },
    created_at: method.createdAtMs,
    usable_at: method.usableAtMs,
  };
}
