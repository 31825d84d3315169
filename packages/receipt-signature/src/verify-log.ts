import { verifyReceipt } from './verify-receipt.ts';

/** Result of a verification. `cannot`: the browser has no Ed25519, or the page is not in a secure context. */
export type LogVerdict = 'included' | 'wrong' | 'cannot';

export interface LoggedReceipt {
  readonly verdict: LogVerdict;
  /** Place of the entry, from 0, and the number of entries of the proof's checkpoint. */
  readonly index: number;
  readonly size: number;
  readonly steps: number;
  /** Entries and root, in hex, of the newest checkpoint. */
  readonly newest: { readonly size: number; readonly root: string };
}

/** A receipt with its proof, and the log's newest checkpoint and key, as the server publishes them. */
export interface LogInput {
  readonly text: string;
  readonly logProof: string;
  readonly checkpoint: string;
  readonly key: string;
}

const stepsMax = 53;
const receiptKind = 2;

/**
 * Verifies that a receipt leads to a checkpoint that the log's key signed, and that the newest checkpoint is signed by the
 * same key and not smaller (R-VER-17). Makes no request. That the newest log begins with the older one is left to the
 * offline verifier. A text of another form than the formats of C2SP is `wrong`.
 */
export async function verifyLogged({ text, logProof, checkpoint, key }: LogInput): Promise<LoggedReceipt> {
  const { index, path, salt, signed } = readProof(logProof);
  const [covered, newest] = [readCheckpoint(signed), readCheckpoint(checkpoint)];
  const facts = {
    index,
    size: covered.size,
    steps: path.length,
    newest: { size: newest.size, root: toHex(newest.root) },
  };
  // Missing on a page served over plain http, despite its type.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return { verdict: 'cannot', ...facts };
  const signatures = await Promise.all([signed, checkpoint].map((note) => verifyNote(note, key)));
  if (signatures.includes('cannot')) return { verdict: 'cannot', ...facts };
  const hidden = await sha256(subtle, salt, new TextEncoder().encode(text));
  const leaf = await sha256(subtle, [0, receiptKind], hidden);
  const root = await rootOf(subtle, { leaf, index, size: covered.size, path });
  const isIn = root !== null && toHex(root) === toHex(covered.root);
  const isOneLog = covered.origin === newest.origin && covered.size <= newest.size;
  const isSame = covered.size !== newest.size || toHex(covered.root) === toHex(newest.root);
  const isGood = signatures.every((one) => one === 'verified') && isIn && isOneLog && isSame;
  return { verdict: isGood ? 'included' : 'wrong', ...facts };
}

/** Parses a C2SP tlog-proof. Throws on another form. */
function readProof(proof: string) {
  const blank = proof.indexOf('\n\n');
  const [first, extra = '', place = '', ...path] = proof.slice(0, Math.max(0, blank)).split('\n');
  const [, salt] = /^extra (\S+)$/.exec(extra) ?? [];
  const [, index] = /^index (0|[1-9]\d{0,15})$/.exec(place) ?? [];
  if (first !== 'c2sp.org/tlog-proof@v1' || salt === undefined || index === undefined || path.length > stepsMax)
    throw new Error('The proof has another form');
  const signed = proof.slice(blank + 2);
  return { index: Number(index), path: path.map((hash) => fromBase64(hash)), salt: fromBase64(salt), signed };
}

/** Parses the head of a C2SP tlog-checkpoint. Throws on another form. */
function readCheckpoint(note: string) {
  const [origin = '', size = '', root = ''] = note.split('\n');
  if (origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size)) throw new Error('The checkpoint has another form');
  return { origin, size: Number(size), root: fromBase64(root) };
}

/** Verifies the signature of the log itself on a note; other signatures, as of witnesses, are ignored. */
async function verifyNote(note: string, key: string) {
  const [, name = '', id = '', base64 = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)\n?$/.exec(key) ?? [];
  const [type, ...publicKey] = fromBase64(base64);
  const blank = note.lastIndexOf('\n\n');
  const text = note.slice(0, blank + 1);
  const own = note
    .slice(blank + 2)
    .split('\n')
    .flatMap((line) => {
      const [, signer, signature = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      const bytes = signer === name ? fromBase64(signature) : new Uint8Array();
      return toHex(bytes.slice(0, 4)) === id && bytes.length === 68 ? [toHex(bytes.slice(4))] : [];
    });
  const [signature] = own;
  if (name === '' || type !== 1 || text.split('\n')[0] !== name || signature === undefined) return 'not-verified';
  // The verifier of receipts names a key by its hash.
  const public_key = toHex(Uint8Array.from(publicKey));
  const subtle = crypto.subtle;
  const key_id = toHex(await sha256(subtle, publicKey)).slice(0, 16);
  return verifyReceipt({ text, signature, key_id }, { keys: [{ key_id, algorithm: 'Ed25519', public_key }] });
}

/** Root that a leaf and its path lead to (RFC 9162, 2.1.3.2); null if the path does not fit. */
async function rootOf(
  subtle: SubtleCrypto,
  { leaf, index, size, path }: { leaf: Uint8Array; index: number; size: number; path: readonly Uint8Array[] },
): Promise<Uint8Array | null> {
  if (index >= size) return null;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0 || sibling.length !== 32) return null;
    if (node % 2 === 1 || node === last) {
      hash = await sha256(subtle, [1], sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else hash = await sha256(subtle, [1], hash, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

async function sha256(subtle: SubtleCrypto, ...parts: readonly ArrayLike<number>[]): Promise<Uint8Array> {
  const bytes = Uint8Array.from(parts.flatMap((part) => Array.from(part)));
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}

/** Throws on a text that is not base64. */
function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
