import { signedStatementVersion as version } from '@candor/contracts/http/statement';
import type { ReceiptSigner } from '../../../ports/projection.ts';

const hashDigits = 64;

/**
 * Makes a signed statement of what its job has returned: the hash of its text in hex, then the text as JSON. The signature
 * is over version and hash, one short line, so that no long text is hashed on this thread (R-VER-08).
 */
export async function signStatement(made: Uint8Array, signer: ReceiptSigner): Promise<Uint8Array> {
  const hash = Buffer.from(made.subarray(0, hashDigits)).toString('latin1');
  const signature = await signer.sign(`${version} ${hash}`);
  const head = JSON.stringify({ version, hash, signature, key_id: signer.key.keyId });
  const parts = [Buffer.from(`${head.slice(0, -1)},"text":`), made.subarray(hashDigits), Buffer.from('}\n')];
  return Buffer.concat(parts);
}
