import { receiptKeysPath } from '@candor/contracts/http/paths';
import type { ReceiptFields, ReceiptKeys, SignedReceipt } from '@candor/contracts/http/receipts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { CallError } from './client.ts';
import { apiOrigin } from './host.ts';
import { isReceiptKeys } from './receipt-keys.ts';

/** Signed receipts of an order, oldest first (R-ORD-25); none for null. Reloaded as its fills increase. */
export function useReceipts(orderId: number | null, count: number) {
  return useQuery({
    queryKey: ['receipts', orderId, count],
    queryFn: ({ signal }) => api.call('receipts', { id: orderId ?? 0 }, { signal }),
    enabled: orderId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Parses the signed text of a receipt; the unsigned fields are ignored. */
export function readReceipt(receipt: SignedReceipt): ReceiptFields {
  return JSON.parse(receipt.text) as ReceiptFields;
}

/** Fetches the public keys, a plain file without envelope. */
export async function fetchReceiptKeys(): Promise<ReceiptKeys> {
  try {
    const response = await fetch(`${apiOrigin(new URL(location.href))}${receiptKeysPath}`);
    if (!response.ok) throw new CallError(response.status, `HTTP ${response.status}`, false);
    const keys: unknown = await response.json();
    if (!isReceiptKeys(keys)) throw new CallError('ERR_NETWORK', 'Receipt keys of an unknown form', false);
    return keys;
  } catch (error) {
    throw error instanceof CallError ? error : new CallError('ERR_NETWORK', String(error), false);
  }
}
