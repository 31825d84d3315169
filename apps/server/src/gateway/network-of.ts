import ipaddr from 'ipaddr.js';

const customerGroups = 4;
const textMax = 64;

/**
 * Network that limits count an address by: the IPv4 address, or the /64 of an IPv6 address, which is what one customer
 * is given (R-SEC-07). An IPv4 address written in IPv6 counts as IPv4. Text that is no address counts as itself, cut.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, textMax);
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return parsed.parts
    .slice(0, customerGroups)
    .map((group) => group.toString(16))
    .join(':');
}

/** True if an address is the machine's own. */
export function isOwnAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
