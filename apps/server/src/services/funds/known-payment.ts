import type { DepositRecord } from '@candor/domain/engine/funds/funds-record';
import { findReport, isNamed, spellingsOf } from '@candor/domain/engine/funds/payment-names';
import type { FundsHistory } from '../../ports/funds-history.ts';
import type { UserRecord } from '../../ports/identity-store.ts';
import type { SightingRecord } from '../../ports/sighting-store.ts';
import type { Reported } from './deposit-records.ts';
import type { FundsDeps } from './funds-deps.ts';
import { EngineRefusal } from './funds-refusal.ts';
import { toPlace } from './payload-hash.ts';

/** A payment as its payer reports it. */
export interface PaymentTold {
  readonly tx: string;
  readonly paidTo: string;
  readonly paid: bigint;
  readonly currency: string;
  readonly waiting: readonly DepositRecord[];
}

type Deps = Pick<FundsDeps, 'sightings'> & { readonly history: Pick<FundsHistory, 'find'> };

/**
 * What a watcher knows of a payment that is reported by its transaction (R-FND-73): what stands for it already where it is
 * the user's, or else the name it is reported under, which is the watcher's own where it has seen it and nobody's it is.
 * Refuses `deposit-known` where it is another's, or was credited under another name.
 */
export async function findPayment(
  deps: Deps,
  user: UserRecord,
  told: PaymentTold,
): Promise<{ readonly known: Reported } | { readonly known: null; readonly externalId: string | null }> {
  const { tx, waiting } = told;
  if (tx === '') return { known: null, externalId: null };
  const sighting = whichOf(await deps.sightings.ofTransaction(user.companyId, spellingsOf(tx)), user, told);
  if (sighting === undefined) return { known: null, externalId: tx };
  if (sighting.userId === user.id) return { known: await standsFor(deps, user, sighting, waiting) };
  if (sighting.userId !== null) throw new EngineRefusal('deposit-known');
  const earlier = waiting.find((deposit) => isNamed(deposit, sighting));
  return earlier === undefined ? { known: null, externalId: sighting.externalId } : { known: { deposit: earlier } };
}

/** One transaction pays many: the one meant went to the address that was shown, and is best known by its sum. */
function whichOf(
  found: readonly SightingRecord[],
  user: UserRecord,
  { paidTo, paid, currency }: PaymentTold,
): SightingRecord | undefined {
  const standing = found.filter(({ state }) => state !== 'dropped');
  const there = standing.filter(({ address }) => toPlace(address) === toPlace(paidTo));
  const meant = there.length > 0 ? there : standing;
  const [mine, held] = [
    meant.filter(({ userId }) => userId === user.id),
    meant.filter(({ userId }) => userId === null),
  ];
  const isSum = (one: SightingRecord) => one.amount === paid && one.currency === currency;
  const others = meant.find(({ userId }) => userId !== null);
  return mine.find(isSum) ?? held.find(isSum) ?? mine[0] ?? others ?? (held.length === 1 ? held[0] : undefined);
}

async function standsFor(
  { history }: Deps,
  { companyId, accountId }: UserRecord,
  sighting: SightingRecord,
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
