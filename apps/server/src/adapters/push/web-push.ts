import { createCipheriv, createECDH, createPrivateKey, hkdfSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PushSubscriptionKeys } from '../../ports/push.ts';

const curve = 'prime256v1';
const keyBytes = 65;
const authBytes = 16;
const tagBytes = 16;
/** Size of the only record; services refuse more than 4,096 bytes. */
const recordBytes = 4_096;
/** Longest text of a message, in bytes: what a service must accept, with room for the header and padding. */
export const pushTextMax = 3_000;

/** Fresh values of one message; given by tests only. */
export interface MessageSecrets {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

/** Decodes base64url; null unless it has exactly this many bytes. */
function bytesOf(text: string, count: number): Buffer | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === count ? bytes : null;
}

/** Returns the keys of a browser; null if they are not a point of the curve and 16 bytes. */
export function readPushKeys({ p256dh, auth }: Pick<PushSubscriptionKeys, 'p256dh' | 'auth'>) {
  const publicKey = bytesOf(p256dh, keyBytes);
  const secret = bytesOf(auth, authBytes);
  if (publicKey === null || secret === null || publicKey[0] !== 4) return null;
  try {
    // Throws unless it is a point of the curve.
    sharedWith(Buffer.alloc(32, 1), publicKey);
  } catch {
    return null;
  }
  return { publicKey, secret };
}

function sharedWith(privateKey: Buffer, publicKey: Buffer): Buffer {
  const own = createECDH(curve);
  own.setPrivateKey(privateKey);
  return own.computeSecret(publicKey);
}

/**
 * Encrypts a text for a browser in one record of `aes128gcm` (RFC 8188) with the keys of RFC 8291. Throws for keys that
 * `readPushKeys` refuses, and for a text of more than `pushTextMax` bytes.
 */
export function encryptPush(
  to: Pick<PushSubscriptionKeys, 'p256dh' | 'auth'>,
  text: string,
  secrets: MessageSecrets = { salt: randomBytes(16), privateKey: createPrivate() },
): Buffer {
  const keys = readPushKeys(to);
  const plain = Buffer.from(text, 'utf8');
  if (keys === null || plain.length > pushTextMax) throw new Error('Invariant: keys and size are checked before');
  const own = createECDH(curve);
  own.setPrivateKey(secrets.privateKey);
  const ownKey = own.getPublicKey();
  const shared = own.computeSecret(keys.publicKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.publicKey, ownKey]);
  const input = Buffer.from(hkdfSync('sha256', shared, keys.secret, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, secrets.salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12), {
    authTagLength: tagBytes,
  });
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordBytes);
  header[4] = ownKey.length;
  // The byte 2 ends the last record.
  const sealed = [cipher.update(Buffer.concat([plain, Buffer.from([2])])), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([secrets.salt, header, ownKey, ...sealed]);
}

function createPrivate(): Buffer {
  const own = createECDH(curve);
  own.generateKeys();
  // Leading zeros are dropped by the curve's library.
  return Buffer.concat([Buffer.alloc(32), own.getPrivateKey()]).subarray(-32);
}

/** Key of the installation towards push services (RFC 8292). */
export interface VapidKey {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** Makes the key from 256 secret bits, which stay the same while the installation's keys do. */
export function vapidKeyOf(secret: Uint8Array): VapidKey {
  const own = createECDH(curve);
  own.setPrivateKey(Buffer.from(secret));
  const point = own.getPublicKey();
  const text = (from: number, to: number) => point.subarray(from, to).toString('base64url');
  const d = Buffer.from(secret).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', d, x: text(1, 33), y: text(33, 65) };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

const tokenSeconds = 12 * 3_600;

/** Returns the header that proves to a push service who sends (RFC 8292), valid for 12 hours. */
export function vapidHeader(key: VapidKey, endpoint: string, contact: string, nowMs: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(nowMs / 1_000) + tokenSeconds, sub: contact };
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${key.publicKey}`;
}
