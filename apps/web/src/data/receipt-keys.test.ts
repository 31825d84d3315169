import { expect, test } from 'vitest';
import { isReceiptKeys } from './receipt-keys.ts';

const key = { key_id: '0123456789abcdef', algorithm: 'Ed25519', public_key: '00'.repeat(32) };

test('R-ORD-25 published keys are accepted', () => {
  expect(isReceiptKeys({ keys: [key] })).toBe(true);
  expect(isReceiptKeys({ keys: [] })).toBe(true);
});

test.each([
  ['null', null],
  ['no keys', {}],
  ['keys that are no list', { keys: key }],
  ['a key that is null', { keys: [key, null] }],
  ['a key of another algorithm', { keys: [{ ...key, algorithm: 'none' }] }],
  ['a key without its bytes', { keys: [{ ...key, public_key: undefined }] }],
])('R-ORD-25 %s is refused as an answer', (_, value) => {
  expect(isReceiptKeys(value)).toBe(false);
});
