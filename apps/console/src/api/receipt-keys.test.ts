import { text } from '@candor/texts/console';
import { expect, test } from 'vitest';
import { fetchReceiptKeys } from './receipt-keys.ts';

const key = { key_id: '0123456789abcdef', algorithm: 'Ed25519', public_key: '00'.repeat(32) };
const answering = (body: string, status = 200) => ({ fetch: () => Promise.resolve(new Response(body, { status })) });

test('published keys are returned', async () => {
  await expect(fetchReceiptKeys(answering(JSON.stringify({ keys: [key] })))).resolves.toEqual({ keys: [key] });
});

test.each([
  ['a page of a proxy', '<html>'],
  ['no keys', '{}'],
  ['a key of another algorithm', JSON.stringify({ keys: [{ ...key, algorithm: 'none' }] })],
  ['a key without its bytes', JSON.stringify({ keys: [{ ...key, public_key: undefined }] })],
])('%s is refused as an unknown answer', async (_, body) => {
  await expect(fetchReceiptKeys(answering(body))).rejects.toMatchObject({ message: text.errors.unknownAnswer });
});

test('a failed answer is refused, and a missing one is reported as the network', async () => {
  await expect(fetchReceiptKeys(answering(JSON.stringify({ keys: [key] }), 503))).rejects.toMatchObject({
    status: 503,
  });
  const fetch = () => Promise.reject(new TypeError('failed'));
  await expect(fetchReceiptKeys({ fetch })).rejects.toMatchObject({ message: text.errors.network });
});
