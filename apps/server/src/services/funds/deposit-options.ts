import type { TenantId } from '@candor/domain/values/ids';
import type { DepositMethodRecord } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { FundsDeps } from './funds-deps.ts';
import { FundsRefusal } from './funds-refusal.ts';

type Deps = Pick<FundsDeps, 'clock' | 'depositMethods'>;

/** A pay way, and where this user pays to on it. */
export interface DepositOption {
  readonly way: DepositMethodRecord;
  /** The address of a coin; the account of a bank. */
  readonly paidTo: string;
}

/** Who has paid to one that is no longer offered can still report it for so long. */
const reportableMs = 72 * 3_600_000;

/** Where the user can send coins to: shared addresses, and his own of each pool; an empty pool offers nothing (R-FND-20). */
export async function coinOptions({ clock, depositMethods }: Deps, user: UserRecord): Promise<DepositOption[]> {
  const options: DepositOption[] = [];
  for (const way of await depositMethods.active(user.companyId, 'coin')) {
    const own = () => depositMethods.giveAddress(user.companyId, way.rootId, user.id, clock.nowMs());
    const paidTo = way.address === '' ? await own() : way.address;
    if (paidTo !== null) options.push({ way, paidTo });
  }
  return options;
}

/** The currencies of the company's bank accounts, each by the number of the first account in it. */
export async function bankCoins(
  { depositMethods }: Deps,
  user: UserRecord,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const ids = new Map<string, number>();
  for (const way of await depositMethods.active(user.companyId, 'bank'))
    if (!ids.has(way.currency)) ids.set(way.currency, way.id);
  return [...ids].map(([name, id]) => ({ id, name }));
}

/** The company's bank accounts in one of these currencies. Refuses `payWayUnknown`. */
export async function wireOptions(
  { depositMethods }: Deps,
  user: UserRecord,
  coinId: number,
): Promise<DepositOption[]> {
  const named = await depositMethods.find(user.companyId, coinId);
  if (named?.kind !== 'bank') throw new FundsRefusal('payWayUnknown');
  const ways = await depositMethods.active(user.companyId, 'bank');
  return ways.filter(({ currency }) => currency === named.currency).map((way) => ({ way, paidTo: way.payeeAccount }));
}

/**
 * What stands today for an option that a user was shown: the one that has taken its place where only the rate or the
 * bounds are others, else itself, for three days after it was taken off. Null for one that was never there or is long gone.
 */
export async function standingWay(
  { clock, depositMethods }: Deps,
  companyId: TenantId,
  shown: DepositMethodRecord,
): Promise<DepositMethodRecord | null> {
  let way = shown;
  while (way.replacedBy !== null) {
    const next = await depositMethods.find(companyId, way.replacedBy);
    if (next === null || !isSamePlace(way, next)) break;
    way = next;
  }
  if (way.isActive) return way;
  return clock.nowMs() - (way.replacedAtMs ?? way.createdAtMs) <= reportableMs ? way : null;
}

/** Address or account that was paid to at an option; null where it was a pool's and the user has been given none. */
export async function paidToOf(
  { depositMethods }: Pick<FundsDeps, 'depositMethods'>,
  companyId: TenantId,
  userId: number,
  way: DepositMethodRecord,
): Promise<string | null> {
  if (way.kind === 'bank') return way.payeeAccount;
  return way.address === '' ? depositMethods.givenAddress(companyId, way.rootId, userId) : way.address;
}

function isSamePlace(a: DepositMethodRecord, b: DepositMethodRecord): boolean {
  return placeOf(a) === placeOf(b);
}

function placeOf({
  kind,
  currency,
  protocol,
  address,
  bankSwift,
  payeeName,
  payeeAccount,
}: DepositMethodRecord): string {
  return JSON.stringify([kind, currency, protocol, address, bankSwift, payeeName, payeeAccount]);
}
