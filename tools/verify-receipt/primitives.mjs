// Hash and signature that every check rests on. Node's own functions in Node; in a browser those of sha2.mjs and
// ed25519.mjs, which answer at once and in every browser.
import { joined } from './bytes.mjs';
import { ownVerify } from './ed25519.mjs';
import { ownSha256 } from './sha2.mjs';

const node = globalThis.process?.getBuiltinModule?.('node:crypto');

/** Signatures that were checked without Node, for a second opinion by the browser (takeSignatures). */
let checked = [];
const checkedMax = 5_000;

/** SHA-256 of the bytes of all parts together. */
export function sha256(...parts) {
  if (node === undefined) return ownSha256(joined(...parts));
  const hash = node.createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** True if the owner of an Ed25519 key of 32 bytes signed these bytes. */
export function verifySignature(publicKey, message, signature) {
  if (node === undefined) {
    const isSigned = ownVerify(publicKey, message, signature);
    if (checked.length < checkedMax) checked.push({ publicKey, message, signature, isSigned });
    return isSigned;
  }
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: btoa(String.fromCharCode(...publicKey)) };
  jwk.x = jwk.x.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return node.verify(null, message, node.createPublicKey({ key: jwk, format: 'jwk' }), signature);
}

/** Returns and forgets the signatures that were checked since the last call. */
export function takeSignatures() {
  const taken = checked;
  checked = [];
  return taken;
}
