/** Bech32 addresses mean the same in capitals; the older ones do not. */
export function toComparable(address: string): string {
  return /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;
}
