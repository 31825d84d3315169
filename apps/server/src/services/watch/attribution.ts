import type { DepositRecord } from '@candor/domain/engine/funds/funds-request';
import { isNamed } from '@candor/domain/engine/funds/payments';
import type { CompanyId } from '@candor/domain/values/ids';
import type {
  Attribution,
  ObservedPayment,
  ObservedPaymentChange,
  ObservedPaymentRecord,
  WatchedAddress,
} from '../../ports/payment-watch.ts';
import type { WatchDeps } from './watch-deps.ts';

/** A company's watched addresses, by normalized address. */
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
 * Attributes a payment to a user, deposit method and rate by the address it was paid to (R-FND-65). A payment to a
 * shared address has no user until its payer reports it. A payment in a currency not accepted there, or to an address
 * that two companies claim, is left to operators.
 */
export function attributePayment(
  index: AddressIndex,
  observedPayment: ObservedPayment,
  confirmations: number,
  isContested: boolean,
): Attribution {
  const entries = index.get(observedPayment.address) ?? [];
  const inCurrency = entries.filter(({ way }) => way.currency === observedPayment.currency);
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
  return { ...terms, userId: entry.userId, note: observedPayment.amount < way.minE8 ? 'below-minimum' : '' };
}

/**
 * Attributes held payments once their address has been given to a user or their payer has reported them (R-FND-65).
 * Reads addresses and reports once: create one per pass over a company.
 */
export class DeferredAttribution {
  readonly #deps: Pick<WatchDeps, 'addressBook' | 'core' | 'normalize'>;
  readonly #indexes = new Map<string, Promise<AddressIndex>>();
  #reports: Promise<readonly DepositRecord[]> | null = null;

  constructor(deps: Pick<WatchDeps, 'addressBook' | 'core' | 'normalize'>) {
    this.#deps = deps;
  }

  /** Returns the change of state, or null if the payment still cannot be attributed. */
  async of(record: ObservedPaymentRecord): Promise<ObservedPaymentChange | null> {
    const { companyId, confirmationsNeeded, note } = record;
    if (note === 'contested') return null;
    const index = await this.#index(companyId, record.watcher);
    const now = attributePayment(index, record, confirmationsNeeded, false);
    // The rate when the payment was first seen applies.
    const terms = { ...now, rate: record.rate ?? now.rate, wayId: record.wayId ?? now.wayId };
    if (now.userId !== null) return { state: 'seen', attribution: terms };
    this.#reports ??= this.#deps.core.waitingDeposits(companyId);
    const report = (await this.#reports).find((deposit) => isNamed(deposit, record));
    if (report === undefined) return null;
    const { accountId, optionId, rate, method } = report;
    // Transactions are public: the reporter need not be the payer.
    const claim = { userId: accountId as number, wayId: optionId, rate, method, note: 'claimed' } as const;
    const attribution = { ...terms, ...claim };
    return { state: 'seen', attribution };
  }

  #index(companyId: CompanyId, watcher: string): Promise<AddressIndex> {
    const known = this.#indexes.get(watcher);
    if (known !== undefined) return known;
    const { addressBook, normalize } = this.#deps;
    const made = addressBook
      .watched(companyId, watcher)
      .then((watched) => indexAddresses(watched, (address) => normalize(watcher, address)));
    this.#indexes.set(watcher, made);
    return made;
  }
}
