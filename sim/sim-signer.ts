import { sign } from 'node:crypto';
import type { ReceiptSigner } from '../apps/server/src/ports/projection.ts';
import { testKey, testSigner } from '../testkit/receipt-signer.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** Signs in virtual time: the product's signer uses a thread, whose timing no seed decides. */
export function simSigner(byte: number, scheduler: Scheduler, random: Random): ReceiptSigner {
  const privateKey = testKey(byte);
  return {
    key: testSigner(byte).key,
    async sign(text) {
      if (random.chance(0.2)) await scheduler.sleep(random.between(1, 5));
      return sign(null, Buffer.from(text), privateKey).toString('hex');
    },
  };
}
