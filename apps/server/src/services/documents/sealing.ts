import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import type { KeyRing, SealedRows, SealKey } from '../../ports/secrets.ts';

/** Context bound to a sealed value; it does not open in another one. */
export interface SealContext {
  readonly companyId: CompanyId;
  readonly userId: number;
  /** File or field name. */
  readonly name: string;
}

/** Thrown if a sealed value was changed, belongs elsewhere, or its key is gone. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

const version = 1;
const idBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + idBytes + nonceBytes;

/**
 * Seals with AES-256-GCM: version, key id, nonce, ciphertext, tag. Company, user, name and key id are authenticated
 * (R-KYC-04).
 */
export function seal(key: SealKey, context: SealContext, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes });
  cipher.setAAD(boundBytes(context, key.id));
  const sealed = [Buffer.from([version]), Buffer.from(key.id, 'hex'), nonce, cipher.update(plain), cipher.final()];
  return Buffer.concat([...sealed, cipher.getAuthTag()]);
}

/** Throws SealBrokenError. */
export function unseal(key: SealKey, context: SealContext, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (sealKeyIdOf(bytes) !== key.id) throw new SealBrokenError('sealed with another key');
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(1 + idBytes, headBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(boundBytes(context, key.id));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(headBytes, bytes.length - tagBytes)), decipher.final()]);
  } catch {
    throw new SealBrokenError('changed, or sealed in another context');
  }
}

/** Unseals with the key of the ring that sealed it. */
export function unsealWithRing(ring: KeyRing, context: SealContext, sealed: Uint8Array): Buffer {
  const key = ring.find(sealKeyIdOf(sealed));
  if (key === null) throw new SealBrokenError('the key is no longer on the ring');
  return unseal(key, context, sealed);
}

export function sealKeyIdOf(sealed: Uint8Array): string {
  if (sealed.length < headBytes + tagBytes || sealed[0] !== version) throw new SealBrokenError('not a sealed value');
  return Buffer.from(sealed.subarray(1, 1 + idBytes)).toString('hex');
}

/** Creates a key for a single value. */
export function newSealKey(): SealKey {
  return sealKeyOf(randomBytes(32));
}

export function sealKeyOf(bytes: Uint8Array): SealKey {
  return {
    id: createHash('sha256')
      .update('one thing')
      .update(bytes)
      .digest('hex')
      .slice(0, 2 * idBytes),
    bytes,
  };
}

/** Returns a keyed index, equal for equal values of a company; guesses cannot be tested without the ring. */
export function blindIndexOf(ring: KeyRing, purpose: string, companyId: CompanyId, value: string): Buffer {
  return createHmac('sha256', ring.secret(purpose)).update(`${companyId}|${value}`).digest();
}

function boundBytes({ companyId, userId, name }: SealContext, keyId: string): Buffer {
  return Buffer.from(`${companyId}|${userId}|${name}|${keyId}`);
}

/**
 * Reseals everything with the ring's current key, so that older keys can be removed (R-KYC-05). Files stay as they are:
 * only their own keys are resealed. Can be interrupted and repeated.
 */
export async function resealAll(rows: SealedRows, ring: KeyRing, companyIds: readonly CompanyId[]): Promise<number> {
  let total = 0;
  for (const companyId of companyIds)
    total += await rows.reseal(companyId, ring.current.id, (value) =>
      seal(ring.current, value, unsealWithRing(ring, value, value.sealed)),
    );
  return total;
}
