import { signedStatementVersion as version } from '@candor/contracts/http/statement';
import { UnavailableError } from '../../../ports/journal.ts';
import type { PublishedKey, ReceiptSigner } from '../../../ports/projection.ts';

const hashDigits = 64;

/**
 * Makes a signed statement of what its job has returned: the hash of its text in hex, then the text as JSON. The signature
 * is over version and hash, one short line, so that no long text is hashed on this thread (R-VER-08). Throws UnavailableError
 * if the key has ended, as in a gateway that ran on during a rotation: every verifier would refuse the statement (R-LOG-37).
 */
export async function signStatement(
  made: Uint8Array,
  signer: ReceiptSigner,
  published: () => Promise<readonly PublishedKey[]>,
): Promise<Uint8Array> {
  const { keyId } = signer.key;
  if ((await published()).some((one) => one.keyId === keyId && one.untilMs !== null))
    throw new UnavailableError(
      `the key of receipts ${keyId} has ended, and this process still has it (docs/runbook/key-rotation.md)`,
    );
  const hash = Buffer.from(made.subarray(0, hashDigits)).toString('latin1');
  const signature = await signer.sign(`${version} ${hash}`);
  const head = JSON.stringify({ version, hash, signature, key_id: keyId });
  const parts = [Buffer.from(`${head.slice(0, -1)},"text":`), made.subarray(hashDigits), Buffer.from('}\n')];
  return Buffer.concat(parts);
}
