import ipaddr from 'ipaddr.js';

const customerGroups = 4;
const siteGroups = 3;
const noAddress = 'unknown';

/**
 * Returns the network by which limits count an address: the IPv4 address, or the /64 of an IPv6 address, which one
 * customer usually has (R-SEC-07). An IPv4 address written as IPv6 counts as IPv4; a port that some proxies add is
 * ignored. Texts that are no address share one network.
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

/**
 * Returns the network that shares a place in queues: the IPv4 address, or the /48 of an IPv6 address, at most one site.
 */
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
