import { randomBytes } from 'node:crypto';
import { ExplainedError } from '../../ports/explained-error.ts';
import { readOrMakeKeyFile } from './key-file.ts';

/** The key of the backup is missing or cannot be used; the message names the remedy. */
class BackupKeyError extends ExplainedError {
  override readonly name = 'BackupKeyError';
}

/** Reads the key of the backup: 64 hex digits, readable by its owner only. `make` makes it if there is none. */
export async function openBackupKey(path: string, { make }: { readonly make: boolean }): Promise<Buffer> {
  const text = await readOrMakeKeyFile(path, () => {
    if (make) return `${randomBytes(32).toString('hex')}\n`;
    throw new BackupKeyError(
      `The key of the backup is not in ${path}. Set BACKUP_KEY_FILE to its file, or give --keys: without it nothing can be read.`,
    );
  });
  if (!/^[\da-f]{64}\s*$/i.test(text)) throw new BackupKeyError(`The file ${path} must contain 64 hex digits.`);
  return Buffer.from(text.trim(), 'hex');
}
