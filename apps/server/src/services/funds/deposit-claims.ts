import type { FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import { spellingsOf } from '@candor/domain/engine/funds/payments';
import type { OperatorRecord } from '../../ports/operators.ts';
import type { ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import { type DecisionRequest, decide, record, subjectOf } from './approvals.ts';
import { type DeskDeps, type DeskRecordOf, requireRequest, viewRequest } from './requests.ts';

/** All claims on one payment, the deposit already credited with it, and its observed payments. */
export interface ComparedClaims {
  readonly claims: readonly DeskRecordOf<'deposit'>[];
  readonly credited: DeskRecordOf<'deposit'> | null;
  readonly payments: readonly ObservedPaymentRecord[];
}

/**
 * Returns all undecided claims on a deposit's payment, by number; only the deposit itself if it names no payment
 * (R-FND-44). Every view is recorded first; without the record nothing is shown (R-FND-32). Refuses `fundsNotFound`.
 */
export async function openClaims(deps: DeskDeps, operator: OperatorRecord, id: number): Promise<ComparedClaims> {
  const { companyId } = operator;
  const deposit = await requireRequest(deps, companyId, 'deposit', id);
  const { externalId } = deposit;
  const known =
    externalId === null ? { claims: [], credited: null } : await deps.core.viewPayment(companyId, externalId);
  const claims = known.claims.some((claim) => claim.id === deposit.id) ? known.claims : [deposit, ...known.claims];
  const credited =
    known.credited === null || known.credited === deposit.id
      ? null
      : await requireRequest(deps, companyId, 'deposit', known.credited);
  for (const shown of [...claims, ...(credited === null ? [] : [credited])]) {
    const audited = {
      action: 'deposit-opened',
      subject: subjectOf(shown),
      reason: 'to compare the claims on its payment',
    };
    await record(deps, operator, audited);
  }
  const views = await Promise.all(claims.map((claim) => viewRequest<'deposit'>(deps, companyId, claim)));
  return {
    claims: views,
    credited: credited === null ? null : await viewRequest<'deposit'>(deps, companyId, credited),
    payments: externalId === null ? [] : await observedAs(deps, companyId, externalId, views),
  };
}

/** Returns payments observed under the claimed name or linked to one of the claims. */
async function observedAs(
  deps: DeskDeps,
  companyId: OperatorRecord['companyId'],
  externalId: string,
  views: readonly DeskRecordOf<'deposit'>[],
): Promise<ObservedPaymentRecord[]> {
  const found = await deps.observedPayments.ofTransaction(companyId, spellingsOf(externalId));
  const linked = views.flatMap(({ view: { payment } }) => (payment === null ? [] : [payment]));
  return [...new Map([...found, ...linked].map((payment) => [payment.id, payment])).values()];
}

/**
 * Approves one of several claims on a payment; its last approval rejects the others (R-FND-44). Refuses as
 * `approveRequest` does, and `claimsChanged` if the claims differ from those shown.
 */
export function decideClaim(
  deps: DeskDeps,
  {
    payloadHash,
    rivals,
    reason,
    ...request
  }: DecisionRequest & { readonly payloadHash: string; readonly rivals: readonly number[]; readonly reason: string },
): Promise<DeskRecordOf<'deposit'>> {
  const against = rivals.toSorted((a, b) => a - b).join(', ');
  const audited = { action: 'deposit-claim-approved', reason: `content ${payloadHash}, against ${against}: ${reason}` };
  return decide(deps, 'deposit', request, audited, (funds, by) => ({
    type: 'ApproveFunds',
    ...by,
    fundsId: funds.id,
    payloadHash,
    rivals: rivals as readonly FundsRequestId[],
  }));
}
