import { hash } from 'node:crypto';
import type { CorrectionRecord, DepositContent, WithdrawalRecord } from '@candor/domain/engine/funds/funds-request';
import type { CompanyId } from '@candor/domain/values/ids';

type Fields = Readonly<Record<string, string | number | bigint | null>>;

/**
 * Returns the SHA-256 (base64url) of everything an approver is shown, as canonical JSON: sorted names, integers as
 * text. Operators approve this hash; at payout the request is read again and must still match (R-FND-34). The time of the
 * request is not part of it: the core that decides sets it, from a clock that the process that hashes does not have.
 * Requests made before this was so are hashed with their time.
 */
function hashOf(fields: Fields, requestedAtMs: number | undefined): string {
  const timed = requestedAtMs === undefined ? fields : { ...fields, requested_at: requestedAtMs };
  const ordered = Object.entries(timed)
    .map(([name, value]) => [name, value === null ? null : String(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(Object.fromEntries(ordered)), 'base64url');
}

/** Lower-cases addresses whose case carries no meaning: watchers report them as their network does. */
export function normalizeDestination(paidTo: string): string {
  return /^(0x|bc1)/i.test(paidTo) ? paidTo.toLowerCase() : paidTo;
}

/** `paidTo`: address or account of the deposit method. */
export function depositHash(
  companyId: CompanyId,
  paidTo: string,
  deposit: DepositContent,
  requestedAtMs?: number,
): string {
  const fields = {
    kind: 'deposit',
    company: companyId,
    account: deposit.accountId,
    method: deposit.method,
    paid: deposit.paid,
    currency: deposit.paidCurrency,
    rate: deposit.rate,
    credit: deposit.credit,
    option: deposit.optionId,
    paid_to: normalizeDestination(paidTo),
    proof: deposit.proofId,
    external_id: deposit.externalId,
  };
  return hashOf(fields, requestedAtMs);
}

export type WithdrawalContent = Pick<
  WithdrawalRecord,
  | 'accountId'
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
export function withdrawalHash(
  companyId: CompanyId,
  protocol: string,
  withdrawal: WithdrawalContent,
  requestedAtMs?: number,
): string {
  const fields = {
    kind: 'withdrawal',
    company: companyId,
    account: withdrawal.accountId,
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
  };
  return hashOf(fields, requestedAtMs);
}

export type CorrectionContent = Pick<CorrectionRecord, 'accountId' | 'amount' | 'reason' | 'proposedBy'>;

export function correctionHash(companyId: CompanyId, correction: CorrectionContent, requestedAtMs?: number): string {
  const fields = {
    kind: 'correction',
    company: companyId,
    account: correction.accountId,
    amount: correction.amount,
    reason: correction.reason,
    proposed_by: correction.proposedBy.id,
  };
  return hashOf(fields, requestedAtMs);
}
