import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { noteKeyOf } from '@candor/transparency-log/note';
import { readOrMakeKeyFile } from './key-file.ts';

/**
 * Reads the private key that signs the checkpoints of the logs, or creates it at the first start; only its owner can
 * read the file. Verifiers pin the public key, so that another key makes another log. Throws `bad-key` for a key that is
 * not Ed25519 (R-LOG-08).
 */
export async function openLogKey(path: string): Promise<KeyObject> {
  const key = createPrivateKey(await readOrMakeKeyFile(path, makePem));
  noteKeyOf({ name: 'log', privateKey: key });
  return key;
}

function makePem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
