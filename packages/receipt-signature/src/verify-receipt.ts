import type { ReceiptKeys, SignedReceipt } from '@candor/contracts/http/receipts';

/** Result of a verification. `cannot`: the browser has no Ed25519, or the page is not in a secure context. */
export type Verdict = 'verified' | 'not-verified' | 'cannot';

/** Signed text of a receipt, its signature and key id, and its hash if stated. */
export type SignedText = Pick<SignedReceipt, 'text' | 'signature' | 'key_id'> & { readonly hash?: string };

/**
 * Verifies that a published key signed exactly this text while it was in use, and that the stated hash (if any) matches.
 * Makes no request (R-ORD-25, R-LOG-36).
 */
export async function verifyReceipt(receipt: SignedText, { keys }: ReceiptKeys): Promise<Verdict> {
  // Missing on a page served over plain http, despite its type.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return 'cannot';
  const key = keys.find((one) => one.key_id === receipt.key_id);
  if (key !== undefined && !wasInUse(key, receipt.text)) return 'not-verified';
  const [publicKey, signature] = [fromHex(key?.public_key ?? '', 32), fromHex(receipt.signature, 64)];
  if (publicKey === null || signature === null) return 'not-verified';
  const text = new TextEncoder().encode(receipt.text);
  const [keyHash, textHash] = await Promise.all([sha256(subtle, publicKey), sha256(subtle, text)]);
  if (keyHash.slice(0, 16) !== receipt.key_id || textHash !== (receipt.hash ?? textHash)) return 'not-verified';
  let verifier: CryptoKey;
  try {
    verifier = await subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  } catch {
    return 'cannot';
  }
  return (await subtle.verify({ name: 'Ed25519' }, verifier, signature, text)) ? 'verified' : 'not-verified';
}

/** True unless the text states a time after the key's end, or since others may have had it. */
function wasInUse({ until = null, compromised = null }: ReceiptKeys['keys'][number], text: string): boolean {
  if (until === null && compromised === null) return true;
  let timeMs: unknown;
  try {
    timeMs = (JSON.parse(text) as { readonly time?: unknown }).time;
  } catch {
    return false;
  }
  if (typeof timeMs !== 'number') return false;
  return (until === null || timeMs <= until) && (compromised === null || timeMs < compromised);
}

async function sha256(subtle: SubtleCrypto, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Parses lower-case hex of exactly this many bytes; null otherwise. */
function fromHex(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (text.length !== length * 2 || !/^[0-9a-f]+$/.test(text)) return null;
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
}
