import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encryptPush, pushTextMax, readPushKeys, vapidHeader, vapidKeyOf } from './web-push.ts';

// The example of RFC 8291, section 5.
const example = {
  text: 'When I grow up, I want to be a watermelon',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const secrets = {
  salt: Buffer.from(example.salt, 'base64url'),
  privateKey: Buffer.from(example.privateKey, 'base64url'),
};

describe('R-ALR-08 an encrypted message', () => {
  test('is that of the example of RFC 8291, byte for byte', () => {
    expect(encryptPush(example, example.text, secrets).toString('base64url')).toBe(example.message);
  });

  test('has a salt and a key of its own each time', () => {
    expect(encryptPush(example, 'a').equals(encryptPush(example, 'a'))).toBe(false);
  });

  test('fits into a record that every service accepts', () => {
    expect(encryptPush(example, 'x'.repeat(pushTextMax)).length).toBeLessThan(4_096);
    expect(() => encryptPush(example, 'x'.repeat(pushTextMax + 1))).toThrow('size');
  });

  test.each([
    ['no base64url', { p256dh: '!'.repeat(87), auth: example.auth }],
    ['too short', { p256dh: example.p256dh.slice(4), auth: example.auth }],
    ['no point of the curve', { p256dh: `${example.p256dh.slice(0, -4)}AAAA`, auth: example.auth }],
    ['a short secret', { p256dh: example.p256dh, auth: 'AAAA' }],
  ])('has no keys that are %s', (_name, keys) => {
    expect(readPushKeys(keys)).toBeNull();
  });
});

test('R-ALR-08 a push service can verify who sends, for its origin and 12 hours', () => {
  const key = vapidKeyOf(Buffer.alloc(32, 9));
  expect(vapidKeyOf(Buffer.alloc(32, 9)).publicKey).toBe(key.publicKey);
  const header = vapidHeader(key, 'https://push.example:8443/a/b?c', 'mailto:a@b.example', 1_000_000);
  const [, head = '', claims = '', signature = '', sent = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(sent).toBe(key.publicKey);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example:8443',
    exp: 1_000 + 12 * 3_600,
    sub: 'mailto:a@b.example',
  });
  const point = Buffer.from(sent, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const data = Buffer.from(`${head}.${claims}`);
  const parts = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', data, parts, Buffer.from(signature, 'base64url'))).toBe(true);
});
