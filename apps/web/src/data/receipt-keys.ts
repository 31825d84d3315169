import type { ReceiptKeys } from '@candor/contracts/http/receipts';

/** True if a value has the form of the published keys. By hand, since the app carries no schemas. */
export function isReceiptKeys(value: unknown): value is ReceiptKeys {
  const { keys } = (value ?? {}) as { keys?: unknown };
  return Array.isArray(keys) && keys.every(isReceiptKey);
}

function isReceiptKey(value: unknown): boolean {
  const { key_id, algorithm, public_key } = (value ?? {}) as Record<string, unknown>;
  return typeof key_id === 'string' && algorithm === 'Ed25519' && typeof public_key === 'string';
}
