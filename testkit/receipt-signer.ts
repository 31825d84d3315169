import { createPrivateKey, type KeyObject } from 'node:crypto';
import { createReceiptSigner } from '../apps/server/src/adapters/keys/receipt-key-file.ts';
import type { ReceiptSigner } from '../apps/server/src/ports/projection.ts';

/** PKCS #8 prefix of the 32 bytes of an Ed25519 key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns a key of one byte repeated 32 times, the same in every run. */
export function testKey(byte = 7): KeyObject {
  const key = Buffer.concat([pkcs8, Buffer.alloc(32, byte)]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

export function testSigner(byte = 7): ReceiptSigner {
  return createReceiptSigner(testKey(byte));
}
