import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Push services of Chrome and Edge, Firefox, Safari, and Windows: hosts, and all below them. */
export const knownPushServices: readonly string[] = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

/** Longest address that is stored. */
const endpointMax = 1_024;

/** True for an https address, without a user, of one of the services or a host below it. */
export function isPushAddress(endpoint: string, services: readonly string[]): boolean {
  if (endpoint.length > endpointMax || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return services.some((service) => hostname === service || hostname.endsWith(`.${service}`));
}

const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(network, bits, 'ipv6');

/** True for an address outside of private, local and reserved networks. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPublicAddress(mapped);
  const family = isIP(address);
  if (family === 0 || /^::ffff:/i.test(address)) return false;
  return !closed.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Looks a host up and refuses it if one of its addresses is not public. A connection uses the very addresses that were
 * checked, so that a name which answers otherwise a moment later reaches nothing inside.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, '', 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(new Error('the host has an address in a private network'), '', 0);
    if (options.all === true) return done(null, addresses);
    return done(null, first.address, first.family);
  });
};
