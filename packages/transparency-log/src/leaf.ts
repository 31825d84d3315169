import { decodeText } from './byte-writer.ts';
import { LogError } from './log-error.ts';
import { hashBytes, sha256 } from './merkle.ts';

/** First byte of each leaf (docs/adr/0044). */
export const leafKinds = { quotes: 1, receipt: 2, rule: 3, correction: 4, liabilities: 5, build: 6, keys: 7 } as const;

/** Bytes of the salt of a hidden leaf. */
const saltBytes = 32;

/**
 * Leaf of a text that only its owner may know: kind, then SHA-256(salt ‖ text). Without the salt of 32 bytes nobody can
 * find the text by trying all. Throws `bad-leaf` for a salt of another length.
 */
export function encodeHiddenLeaf(kind: 'receipt' | 'correction', salt: Uint8Array, text: string): Uint8Array {
  if (salt.length !== saltBytes) throw new LogError('bad-leaf', `A salt has ${saltBytes} bytes.`);
  return Buffer.concat([Uint8Array.of(leafKinds[kind]), sha256(salt, Buffer.from(text))]);
}

type PublicKind = 'rule' | 'liabilities' | 'build' | 'keys';

/** Leaf of a public fact: kind, then its JSON text. */
export function encodePublicLeaf(kind: PublicKind, text: string): Uint8Array {
  return Buffer.concat([Uint8Array.of(leafKinds[kind]), Buffer.from(text)]);
}

/** A leaf by its kind; a leaf of quotes is left to `decodeQuoteLeaf`. */
export type Leaf =
  | { readonly kind: 'quotes' }
  | { readonly kind: 'receipt' | 'correction'; readonly hash: Uint8Array }
  | { readonly kind: PublicKind; readonly text: string };

/** Decodes a leaf. Throws `bad-leaf` for an unknown kind, and a hidden leaf of another length. */
export function decodeLeaf(leaf: Uint8Array): Leaf {
  const first = leaf[0] ?? -1;
  const rest = leaf.subarray(1);
  switch (first) {
    case leafKinds.quotes:
      return { kind: 'quotes' };
    case leafKinds.rule:
      return { kind: 'rule', text: decodeText(rest) };
    case leafKinds.liabilities:
      return { kind: 'liabilities', text: decodeText(rest) };
    case leafKinds.build:
      return { kind: 'build', text: decodeText(rest) };
    case leafKinds.keys:
      return { kind: 'keys', text: decodeText(rest) };
    case leafKinds.receipt:
    case leafKinds.correction:
      if (rest.length !== hashBytes) throw new LogError('bad-leaf', 'A hidden leaf is a kind and a hash.');
      return { kind: first === leafKinds.receipt ? 'receipt' : 'correction', hash: rest };
    default:
      throw new LogError('bad-leaf', 'The kind of the leaf is unknown.');
  }
}
