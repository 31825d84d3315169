import type { DepositRecord } from '@candor/domain/engine/funds/funds-record';
import { bareName, findReport, isNamed, namesOf, spellingsOf } from '@candor/domain/engine/funds/payment-names';
import type { FundsHistory } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import type { Reported } from './deposit-history.ts';
import type { FundsCore, FundsDeps } from './funds-deps.ts';
import { toPlace } from './payload-hash.ts';
import { EngineRefusal } from './refusals.ts';

/** A payment as its payer reports it. */
export interface PaymentTold {
  readonly tx: string;
  readonly paidTo: string;
  readonly paid: bigint;
  readonly currency: string;
  readonly waiting: readonly DepositRecord[];
}

type Deps = Pick<FundsDeps, 'sightings'> & {
  readonly history: Pick<FundsHistory, 'find'>;
  readonly core: Pick<FundsCore, 'claimsOn'>;
};

/**
 * What is known of a payment that is reported by its transaction (R-FND-73): what stands for it already where it is the
 * user's, or else the name to report it under. That is the name of the claims on it that stand, so that the core finds it
 * contested however each of them wrote it (R-FND-44); else the watcher's, if it has seen the payment. Refuses `deposit-known`
 * if the payment went to an address that is another's alone: that it is theirs is seen, and not claimed.
 */
export async function findPayment(
  deps: Deps,
  user: UserRecord,
  told: PaymentTold,
): Promise<{ readonly known: Reported } | { readonly known: null; readonly externalId: string | null }> {
  const { tx, waiting } = told;
  if (tx === '') return { known: null, externalId: null };
  const sighting = whichOf(await deps.sightings.ofTransaction(user.companyId, spellingsOf(tx)), user, told);
  if (sighting === undefined) return reportAs(tx, waiting);
  if (sighting.userId === user.id && !(await isCreditedElsewhere(deps, sighting)))
    return { known: await standsFor(deps, user, sighting, waiting) };
  const isShared = toPlace(sighting.address) === toPlace(told.paidTo);
  if (sighting.userId !== null && sighting.userId !== user.id && !isShared) throw new EngineRefusal('deposit-known');
  const earlier = waiting.find((deposit) => isNamed(deposit, sighting));
  if (earlier !== undefined) return { known: { deposit: earlier } };
  return { known: null, externalId: await nameOf(deps, sighting) };
}

function reportAs(tx: string, waiting: readonly DepositRecord[]) {
  const deposit = waiting.find(({ externalId }) => externalId !== null && bareName(externalId) === bareName(tx));
  return deposit === undefined ? { known: null, externalId: tx } : { known: { deposit } };
}

/** It arrived at the user's own address, and another deposit was credited with it under its very name. */
async function isCreditedElsewhere({ core }: Deps, sighting: ObservedPaymentRecord): Promise<boolean> {
  const { companyId, externalId, fundsId, state } = sighting;
  return fundsId === null && state === 'credited' && (await core.claimsOn(companyId, externalId)).credited !== null;
}

/** The name under which a payment is claimed or was credited, else the watcher's own. */
async function nameOf({ core }: Deps, sighting: ObservedPaymentRecord): Promise<string> {
  for (const name of new Set(namesOf(sighting).map(bareName))) {
    const { claims, credited } = await core.claimsOn(sighting.companyId, name);
    if (claims.length > 0 || credited !== null) return claims[0]?.externalId ?? name;
  }
  return sighting.externalId;
}

/** One transaction pays many: the one meant went to the address that was shown, and is best known by its sum. */
function whichOf(
  found: readonly ObservedPaymentRecord[],
  user: UserRecord,
  { paidTo, paid, currency }: PaymentTold,
): ObservedPaymentRecord | undefined {
  const standing = found.filter(({ state }) => state !== 'dropped');
  const there = standing.filter(({ address }) => toPlace(address) === toPlace(paidTo));
  const meant = there.length > 0 ? there : standing;
  const [mine, held] = [
    meant.filter(({ userId }) => userId === user.id),
    meant.filter(({ userId }) => userId === null),
  ];
  const isSum = (one: ObservedPaymentRecord) => one.amount === paid && one.currency === currency;
  const others = meant.filter(({ userId }) => userId !== null);
  return (
    mine.find(isSum) ??
    held.find(isSum) ??
    mine[0] ??
    others.find(isSum) ??
    others[0] ??
    (held.length === 1 ? held[0] : undefined)
  );
}

async function standsFor(
  { history }: Deps,
  { companyId, accountId }: UserRecord,
  sighting: ObservedPaymentRecord,
  waiting: readonly DepositRecord[],
): Promise<Reported> {
  const { fundsId, state } = sighting;
  if (fundsId === null) {
    if (state === 'credited') throw new EngineRefusal('deposit-known');
    const deposit = findReport(waiting, sighting);
    return deposit === undefined ? { deposit: null, sighting } : { deposit };
  }
  const deposit = waiting.find(({ id }) => id === fundsId) ?? (await history.find(companyId, fundsId));
  if (deposit?.kind !== 'deposit' || deposit.accountId !== accountId) throw new EngineRefusal('deposit-known');
  return { deposit };
}
