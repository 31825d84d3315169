import { expect, test } from 'vitest';
import { isOwnAddress, networkOf, siteOf } from './network-of.ts';

test('R-SEC-07 IPv6 addresses count by /64, in any notation', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:0DB8:0001:0002::6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::6')).toBe('2001:db8:0:0');
  expect(networkOf('2001:db8::1:2:3:4:5')).toBe('2001:db8:0:1');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2%eth1'));
});

test('R-SEC-07 an IPv4 address is one network, also in IPv6 notation', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:cb00:7109')).toBe('203.0.113.9');
  expect(networkOf('::FFFF:203.0.113.8')).not.toBe(networkOf('203.0.113.9'));
});

test('R-SEC-07 port and brackets of a forwarded address do not change its network', () => {
  const same = ['198.51.100.202:1001', '198.51.100.202:1002', ' 198.51.100.202 ', '198.51.100.202:'];
  expect(same.map(networkOf)).toEqual(same.map(() => '198.51.100.202'));
  const six = ['[2001:db8::9]:1001', '[2001:db8::8]:1002', '[2001:db8::9]', '2001:db8::9'];
  expect(six.map(networkOf)).toEqual(six.map(() => '2001:db8:0:0'));
  expect(networkOf('[::ffff:203.0.113.9]:80')).toBe('203.0.113.9');
});

test('R-SEC-07 texts that are not addresses count as one network', () => {
  const texts = ['', 'unix:', 'unix:7', 'x'.repeat(10_000), '_hidden1', 'garbage:1', '[x]:1', '1.2.3.4:x', '::g'];
  expect(new Set(texts.map(networkOf))).toEqual(new Set(['unknown']));
});

test('the server’s own address is recognised in every notation', () => {
  const own = [
    '::1',
    '127.0.0.1',
    '127.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:0:0:1',
    '[::1]:9',
    '127.0.0.1:9',
  ];
  expect(own.map(isOwnAddress)).toEqual(own.map(() => true));
  expect(['203.0.113.9', '::2', '', '1270.0.0.1'].map(isOwnAddress)).toEqual([false, false, false, false]);
});

test('R-SEC-33 the /64s of one site count as one', () => {
  expect(siteOf('2001:db8:1:2::1')).toBe(siteOf('[2001:db8:1:ffff::1]:9'));
  expect(siteOf('2001:db8:1:2::1')).not.toBe(siteOf('2001:db8:2:2::1'));
  expect(siteOf('203.0.113.9:1')).toBe('203.0.113.9');
  expect(siteOf('no address')).toBe('unknown');
});
