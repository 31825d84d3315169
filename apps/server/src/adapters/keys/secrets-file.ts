import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Secrets } from '../../ports/secrets.ts';
import { readOrMakeKeyFile, replaceKeyFile } from './key-file.ts';

const keyBytes = 32;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

const keysMax = 50;

/** Seals with the last key of the file; `keyId` is the prefix of everything it seals. */
export interface PeopleSecrets extends Secrets {
  readonly keyId: Buffer;
}

/**
 * Reads the key file for personal secrets, or creates it at the first start; back it up with the database. Words of 64
 * hex digits: the first is the root of every hash and never changes, the last one seals.
 */
export async function openSecrets(path: string): Promise<PeopleSecrets> {
  return toSecrets(await readOrMakeKeyFile(path, () => `${newKey()}\n`), path);
}

/** Appends a new key; values sealed with older keys still open and can be resealed with this one. */
export async function addPeopleKey(path: string): Promise<PeopleSecrets> {
  const text = `${(await readOrMakeKeyFile(path, () => `${newKey()}\n`)).trim()}\n${newKey()}\n`;
  const secrets = toSecrets(text, path);
  await replaceKeyFile(path, text);
  return secrets;
}

function toSecrets(text: string, path: string): PeopleSecrets {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > keysMax || words.some((word) => !/^[0-9a-f]{64}$/i.test(word)))
    throw new Error(`The key file ${path} must contain lines of 64 hex digits.`);
  const [root, ...later] = words.map((word) => Buffer.from(word, 'hex'));
  if (root === undefined) throw new Error('Invariant: a key file has a first key');
  return createSecrets(root, later);
}

/** Derives a key for each purpose by HKDF; a sealed value starts with the id of its key. */
export function createSecrets(root: Buffer, later: readonly Buffer[] = []): PeopleSecrets {
  const keys = [root, ...later].map((key) => ({ id: idOf(key), sealing: derive(key, 'seal') }));
  const current = keys.at(-1);
  if (current === undefined) throw new Error('Invariant: the last key exists');
  // One for each purpose in the code.
  const macKeys = new Map<string, KeyObject>();
  const macKeyOf = (purpose: string): KeyObject => {
    const known = macKeys.get(purpose) ?? createSecretKey(derive(root, `mac/${purpose}`));
    macKeys.set(purpose, known);
    return known;
  };
  return {
    keyId: current.id,
    mac: (purpose, text) => createHmac('sha256', macKeyOf(purpose)).update(text).digest(),
    seal(context, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', current.sealing, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([current.id, nonce, cipher.getAuthTag(), body]);
    },
    unseal(context, sealed) {
      const nonceEnd = keyIdBytes + nonceBytes;
      const key = keys.find(({ id }) => sealed.subarray(0, keyIdBytes).equals(id));
      if (key === undefined) throw new Error('This value was sealed with another key file.');
      const cipher = createDecipheriv('aes-256-gcm', key.sealing, sealed.subarray(keyIdBytes, nonceEnd));
      cipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(nonceEnd, nonceEnd + tagBytes));
      return Buffer.concat([cipher.update(sealed.subarray(nonceEnd + tagBytes)), cipher.final()]);
    },
  };
}

function idOf(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, keyIdBytes);
}

function derive(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), use, keyBytes));
}

function newKey(): string {
  return randomBytes(keyBytes).toString('hex');
}
