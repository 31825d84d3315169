import type { DepositRecord } from '@candor/domain/engine/funds/funds-record';
import { isNamed } from '@candor/domain/engine/funds/payment-names';
import type { TenantId } from '@candor/domain/values/ids';
import type {
  Attribution,
  ObservedPayment,
  ObservedPaymentChange,
  ObservedPaymentRecord,
  WatchedAddress,
} from '../../ports/payment-watch.ts';
import type { WatchDeps } from './watch-deps.ts';

/** The addresses of a company as sightings write them. */
export type AddressIndex = ReadonlyMap<string, readonly WatchedAddress[]>;

export function indexAddresses(
  watched: readonly WatchedAddress[],
  normalize: (address: string) => string,
): AddressIndex {
  const index = new Map<string, WatchedAddress[]>();
  for (const entry of watched) {
    const address = normalize(entry.address);
    const others = index.get(address);
    if (others === undefined) index.set(address, [entry]);
    else others.push(entry);
  }
  return index;
}

/**
 * Whose a payment is and at which rate, by the address it went to (R-FND-65). What is paid to a shared address is nobody's
 * until its payer reports it; what is paid in a currency that is not taken there, or to an address that two companies call
 * theirs, is left to people.
 */
export function attributeSighting(
  index: AddressIndex,
  sighting: ObservedPayment,
  confirmations: number,
  isContested: boolean,
): Attribution {
  const entries = index.get(sighting.address) ?? [];
  const inCurrency = entries.filter(({ way }) => way.currency === sighting.currency);
  const entry = inCurrency.find(({ way }) => way.isActive) ?? inCurrency[0];
  if (entry === undefined) {
    const note = entries.length > 0 ? 'currency-not-taken' : 'unattributed';
    return { userId: null, wayId: null, method: 'coin', rate: null, confirmationsNeeded: confirmations, note };
  }
  const { way } = entry;
  const terms = {
    method: way.method,
    wayId: way.id,
    rate: way.usdPriceE8,
    confirmationsNeeded: way.confirmations > 0 ? way.confirmations : confirmations,
  };
  if (isContested) return { ...terms, userId: null, note: 'contested' };
  if (entry.userId === null) return { ...terms, userId: null, note: 'unattributed' };
  if (!way.isActive) return { ...terms, userId: entry.userId, note: 'not-taken-any-more' };
  return { ...terms, userId: entry.userId, note: sighting.amount < way.minE8 ? 'below-minimum' : '' };
}

/**
 * Whose a held payment is may be known by now: its address was given to somebody, or its payer has reported it
 * (R-FND-65). What it asks of the world it asks once, so that it is made for one pass over one company.
 */
export class LateAttribution {
  readonly #deps: Pick<WatchDeps, 'book' | 'core' | 'normalize'>;
  readonly #indexes = new Map<string, Promise<AddressIndex>>();
  #reports: Promise<readonly DepositRecord[]> | null = null;

  constructor(deps: Pick<WatchDeps, 'book' | 'core' | 'normalize'>) {
    this.#deps = deps;
  }

  /** Null where it is known no better than before. */
  async of(record: ObservedPaymentRecord): Promise<ObservedPaymentChange | null> {
    const { companyId, confirmationsNeeded, note } = record;
    if (note === 'contested') return null;
    const index = await this.#index(companyId, record.watcher);
    const now = attributeSighting(index, record, confirmationsNeeded, false);
    // The rate is that of when it was first seen.
    const terms = { ...now, rate: record.rate ?? now.rate, wayId: record.wayId ?? now.wayId };
    if (now.userId !== null) return { state: 'seen', attribution: terms };
    this.#reports ??= this.#deps.core.waitingDeposits(companyId);
    const report = (await this.#reports).find((deposit) => isNamed(deposit, record));
    if (report === undefined) return null;
    const { accountId, optionId, rate, method } = report;
    // Transactions are there for everybody to read: who reports one need not be who paid it.
    const claim = { userId: accountId as number, wayId: optionId, rate, method, note: 'claimed' } as const;
    const attribution = { ...terms, ...claim };
    return { state: 'seen', attribution };
  }

  #index(companyId: TenantId, watcher: string): Promise<AddressIndex> {
    const known = this.#indexes.get(watcher);
    if (known !== undefined) return known;
    const { book, normalize } = this.#deps;
    const made = book
      .watched(companyId, watcher)
      .then((watched) => indexAddresses(watched, (address) => normalize(watcher, address)));
    this.#indexes.set(watcher, made);
    return made;
  }
}
