import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { TenantId } from '@candor/domain/values/ids';
import type { KeyRing, SealedRows, SealKey } from '../../ports/secrets.ts';

/** What a sealed thing belongs to: moved to another place it does not open. */
export interface SealContext {
  readonly companyId: TenantId;
  readonly userId: number;
  /** The file's name, or the field's. */
  readonly name: string;
}

/** What was sealed has been changed, belongs elsewhere, or its key is gone. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

const version = 1;
const idBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + idBytes + nonceBytes;

/** AES-256-GCM: version, key id, nonce, ciphertext, tag. Company, user, name and key id are bound to it (R-KYC-04). */
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
    throw new SealBrokenError('changed, or not what it is taken for');
  }
}

/** The same with the key of the ring that sealed it. */
export function unsealWithRing(ring: KeyRing, context: SealContext, sealed: Uint8Array): Buffer {
  const key = ring.find(sealKeyIdOf(sealed));
  if (key === null) throw new SealBrokenError('the key is no longer on the ring');
  return unseal(key, context, sealed);
}

export function sealKeyIdOf(sealed: Uint8Array): string {
  if (sealed.length < headBytes + tagBytes || sealed[0] !== version) throw new SealBrokenError('not a sealed thing');
  return Buffer.from(sealed.subarray(1, 1 + idBytes)).toString('hex');
}

/** A key for one thing alone. */
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

/** Tells equal values of a company apart from others without telling what they are; no guess can be tried without the ring. */
export function blindIndexOf(ring: KeyRing, purpose: string, companyId: TenantId, value: string): Buffer {
  return createHmac('sha256', ring.secret(purpose)).update(`${companyId}|${value}`).digest();
}

function boundBytes({ companyId, userId, name }: SealContext, keyId: string): Buffer {
  return Buffer.from(`${companyId}|${userId}|${name}|${keyId}`);
}

/**
 * Seals everything anew with the ring's current key, so that older ones can be thrown away (R-KYC-05). The files stay
 * as they are: only the keys of their own are sealed anew. Can be stopped at any time and run again.
 */
export async function resealAll(rows: SealedRows, ring: KeyRing, companyIds: readonly TenantId[]): Promise<number> {
  let total = 0;
  for (const companyId of companyIds)
    total += await rows.reseal(companyId, ring.current.id, (value) =>
      seal(ring.current, value, unsealWithRing(ring, value, value.sealed)),
    );
  return total;
}
