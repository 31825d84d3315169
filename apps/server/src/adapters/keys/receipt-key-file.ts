import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import type { ReceiptKey, ReceiptSigner } from '../../ports/projection.ts';
import { readOrMakeKeyFile, replaceKeyFile } from './key-file.ts';

/**
 * Reads the private key of receipts, or creates it at the first start; only its owner can read the file. `npm run
 * rotate-receipt-key` replaces it: receipts signed with the old key stay verifiable, because its public key stays published.
 */
export async function openReceiptSigner(path: string): Promise<ReceiptSigner> {
  const pem = await readOrMakeKeyFile(path, makePem);
  return createReceiptSigner(createPrivateKey(pem));
}

/** Puts the key of a draft in the place of the one that has ended, which is gone then: nothing needs it any more. */
export async function replaceReceiptKey(path: string, draft: string): Promise<void> {
  await replaceKeyFile(path, await readFile(draft, 'utf8'));
  await rm(draft);
}

export function createReceiptSigner(privateKey: KeyObject): ReceiptSigner {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('The key of receipts must be an Ed25519 key.');
  return {
    key: publicHalf(privateKey),
    // In this thread: the pool's threads also make ticks durable and answer look-ups of names, which orders wait for.
    sign: (text) => Promise.resolve(sign(null, Buffer.from(text), privateKey).toString('hex')),
  };
}

function publicHalf(privateKey: KeyObject): ReceiptKey {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) throw new Error('Invariant: an Ed25519 key has its x');
  const bytes = Buffer.from(x, 'base64url');
  const keyId = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { keyId, publicKey: bytes.toString('hex') };
}

function makePem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
