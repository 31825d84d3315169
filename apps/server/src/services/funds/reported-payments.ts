import type { DepositRecord } from '@candor/domain/engine/funds/funds-request';
import { findReport, isNamed, namesOf, spellingsOf } from '@candor/domain/engine/funds/payments';
import { bareName } from '@candor/domain/engine/funds/used-payments';
import type { FundsHistory } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import type { Reported } from './deposit-history.ts';
import type { FundsCore, FundsDeps } from './funds-deps.ts';
import { normalizeDestination } from './payload-hash.ts';
import { EngineRefusal } from './refusals.ts';

/** A payment reported by its payer. */
export interface ReportedPayment {
  readonly tx: string;
  readonly paidTo: string;
  readonly paid: bigint;
  readonly currency: string;
  readonly waiting: readonly DepositRecord[];
}

type Deps = Pick<FundsDeps, 'observedPayments'> & {
  readonly history: Pick<FundsHistory, 'find'>;
  readonly core: Pick<FundsCore, 'viewPayment'>;
};

/**
 * Looks up a payment reported by its transaction (R-FND-73). If it is known as the user's own, returns its record; else
 * returns the name to report it under: the name used by existing claims, so that the core finds them in conflict
 * however each was spelled (R-FND-44), else the watcher's. Refuses `deposit-known` if the payment went to an address
 * given only to another user.
 */
export async function findPayment(
  deps: Deps,
  user: UserRecord,
  report: ReportedPayment,
): Promise<{ readonly known: Reported } | { readonly known: null; readonly externalId: string | null }> {
  const { tx, waiting } = report;
  if (tx === '') return { known: null, externalId: null };
  const payment = pickPayment(await deps.observedPayments.ofTransaction(user.companyId, spellingsOf(tx)), user, report);
  if (payment === undefined) return reportAs(tx, waiting);
  if (payment.userId === user.id && !(await isCreditedElsewhere(deps, payment)))
    return { known: await existingRecord(deps, user, payment, waiting) };
  const isShared = normalizeDestination(payment.address) === normalizeDestination(report.paidTo);
  if (payment.userId !== null && payment.userId !== user.id && !isShared) throw new EngineRefusal('deposit-known');
  const earlier = waiting.find((deposit) => isNamed(deposit, payment));
  if (earlier !== undefined) return { known: { deposit: earlier } };
  return { known: null, externalId: await nameOf(deps, payment) };
}

function reportAs(tx: string, waiting: readonly DepositRecord[]) {
  const deposit = waiting.find(({ externalId }) => externalId !== null && bareName(externalId) === bareName(tx));
  return deposit === undefined ? { known: null, externalId: tx } : { known: { deposit } };
}

/** True if the payment went to the user's own address but another deposit was credited under its name. */
async function isCreditedElsewhere({ core }: Deps, payment: ObservedPaymentRecord): Promise<boolean> {
  const { companyId, externalId, fundsId, state } = payment;
  return fundsId === null && state === 'credited' && (await core.viewPayment(companyId, externalId)).credited !== null;
}

/** Returns the name under which a payment is claimed or credited, else the watcher's. */
async function nameOf({ core }: Deps, payment: ObservedPaymentRecord): Promise<string> {
  for (const name of new Set(namesOf(payment).map(bareName))) {
    const { claims, credited } = await core.viewPayment(payment.companyId, name);
    if (claims.length > 0 || credited !== null) return claims[0]?.externalId ?? name;
  }
  return payment.externalId;
}

/** Picks the payment meant within a transaction: by the address shown, then by amount. */
function pickPayment(
  found: readonly ObservedPaymentRecord[],
  user: UserRecord,
  { paidTo, paid, currency }: ReportedPayment,
): ObservedPaymentRecord | undefined {
  const standing = found.filter(({ state }) => state !== 'dropped');
  const there = standing.filter(({ address }) => normalizeDestination(address) === normalizeDestination(paidTo));
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

async function existingRecord(
  { history }: Deps,
  { companyId, accountId }: UserRecord,
  payment: ObservedPaymentRecord,
  waiting: readonly DepositRecord[],
): Promise<Reported> {
  const { fundsId, state } = payment;
  if (fundsId === null) {
    if (state === 'credited') throw new EngineRefusal('deposit-known');
    const deposit = findReport(waiting, payment);
    return deposit === undefined ? { deposit: null, payment } : { deposit };
  }
  const deposit = waiting.find(({ id }) => id === fundsId) ?? (await history.find(companyId, fundsId));
  if (deposit?.kind !== 'deposit' || deposit.accountId !== accountId) throw new EngineRefusal('deposit-known');
  return { deposit };
}
