import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { ExplainedError } from '../../ports/explained-error.ts';
import type { KeyRing, SealKey } from '../../ports/secrets.ts';
import { readOrMakeKeyFile, replaceKeyFile } from './key-file.ts';

const keyBytes = 32;
const keysMax = 50;

/** Unusable document keys; the message gives the reason and no digits of a key. */
class DocumentKeysError extends ExplainedError {
  override readonly name = 'DocumentKeysError';
}

/**
 * Opens the document keys, words of 64 hex digits: the first is the root of fixed secrets, the others seal, and the
 * last one seals new values. Reads them from the setting, or from the file, which is created at the first start.
 */
export async function openDocumentKeys(path: string, given: string | null): Promise<KeyRing> {
  return toKeyRing(given ?? (await readOrMakeKeyFile(path, () => `${newKey()}\n${newKey()}\n`)));
}

/** Appends a new key; values sealed with older keys still open and can be resealed with this one. */
export async function addDocumentKey(path: string): Promise<KeyRing> {
  const text = `${wordsOf(await readOrMakeKeyFile(path, () => `${newKey()}\n${newKey()}\n`)).join('\n')}\n${newKey()}\n`;
  const ring = toKeyRing(text);
  await replaceKeyFile(path, text);
  return ring;
}

export function toKeyRing(text: string): KeyRing {
  const words = wordsOf(text);
  if (words.length < 2 || words.length > keysMax || words.some((word) => !/^[0-9a-f]{64}$/i.test(word)))
    throw new DocumentKeysError('The keys of documents must be two or more words of 64 hex digits each.');
  const [root = '', ...sealing] = words;
  const keys = sealing.map(toSealKey);
  const current = keys.at(-1);
  if (current === undefined) throw new Error('Invariant: the last key exists');
  const byId = new Map(keys.map((key) => [key.id, key]));
  const rootBytes = Buffer.from(root, 'hex');
  return {
    current,
    find: (id) => byId.get(id) ?? null,
    secret: (purpose) => new Uint8Array(hkdfSync('sha256', rootBytes, '', `candor ${purpose}`, keyBytes)),
  };
}

function toSealKey(word: string): SealKey {
  const bytes = Buffer.from(word, 'hex');
  const id = createHash('sha256').update('candor key id').update(bytes).digest('hex').slice(0, 16);
  return { id, bytes };
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

function newKey(): string {
  return randomBytes(keyBytes).toString('hex');
}
