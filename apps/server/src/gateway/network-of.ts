import ipaddr from 'ipaddr.js';

const customerGroups = 4;
const siteGroups = 3;
const noAddress = 'unknown';

/**
 * Network that limits count an address by: the IPv4 address, or the /64 of an IPv6 address, which is what one customer
 * is given (R-SEC-07). An IPv4 address written in IPv6 counts as IPv4, and the port that some proxies forward with an
 * address counts for nothing. All texts that are no address count as one.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!ipaddr.isValid(plain)) return noAddress;
  const parsed = ipaddr.process(plain);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return parsed.parts
    .slice(0, customerGroups)
    .map((group) => group.toString(16))
    .join(':');
}

/** Network whose callers share a place among others: the IPv4 address, or the /48 of an IPv6 address, a site's at the most. */
export function siteOf(address: string): string {
  const network = networkOf(address);
  return network.includes(':') ? network.split(':', siteGroups).join(':') : network;
}

/** True if an address is the machine's own. */
export function isOwnAddress(address: string): boolean {
  const plain = plainAddress(address);
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback';
}

/** An address without the port and the brackets around it: `192.0.2.1:80`, `[2001:db8::1]:80`, `[2001:db8::1]`. */
export function plainAddress(text: string): string {
  const address = text.trim();
  return bracketed.exec(address)?.[1] ?? withPort.exec(address)?.[1] ?? address;
}

const bracketed = /^\[([^[\]]*)\](?::\d*)?$/;
const withPort = /^([\d.]+):\d*$/;
