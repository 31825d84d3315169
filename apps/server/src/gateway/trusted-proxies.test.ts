import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { callerOf, parseTrustedProxies } from './trusted-proxies.ts';

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers: { host: 'localhost', ...headers } }) as unknown as IncomingMessage;

test.each(['', 'proxy', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '1.2.3', '0x0a000001', 'loopback', '::1/129'])(
  'R-SEC-06 %j is rejected as a list of proxies',
  (text) => {
    expect(parseTrustedProxies(text)).toBeNull();
  },
);

test('R-SEC-06 matches addresses and networks, IPv4, IPv6 and IPv4 in IPv6', () => {
  const isTrusted = parseTrustedProxies('10.0.0.0/8, 192.0.2.7,::1,2001:db8::/32');
  const trusted = ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '::1', '2001:db8::5', '10.1.2.3:80', '[::1]:80'];
  const strange = ['11.0.0.1', '192.0.2.8', '::2', '2001:db9::1', 'nonsense', ''];
  expect(trusted.filter((address) => isTrusted?.(address) !== true)).toEqual([]);
  expect(strange.filter((address) => isTrusted?.(address) !== false)).toEqual([]);
});

test('R-SEC-06 behind trusted proxies the caller is the last untrusted address, whatever the header says before it', () => {
  const isTrusted = parseTrustedProxies('10.0.0.0/8');
  const headers = {
    'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.0.0.9:443',
    'x-forwarded-host': 'm.acme.example',
  };
  expect(callerOf(request('10.0.0.5', headers), isTrusted)).toEqual({ address: '203.0.113.9', host: 'localhost' });
  expect(callerOf(request('192.0.2.1', headers), isTrusted)).toEqual({ address: '192.0.2.1', host: 'localhost' });
  expect(callerOf(request('10.0.0.5', headers), null)).toEqual({ address: '10.0.0.5', host: 'localhost' });
  expect(callerOf(request('10.0.0.5', {}), isTrusted)).toEqual({ address: '10.0.0.5', host: 'localhost' });
});
