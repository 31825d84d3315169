import { expect, test } from 'vitest';
import { isOwnAddress, networkOf } from './network-of.ts';

test('R-SEC-07 IPv6 counts by /64, however an address is written', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:0DB8:0001:0002::6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::6')).toBe('2001:db8:0:0');
  expect(networkOf('2001:db8::1:2:3:4:5')).toBe('2001:db8:0:1');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2%eth1'));
});

test('R-SEC-07 an IPv4 address is one network, also where it is written in IPv6', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:cb00:7109')).toBe('203.0.113.9');
  expect(networkOf('::FFFF:203.0.113.8')).not.toBe(networkOf('203.0.113.9'));
});

test('R-SEC-07 text that is no address counts as itself and stays short', () => {
  expect(networkOf('')).toBe('');
  expect(networkOf('unix:')).toBe('unix:');
  expect(networkOf('x'.repeat(10_000))).toHaveLength(64);
});

test('the own address is found in every way of writing it', () => {
  const own = ['::1', '127.0.0.1', '127.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:0:0:1'];
  expect(own.map(isOwnAddress)).toEqual(own.map(() => true));
  expect(['203.0.113.9', '::2', '', '1270.0.0.1'].map(isOwnAddress)).toEqual([false, false, false, false]);
});
