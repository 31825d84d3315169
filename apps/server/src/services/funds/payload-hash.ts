import { hash } from 'node:crypto';
import type { CorrectionRecord, DepositRecord, WithdrawalRecord } from '@candor/domain/engine/funds/funds-record';
import type { TenantId } from '@candor/domain/values/ids';

type Fields = Readonly<Record<string, string | number | bigint | null>>;

/**
 * SHA-256 (base64url) of all that an approver is shown of a request, as canonical JSON: names in order of their letters,
 * whole numbers as text. What an operator approves is this; what is paid is looked up again and must still give it
 * (R-FND-34). The time of asking stands in it, so that no two requests of one user share a hash.
 */
function hashOf(fields: Fields): string {
  const ordered = Object.entries(fields)
    .map(([name, value]) => [name, value === null ? null : String(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(Object.fromEntries(ordered)), 'base64url');
}

export type DepositContent = Pick<
  DepositRecord,
  | 'accountId'
  | 'requestedAtMs'
  | 'method'
  | 'paid'
  | 'paidCurrency'
  | 'rate'
  | 'credit'
  | 'optionId'
  | 'proofId'
  | 'externalId'
>;

/** Addresses that are written in capitals or not as one likes are one address: watchers write them as their network does. */
export function toPlace(paidTo: string): string {
  return /^(0x|bc1)/i.test(paidTo) ? paidTo.toLowerCase() : paidTo;
}

/** `paidTo`: address or account that the option told. */
export function depositHash(companyId: TenantId, paidTo: string, deposit: DepositContent): string {
  return hashOf({
    kind: 'deposit',
    company: companyId,
    account: deposit.accountId,
    requested_at: deposit.requestedAtMs,
    method: deposit.method,
    paid: deposit.paid,
    currency: deposit.paidCurrency,
    rate: deposit.rate,
    credit: deposit.credit,
    option: deposit.optionId,
    paid_to: toPlace(paidTo),
    proof: deposit.proofId,
    external_id: deposit.externalId,
  });
}

export type WithdrawalContent = Pick<
  WithdrawalRecord,
  | 'accountId'
  | 'requestedAtMs'
  | 'method'
  | 'amount'
  | 'fee'
  | 'received'
  | 'payoutCurrency'
  | 'rate'
  | 'methodId'
  | 'methodHash'
  | 'memo'
  | 'heldUntilMs'
>;

/** The destination is covered by its own keyed hash: the journal holds nothing it could be guessed by. */
export function withdrawalHash(companyId: TenantId, protocol: string, withdrawal: WithdrawalContent): string {
  return hashOf({
    kind: 'withdrawal',
    company: companyId,
    account: withdrawal.accountId,
    requested_at: withdrawal.requestedAtMs,
    method: withdrawal.method,
    amount: withdrawal.amount,
    fee: withdrawal.fee,
    received: withdrawal.received,
    currency: withdrawal.payoutCurrency,
    protocol,
    rate: withdrawal.rate,
    method_id: withdrawal.methodId,
    method_hash: withdrawal.methodHash,
    memo: withdrawal.memo,
    // Absent from the hash of one that is not held, as it always was.
    ...(withdrawal.heldUntilMs === undefined ? {} : { held_until: withdrawal.heldUntilMs }),
  });
}

export type CorrectionContent = Pick<
  CorrectionRecord,
  'accountId' | 'requestedAtMs' | 'amount' | 'reason' | 'proposedBy'
>;

export function correctionHash(companyId: TenantId, correction: CorrectionContent): string {
  return hashOf({
    kind: 'correction',
    company: companyId,
    account: correction.accountId,
    requested_at: correction.requestedAtMs,
    amount: correction.amount,
    reason: correction.reason,
    proposed_by: correction.proposedBy.id,
  });
}
