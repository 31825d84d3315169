import { receiptKeysPath } from '@candor/contracts/http/paths';
import { type ReceiptKeys, receiptKeys } from '@candor/contracts/http/receipts';
import { text } from '@candor/texts/console';
import { CallError } from './api.ts';

/**
 * Fetches the public keys of receipts, a plain file without envelope, and checks their form. Rejects with a CallError that can
 * be shown unchanged.
 */
export async function fetchReceiptKeys(deps: Pick<typeof globalThis, 'fetch'> = window): Promise<ReceiptKeys> {
  const response = await deps.fetch(receiptKeysPath).catch(() => {
    throw new CallError(0, text.errors.network, 0);
  });
  const keys = receiptKeys.safeParse(await response.json().catch(() => null));
  if (!response.ok || !keys.success) throw new CallError(0, text.errors.unknownAnswer, response.status);
  return keys.data;
}
