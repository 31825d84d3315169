import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { ReceiptKey, ReceiptSigner } from '../../ports/receipt-signer.ts';

const signInPool = promisify(sign);

/**
 * Reads the private key of receipts, or makes it at the first start; only its owner can read the file. To rotate, move
 * the file away and start again: what the old key signed stays verifiable, since its public half is stored with it.
 */
export async function openReceiptSigner(path: string): Promise<ReceiptSigner> {
  const pem = (await readKey(path)) ?? (await makeKey(path));
  return createReceiptSigner(createPrivateKey(pem));
}

export function createReceiptSigner(privateKey: KeyObject): ReceiptSigner {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('The key of receipts must be an Ed25519 key.');
  return {
    key: publicHalf(privateKey),
    async sign(text) {
      return (await signInPool(null, Buffer.from(text), privateKey)).toString('hex');
    },
  };
}

function publicHalf(privateKey: KeyObject): ReceiptKey {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) throw new Error('Invariant: an Ed25519 key has its x');
  const bytes = Buffer.from(x, 'base64url');
  const keyId = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { keyId, publicKey: bytes.toString('hex') };
}

async function readKey(path: string): Promise<string | null> {
  try {
    const pem = await readFile(path, 'utf8');
    await chmod(path, 0o600);
    return pem;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Appears whole or not at all; of two that start at once, one makes it and both use it. */
async function makeKey(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}
