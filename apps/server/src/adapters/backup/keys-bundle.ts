import { createHash, randomBytes, scrypt } from 'node:crypto';
import { chmod, mkdir, open as openFile, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { ExplainedError } from '../../ports/explained-error.ts';
import { keyBytes, open, seal } from './sealed-container.ts';

/** The file of the keys cannot be written or opened; the message names the remedy. */
class KeysBundleError extends ExplainedError {
  override readonly name = 'KeysBundleError';
}

const magic = Buffer.from('CANDOR-K');
const saltBytes = 32;
const bundleName = 'keys';
const passphraseMin = 16;
/** RFC 7914: 128 MB and a good half second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1_024 * 1_024 };
const fileMax = 1_024 * 1_024;

/** Files by name, as base64. */
type Bundle = Readonly<Record<string, string>>;

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error === null ? resolve(key) : reject(error));
    scrypt(passphrase.normalize('NFC'), salt, keyBytes, cost, done);
  });
}

/** Name of the backup key in every file of keys, whatever BACKUP_KEY_FILE calls it. */
const backupKeyName = 'backup.key';

function nameOf(file: string, files: readonly string[], backupKeyFile: string): string {
  if (file === backupKeyFile) return backupKeyName;
  const isAnother = basename(file) === backupKeyName && files.includes(backupKeyFile);
  return isAnother ? `other-${backupKeyName}` : basename(file);
}

/**
 * Writes the key files, of which one is that of the backup, into one file, sealed with a passphrase. Throws
 * KeysBundleError if it exists.
 */
export async function writeKeysBundle(
  path: string,
  files: readonly string[],
  backupKeyFile: string,
  passphrase: string,
): Promise<void> {
  if (passphrase.length < passphraseMin)
    throw new KeysBundleError(`The passphrase needs ${passphraseMin} characters or more.`);
  const entries = await Promise.all(
    files.map(async (file) => [nameOf(file, files, backupKeyFile), (await readFile(file)).toString('base64')] as const),
  );
  const bundle: Bundle = Object.fromEntries(entries);
  const salt = randomBytes(saltBytes);
  const plain = Readable.from([Buffer.from(JSON.stringify(bundle))]);
  const pieces: Buffer[] = [magic, salt];
  for await (const piece of seal(plain, await keyOf(passphrase, salt), bundleName)) pieces.push(piece);
  if (await exists(path)) throw new KeysBundleError(`The file ${path} exists already; choose another name.`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await openFile(`${path}.draft`, 'w', 0o600);
  try {
    await file.writeFile(Buffer.concat(pieces));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.draft`, path);
}

/** Opens the file of the keys. Throws KeysBundleError for a wrong passphrase, BackupContainerError for an altered file. */
export async function readKeysBundle(path: string, passphrase: string): Promise<ReadonlyMap<string, Buffer>> {
  const bytes = await readFile(path).catch(() => {
    throw new KeysBundleError(`The file ${path} cannot be read.`);
  });
  if (!bytes.subarray(0, magic.length).equals(magic)) throw new KeysBundleError(`${path} is no file of keys.`);
  const salt = bytes.subarray(magic.length, magic.length + saltBytes);
  const sealed = Readable.from([bytes.subarray(magic.length + saltBytes)]);
  const pieces: Buffer[] = [];
  try {
    for await (const piece of open(sealed, await keyOf(passphrase, salt), bundleName)) pieces.push(piece);
  } catch (error) {
    if ((error as { fault?: string }).fault !== 'wrong-key') throw error;
    throw new KeysBundleError('The passphrase is not that of the file of keys.');
  }
  const bundle = JSON.parse(Buffer.concat(pieces).toString()) as Bundle;
  return new Map(Object.entries(bundle).map(([name, text]) => [basename(name), Buffer.from(text, 'base64')]));
}

/** Names of the keys that are not of the backup, and may look like one. */
const otherKeys = new Set(['people.key', 'documents.keys', `other-${backupKeyName}`]);
const keyForm = /^[\da-f]{64}\s*$/i;

/**
 * Returns the backup key of a file of keys; null if it has none. One of an earlier version has it under the name of
 * BACKUP_KEY_FILE. Throws KeysBundleError for one that is no key.
 */
export function backupKeyIn(bundle: ReadonlyMap<string, Buffer>, backupKeyFile: string): Buffer | null {
  const named = bundle.get(basename(backupKeyFile)) ?? bundle.get(backupKeyName);
  const alike = [...bundle].filter(([name, bytes]) => !otherKeys.has(name) && keyForm.test(bytes.toString()));
  const found = named ?? (alike.length === 1 ? alike[0]?.[1] : undefined);
  if (found === undefined) return null;
  const text = found.toString();
  if (!keyForm.test(text)) throw new KeysBundleError('The backup key in the file of keys is not 64 hex digits.');
  return Buffer.from(text.trim(), 'hex');
}

/** Puts keys into a folder, readable by their owner only. */
export async function putKeys(keys: ReadonlyMap<string, Buffer>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, bytes] of keys) {
    await writeFile(join(folder, name), bytes, { flag: 'wx', mode: 0o600, flush: true });
    await chmod(join(folder, name), 0o600);
  }
}

/** Returns the key files of a folder, and single ones that exist. */
export async function keyFilesIn(folder: string, single: readonly string[]): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const found = new Set<string>();
  for (const path of [...names.map((name) => join(folder, name)), ...single]) {
    const about = await stat(path).catch(() => null);
    if (about?.isFile() === true && about.size <= fileMax) found.add(path);
  }
  return [...found];
}

/** Hash of the contents of the key files; reveals none of them. */
export async function fingerprintOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash.update(
      createHash('sha256')
        .update(await readFile(file))
        .digest(),
    );
  return hash.digest('hex');
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
