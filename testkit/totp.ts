import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;

/** TOTP secret of test operators, as bytes and in base32. */
export const testTotp = { bytes: '12345678901234567890', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' };

/** Returns the code of an authenticator app (RFC 6238, SHA-1), `steps` half minutes from now; shares no product code. */
export function totpOf(secret: string, steps = 0, nowMs = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / stepMs) + steps));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0x0f;
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text.replace(/[\s=]/g, '').toUpperCase(), (letter) =>
    alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from(bits.match(/[01]{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
