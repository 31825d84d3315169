import type { correctionRow, depositRow, paymentClaims, withdrawalRow } from '@candor/contracts/console/money';
import { compareNames } from '@candor/domain/calc/names';
import type { FundsActor, FundsRequest } from '@candor/domain/engine/funds/funds-request';
import type * as z from 'zod/mini';
import type { ObservedPaymentRecord } from '../../../ports/payment-watch.ts';
import { payoutText } from '../../../services/funds/amounts.ts';
import { type MethodDetails, maskDestination } from '../../../services/funds/payout-methods.ts';
import type { DeskPeople, DeskRecordOf } from '../../../services/funds/requests.ts';
import { toE8Text, toUsdText } from '../to-funds.ts';

function common(funds: FundsRequest, { uid, name, language, emailOf }: DeskPeople) {
  return {
    id: funds.id,
    uid,
    client_name: name,
    client_language: language,
    account_id: funds.accountId,
    status: funds.status,
    requested_at: funds.requestedAtMs,
    since: funds.sinceMs,
    approvals: funds.approvals.map(({ by, atMs }) => ({ by: actorText(by, emailOf), at: atMs })),
    approvals_needed: funds.approvalsNeeded,
    remark: reasonOf(funds),
    payload_hash: funds.payloadHash,
  };
}

function reasonOf(funds: FundsRequest): string {
  if (funds.kind === 'deposit' && funds.rejectedFor !== undefined)
    return 'Another claim on the same payment was approved.';
  const isTakenBack = funds.kind === 'withdrawal' && funds.takenBackFor !== undefined;
  return isTakenBack ? 'Cancelled automatically because the balance had fallen below zero.' : funds.remark;
}

/** Address of an operator, or the name of a watcher. */
function actorText(by: FundsActor, emailOf: DeskPeople['emailOf']): string {
  return by.kind === 'operator' ? (emailOf(by.id) ?? `operator ${by.id}`) : `watcher ${by.name}`;
}

export function toDepositDeskRow(
  { people, view, paidTo }: DeskRecordOf<'deposit'>,
  proofUrl: string | null,
): z.infer<typeof depositRow> {
  const { deposit, depositMethod, payment } = view;
  return {
    ...common(deposit, people),
    method: deposit.method,
    paid: toE8Text(deposit.paid),
    currency: deposit.paidCurrency,
    protocol: depositMethod?.protocol ?? '',
    rate: toE8Text(deposit.rate),
    credit: toUsdText(deposit.credit),
    option_id: deposit.optionId,
    paid_to: paidTo,
    proof_url: proofUrl,
    external_id: deposit.externalId ?? payment?.externalId ?? '',
    confirmations:
      payment === null
        ? null
        : {
            seen: payment.confirmations,
            needed: payment.confirmationsNeeded,
            is_reverted: payment.isReverted,
          },
    contested: deposit.status === 'waiting' ? (deposit.contested ?? null) : null,
  };
}

/** Payment as a watcher saw it, for comparing claims on it. */
export function toSeenPayment(seen: ObservedPaymentRecord): z.infer<typeof paymentClaims>['payments'][number] {
  return {
    transaction: seen.transaction,
    external_id: seen.externalId,
    address: seen.address,
    amount: toE8Text(seen.amount),
    currency: seen.currency,
    first_seen_at: seen.firstSeenMs,
    block: seen.block?.height ?? null,
    confirmations: seen.confirmations,
    confirmations_needed: seen.confirmationsNeeded,
    is_reverted: seen.isReverted,
  };
}

/** Age from which an address counts as known. */
const knownFromMs = 7 * 24 * 3_600_000;

/** Payee and how it compares with the verified name (R-CON-12). */
function payeeOf({ name }: DeskPeople, { withdrawal, details, boundAtMs }: DeskRecordOf<'withdrawal'>['view']) {
  const payee = { payee_name: details.payeeName, method_bound_at: boundAtMs };
  if (boundAtMs === null || (details.address === '' && details.payeeName === ''))
    return { ...payee, payee_match: 'none' } as const;
  if (withdrawal.method === 'coin') {
    const isKnown = withdrawal.requestedAtMs - boundAtMs >= knownFromMs;
    return { ...payee, payee_match: isKnown ? 'known' : 'new' } as const;
  }
  return { ...payee, payee_match: name === '' ? 'unverified' : compareNames(name, details.payeeName) } as const;
}

/** Returns the destination; address and account number are unmasked only if the look at them was recorded. */
export function toWithdrawalDeskRow(
  { people, view }: DeskRecordOf<'withdrawal'>,
  isWhole: boolean,
): z.infer<typeof withdrawalRow> {
  const { withdrawal, details, protocol, isMethodChanged, heldUntilMs, isMarketAwaited } = view;
  const shown = isWhole ? details : masked(details);
  return {
    ...common(withdrawal, people),
    method: withdrawal.method,
    amount: toUsdText(withdrawal.amount),
    fee: toUsdText(withdrawal.fee),
    received: payoutText(withdrawal.received, withdrawal.payoutCurrency),
    currency: withdrawal.payoutCurrency,
    protocol,
    rate: toE8Text(withdrawal.rate),
    destination: withdrawal.method === 'coin' ? { address: shown.address } : bankOf(shown),
    ...payeeOf(people, view),
    is_method_changed: isMethodChanged,
    held_until: heldUntilMs ?? null,
    waits_for_market: isMarketAwaited,
    memo: withdrawal.memo,
    external_id: withdrawal.externalId ?? '',
  };
}

function masked(details: MethodDetails): MethodDetails {
  return {
    ...details,
    address: maskDestination(details.address),
    payeeAccount: maskDestination(details.payeeAccount),
  };
}

function bankOf(details: MethodDetails): Record<string, string> {
  return {
    bank_name: details.bankName,
    bank_address: details.bankAddress,
    bank_swift: details.bankSwift,
    payee_name: details.payeeName,
    payee_account: details.payeeAccount,
  };
}

export function toCorrectionDeskRow({ people, correction }: DeskRecordOf<'correction'>): z.infer<typeof correctionRow> {
  return {
    ...common(correction, people),
    amount: toUsdText(correction.amount),
    reason: correction.reason,
    proposed_by: actorText(correction.proposedBy, people.emailOf),
  };
}
