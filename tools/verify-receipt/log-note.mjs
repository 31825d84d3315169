// The public log's formats, read from the specifications of C2SP (signed-note, tlog-checkpoint, tlog-proof, tlog-tiles)
// and docs/adr/0044, without code shared with the platform.
import { fromBase64, isSame, joined, toHex, utf8 } from './bytes.mjs';
import { sha256, verifySignature } from './primitives.mjs';

export const leafOf = (entry) => sha256(Uint8Array.of(0), entry);
export const nodeOf = (left, right) => sha256(Uint8Array.of(1), left, right);

/** Entry of a receipt in the log: the kind 2, and SHA-256(salt ‖ text). */
export const receiptEntry = (salt, text) => joined(Uint8Array.of(2), sha256(salt, utf8(text)));

export function base64(text, length) {
  const bytes = fromBase64(text);
  if (bytes?.length !== length) throw new Error('a value is not base64 of its length');
  return bytes;
}

/** Reads a public key: name+id+key. */
export function readKey(text) {
  const [, name, id, key] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  if (name === undefined) throw new Error('The key of the log is not of the form name+id+key');
  const bytes = base64(key, 33);
  const hash = sha256(utf8(`${name}\n`), bytes).subarray(0, 4);
  if (bytes[0] !== 1 || toHex(hash) !== id) throw new Error('The key of the log does not fit its id');
  return { name, hash, publicKey: bytes.subarray(1) };
}

/** An error that another key may explain. */
export function keyError(message) {
  return Object.assign(new Error(message), { isKey: true });
}

/** Opens a signed checkpoint. Throws unless the log of this key signed it. */
export function readCheckpoint(note, key) {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new Error('it has no signature');
  const text = note.slice(0, end + 1);
  const signed = note
    .slice(end + 2, -1)
    .split('\n')
    .some((line) => isSignedBy(line, text, key));
  if (!signed) throw keyError(`it is not signed by ${key.name}`);
  const [origin, size, root] = text.split('\n');
  if (origin !== key.name) throw keyError(`it is of another log, ${origin}`);
  return { size: readCount(size), root: base64(root ?? '', 32) };
}

function isSignedBy(line, text, { name, hash, publicKey }) {
  const [, signer, value] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  if (signer === undefined) throw new Error('a line is no signature');
  const bytes = fromBase64(value);
  if (bytes === null) throw new Error('a signature is not base64');
  if (signer !== name || !isSame(bytes.subarray(0, 4), hash)) return false;
  if (!verifySignature(publicKey, utf8(text), bytes.subarray(4))) throw new Error('its signature does not fit');
  return true;
}

function readCount(text) {
  if (!/^(0|[1-9]\d{0,15})$/.test(text ?? '') || !Number.isSafeInteger(Number(text)))
    throw new Error('a count is not one');
  return Number(text);
}

/** Reads a proof; that of a hidden leaf carries its salt. */
export function readProof(text, isHidden = true) {
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(0, end)).split('\n');
  const extra = isHidden ? lines.shift() : 'extra ';
  const [index, ...hashes] = lines;
  if (first !== 'c2sp.org/tlog-proof@v1' || !extra?.startsWith('extra ') || !index?.startsWith('index '))
    throw new Error(`it is not a proof of ${isHidden ? 'a receipt' : 'a public entry'}`);
  return {
    salt: isHidden ? base64(extra.slice(6), 32) : null,
    index: readCount(index.slice(6)),
    hashes: hashes.map((hash) => base64(hash, 32)),
    checkpoint: text.slice(end + 2),
  };
}

/** Root to which a path leads from a leaf; null if the path has another length than the tree needs. */
export function rootFrom(leaf, index, size, path) {
  const go = (at, width, depth) => {
    if (width === 1) return depth === 0 ? leaf : null;
    const sibling = path[depth - 1];
    if (sibling === undefined) return null;
    const half = 2 ** Math.floor(Math.log2(width - 1));
    const inside = at < half ? go(at, half, depth - 1) : go(at - half, width - half, depth - 1);
    if (inside === null) return null;
    return at < half ? nodeOf(inside, sibling) : nodeOf(sibling, inside);
  };
  return index < size ? go(index, size, path.length) : null;
}
