import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { plainAddress } from './network-of.ts';

/** Whether an address is one of our own proxies, whose word about the caller is believed. */
export type IsTrustedProxy = (address: string) => boolean;

/** Reads addresses and networks, as `10.0.0.0/8,::1`; null when one of them is none. */
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
 * The caller's address and the host he named, for requests that do not pass through the HTTP routes. The host is the Host
 * header's: a forwarded one is the caller's own word wherever the proxy does not overwrite it.
 */
export function callerOf(
  request: IncomingMessage,
  isTrusted: IsTrustedProxy | null,
): { readonly address: string; readonly host: string } {
  const remote = request.socket.remoteAddress ?? '';
  const host = request.headers.host ?? '';
  if (isTrusted === null || !isTrusted(remote)) return { address: remote, host };
  const forwarded = entriesOf(request.headers['x-forwarded-for']);
  // The nearest address that is none of ours: what stands before it anybody can have written.
  const address = forwarded.toReversed().find((one) => !isTrusted(one)) ?? forwarded[0] ?? remote;
  return { address, host };
}

function entriesOf(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text.split(',').flatMap((part) => part.trim() || []);
}
