import { hash } from 'node:crypto';
import type { CorrectionRecord, DepositContent, WithdrawalRecord } from '@candor/domain/engine/funds/funds-request';
import type { CompanyId } from '@candor/domain/values/ids';

type Fields = Readonly<Record<string, string | number | bigint | null>>;

/**
 * Returns the SHA-256 (base64url) of everything an approver is shown, as canonical JSON: sorted names, integers as
 * text. Operators approve this hash; at payout the request is read again and must still match (R-FND-34). The request
 * time is included, so no two requests of one user share a hash.
 */
function hashOf(fields: Fields): string {
  const ordered = Object.entries(fields)
    .map(([name, value]) => [name, value === null ? null : String(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(Object.fromEntries(ordered)), 'base64url');
}

/** Lower-cases addresses whose case carries no meaning: watchers report them as their network does. */
export function normalizeDestination(paidTo: string): string {
  return /^(0x|bc1)/i.test(paidTo) ? paidTo.toLowerCase() : paidTo;
}

/** `paidTo`: address or account of the deposit method. */
export function depositHash(companyId: CompanyId, paidTo: string, deposit: DepositContent): string {
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
    paid_to: normalizeDestination(paidTo),
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

/** The destination is included as a keyed hash, so that the journal does not allow guessing it. */
export function withdrawalHash(companyId: CompanyId, protocol: string, withdrawal: WithdrawalContent): string {
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
    // Left out of the hash if not held, for compatibility with stored hashes.
    ...(withdrawal.heldUntilMs === undefined ? {} : { held_until: withdrawal.heldUntilMs }),
  });
}

export type CorrectionContent = Pick<
  CorrectionRecord,
  'accountId' | 'requestedAtMs' | 'amount' | 'reason' | 'proposedBy'
>;

export function correctionHash(companyId: CompanyId, correction: CorrectionContent): string {
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
