import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { plainAddress } from './network-of.ts';

/** Returns true if an address is one of the configured proxies, whose forwarded addresses are trusted. */
export type IsTrustedProxy = (address: string) => boolean;

/**
 * Reads addresses and networks, as `10.0.0.0/8,::1`; null when one of them is none. Fastify takes the returned function for
 * its routes. The `compile` of `@fastify/proxy-addr` is not used: it trusts no address with a port, accepts `1.2.3` and
 * `0x0a000001` as addresses and `loopback` as a list, and refuses `0.0.0.0/0`.
 */
export function parseTrustedProxies(text: string): IsTrustedProxy | null {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const version = isIP(address);
    const bits = prefix === undefined ? null : Number(prefix);
    const isPrefix = bits === null || (/^\d{1,3}$/.test(prefix ?? '') && bits <= (version === 6 ? 128 : 32));
    if (version === 0 || rest.length > 0 || !isPrefix) return null;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (bits === null) list.addAddress(address, family);
    else list.addSubnet(address, bits, family);
  }
  return (address) => {
    const bare = plainAddress(address);
    const plain = bare.startsWith('::ffff:') ? bare.slice('::ffff:'.length) : bare;
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * Returns address and host of a caller outside the HTTP routes. The host comes from the Host header: a forwarded host
 * may be written by the caller.
 */
export function callerOf(
  request: IncomingMessage,
  isTrusted: IsTrustedProxy | null,
): { readonly address: string; readonly host: string } {
  const remote = request.socket.remoteAddress ?? '';
  const host = request.headers.host ?? '';
  if (isTrusted === null || !isTrusted(remote)) return { address: remote, host };
  const forwarded = entriesOf(request.headers['x-forwarded-for']);
  // The nearest address that is no trusted proxy: earlier entries may be forged.
  const address = forwarded.toReversed().find((one) => !isTrusted(one)) ?? forwarded[0] ?? remote;
  return { address, host };
}

function entriesOf(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text.split(',').flatMap((part) => part.trim() || []);
}
