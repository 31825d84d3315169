import type { Attribution, ObservedPayment, WatchedAddress } from '../../ports/payment-watch.ts';

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
