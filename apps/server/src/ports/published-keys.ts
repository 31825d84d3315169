import type { PublishedKey } from './projection.ts';

/** A key as `/.well-known/candor-receipt-keys.json` and the public log have it. */
export function toPublishedKey(key: PublishedKey) {
  const { keyId, publicKey, fromMs: from, untilMs: until, compromisedMs: compromised } = key;
  return { key_id: keyId, algorithm: 'Ed25519' as const, public_key: publicKey, from, until, compromised };
}

/** Text of the leaf of a list of keys in the public log (docs/adr/0044, kind 7); null before the first key. */
export function keysText(keys: readonly PublishedKey[]): string | null {
  return keys.length === 0 ? null : JSON.stringify({ version: 'candor-keys-1', keys: keys.map(toPublishedKey) });
}
