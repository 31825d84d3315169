import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from '../../ports/secrets.ts';
import { readOrMakeKeyFile } from './key-file.ts';

const keyBytes = 32;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

/** Reads the key file of what is kept secret about people, or makes it at the first start; it must be backed up with the database. */
export async function openSecrets(path: string): Promise<Secrets> {
  const text = await readOrMakeKeyFile(path, () => `${randomBytes(keyBytes).toString('hex')}\n`);
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== keyBytes) throw new Error(`The key file ${path} does not hold 64 hex digits.`);
  return createSecrets(key);
}

/** Every purpose has a key of its own, derived by HKDF; a sealed blob begins with the id of its key, so that keys can change. */
export function createSecrets(key: Buffer): Secrets {
  const keyId = createHash('sha256').update(key).digest().subarray(0, keyIdBytes);
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), use, keyBytes));
  const sealing = derive('seal');
  return {
    mac: (purpose, text) =>
      createHmac('sha256', derive(`mac/${purpose}`))
        .update(text)
        .digest(),
    seal(context, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([keyId, nonce, cipher.getAuthTag(), body]);
    },
    unseal(context, sealed) {
      const nonceEnd = keyIdBytes + nonceBytes;
      if (!sealed.subarray(0, keyIdBytes).equals(keyId)) throw new Error('This was sealed under another key file.');
      const cipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(keyIdBytes, nonceEnd));
      cipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(nonceEnd, nonceEnd + tagBytes));
      return Buffer.concat([cipher.update(sealed.subarray(nonceEnd + tagBytes)), cipher.final()]);
    },
  };
}
