import type { FundsId } from '@candor/domain/engine/funds/funds-record';
import { spellingsOf } from '@candor/domain/engine/funds/payment-names';
import type { OperatorRecord } from '../../ports/operators.ts';
import type { ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import { type Judged, judge, record, subjectOf } from './approvals.ts';
import { type DeskDeps, type DeskRecordOf, requireRequest, stateRequest } from './requests.ts';

/** The claims on one payment, the deposit that was credited with it before, and what watchers saw of it. */
export interface ComparedClaims {
  readonly claims: readonly DeskRecordOf<'deposit'>[];
  readonly credited: DeskRecordOf<'deposit'> | null;
  readonly payments: readonly ObservedPaymentRecord[];
}

/**
 * All undecided claims on the payment of a deposit, by number; itself alone if it names none (R-FND-44). The look at each
 * is recorded first: without the record nothing is shown (R-FND-32). Refuses `fundsNotFound`.
 */
export async function openClaims(deps: DeskDeps, operator: OperatorRecord, id: number): Promise<ComparedClaims> {
  const { companyId } = operator;
  const deposit = await requireRequest(deps, companyId, 'deposit', id);
  const { externalId } = deposit;
  const known = externalId === null ? { claims: [], credited: null } : await deps.core.claimsOn(companyId, externalId);
  const claims = known.claims.some((claim) => claim.id === deposit.id) ? known.claims : [deposit, ...known.claims];
  const credited =
    known.credited === null || known.credited === deposit.id
      ? null
      : await requireRequest(deps, companyId, 'deposit', known.credited);
  for (const shown of [...claims, ...(credited === null ? [] : [credited])]) {
    const told = {
      action: 'deposit-opened',
      subject: subjectOf(shown),
      reason: 'to compare the claims on its payment',
    };
    await record(deps, operator, told);
  }
  const stated = await Promise.all(claims.map((claim) => stateRequest<'deposit'>(deps, companyId, claim)));
  return {
    claims: stated,
    credited: credited === null ? null : await stateRequest<'deposit'>(deps, companyId, credited),
    payments: externalId === null ? [] : await seenAs(deps, companyId, externalId, stated),
  };
}

/** By the name that is claimed, and by what watchers saw for one of the claims. */
async function seenAs(
  deps: DeskDeps,
  companyId: OperatorRecord['companyId'],
  externalId: string,
  stated: readonly DeskRecordOf<'deposit'>[],
): Promise<ObservedPaymentRecord[]> {
  const found = await deps.sightings.ofTransaction(companyId, spellingsOf(externalId));
  const linked = stated.flatMap(({ stated: { sighting } }) => (sighting === null ? [] : [sighting]));
  return [...new Map([...found, ...linked].map((sighting) => [sighting.id, sighting])).values()];
}

/**
 * Approves one of several claims on a payment; its last approval rejects the others (R-FND-44). Refuses as approving does,
 * and `claimsChanged` if the claims are not those that were shown.
 */
export function decideClaim(
  deps: DeskDeps,
  {
    payloadHash,
    rivals,
    reason,
    ...judged
  }: Judged & { readonly payloadHash: string; readonly rivals: readonly number[]; readonly reason: string },
): Promise<DeskRecordOf<'deposit'>> {
  const against = rivals.toSorted((a, b) => a - b).join(', ');
  const told = { action: 'deposit-claim-approved', reason: `content ${payloadHash}, against ${against}: ${reason}` };
  return judge(deps, 'deposit', judged, told, (funds, by) => ({
    type: 'ApproveFunds',
    ...by,
    fundsId: funds.id,
    payloadHash,
    rivals: rivals as readonly FundsId[],
  }));
}
