// Signed notes and checkpoints of logs (C2SP signed-note, tlog-checkpoint); the same reading as that of the verifier, in a file of
// its own, so that this folder is the whole witness.
import { createHash, createPublicKey, verify } from 'node:crypto';

export const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
export const nodeOf = (left, right) => sha256(Buffer.of(1), left, right);

export function base64(text, length) {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text || bytes.length !== length)
    throw new Error('a value is not base64 of its length');
  return bytes;
}

/** Reads a public key: name+id+key. */
export function readKey(text) {
  const [, name, id, key] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  if (name === undefined) throw new Error('The key of the log is not of the form name+id+key');
  const bytes = base64(key, 33);
  const hash = sha256(`${name}\n`, bytes).subarray(0, 4);
  if (bytes[0] !== 1 || hash.toString('hex') !== id) throw new Error('The key of the log does not fit its id');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') };
  return { name, hash, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) };
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
  if (!signed) throw new Error(`it is not signed by ${key.name}`);
  const [origin, size, root] = text.split('\n');
  if (origin !== key.name) throw new Error(`it is of another log, ${origin}`);
  return { size: readCount(size), root: base64(root ?? '', 32) };
}

function isSignedBy(line, text, { name, hash, publicKey }) {
  const [, signer, value] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  if (signer === undefined) throw new Error('a line is no signature');
  const bytes = Buffer.from(value, 'base64');
  if (bytes.toString('base64') !== value) throw new Error('a signature is not base64');
  if (signer !== name || !bytes.subarray(0, 4).equals(hash)) return false;
  if (!verify(null, Buffer.from(text), publicKey, bytes.subarray(4))) throw new Error('its signature does not fit');
  return true;
}

function readCount(text) {
  if (!/^(0|[1-9]\d{0,15})$/.test(text ?? '') || !Number.isSafeInteger(Number(text)))
    throw new Error('a count is not one');
  return Number(text);
}
