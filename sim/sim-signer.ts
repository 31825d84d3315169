import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { ReceiptSigner } from '../apps/server/src/ports/receipt-signer.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** What PKCS #8 puts before the 32 bytes of an Ed25519 key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs in virtual time: the product's signer does so in a thread of its own, whose time no seed decides. */
export function simSigner(byte: number, scheduler: Scheduler, random: Random): ReceiptSigner {
  const der = Buffer.concat([pkcs8, Buffer.alloc(32, byte)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
  const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  return {
    key: { keyId, publicKey: publicKey.toString('hex') },
    async sign(text) {
      if (random.chance(0.2)) await scheduler.sleep(random.between(1, 5));
      return sign(null, Buffer.from(text), privateKey).toString('hex');
    },
  };
}
