import { expect, test } from 'vitest';
import { isPublicAddress, isPushAddress, knownPushServices, lookUpPublic } from './push-address.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('R-ALR-09 %s is a push service', (endpoint) => {
  expect(isPushAddress(endpoint, knownPushServices)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/a',
  'https://evilfcm.googleapis.com.example/a',
  'https://notfcm-googleapis.com/a',
  'https://user:pass@fcm.googleapis.com/a',
  'https://127.0.0.1/a',
  'https://localhost/a',
  'https://[::1]/a',
  'https://169.254.169.254/latest/meta-data',
  'https://fcm.googleapis.com@10.0.0.1/a',
  'file:///etc/passwd',
  'not an address',
  `https://fcm.googleapis.com/${'a'.repeat(1_024)}`,
])('R-ALR-09 %s is none', (endpoint) => {
  expect(isPushAddress(endpoint, knownPushServices)).toBe(false);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'nonsense',
])('R-ALR-09 nothing is sent to %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['142.250.74.74', '172.32.0.1', '2a00:1450:4001:830::200a', '::ffff:142.250.74.74'])(
  'R-ALR-09 %s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('R-ALR-09 a name of a service that leads to this machine is not connected to', async () => {
  const error = await new Promise((resolve) => lookUpPublic('localhost', { all: true }, resolve));
  expect(error).toMatchObject({ message: 'the host has an address in a private network' });
});
