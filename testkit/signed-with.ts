import { createHash } from 'node:crypto';
import type { ReceiptFields, SignedReceipt } from '@candor/contracts/http/receipts';
import { testSigner } from './receipt-signer.ts';

const signer = testSigner();

/** Forges a receipt as only the key's holder could: changes values by path and signs it again. */
export async function signedWith(
  receipt: SignedReceipt | undefined,
  changes: Record<string, unknown>,
): Promise<SignedReceipt> {
  const { fields } = receipt ?? missing();
  const changed: unknown = JSON.parse(JSON.stringify(fields));
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    let owner = changed as Record<string, unknown>;
    for (const name of names.slice(0, -1)) owner = owner[name] as Record<string, unknown>;
    owner[names.at(-1) ?? ''] = value;
  }
  const text = JSON.stringify(changed);
  const hash = createHash('sha256').update(text).digest('hex');
  const signature = await signer.sign(text);
  return { id: fields.id, text, hash, signature, key_id: signer.key.keyId, fields: changed as ReceiptFields };
}

function missing(): never {
  throw new Error('The scenario has no such receipt');
}
