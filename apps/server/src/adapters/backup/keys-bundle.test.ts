import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { backupKeyIn, fingerprintOf, keyFilesIn, putKeys, readKeysBundle, writeKeysBundle } from './keys-bundle.ts';

const folder = scratchFolder('candor-keys-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const passphrase = 'four lighthouses in fog';

test('R-OPS-86 keys come back from their file with its passphrase only, readable by their owner', async () => {
  const keys = join(folder, 'keys');
  mkdirSync(keys);
  writeFileSync(join(keys, 'people.key'), 'people');
  writeFileSync(join(folder, 'backup.key'), 'backup');
  const files = await keyFilesIn(keys, [join(folder, 'backup.key'), join(folder, 'none')]);
  const path = join(folder, 'sealed');
  const backupKey = join(folder, 'backup.key');
  await writeKeysBundle(path, files, backupKey, passphrase);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await expect(writeKeysBundle(path, files, backupKey, passphrase)).rejects.toThrow('exists already');
  await expect(writeKeysBundle(join(folder, 'other'), files, backupKey, 'fifteen letters')).rejects.toThrow(
    'needs 16 characters',
  );
  await expect(readKeysBundle(path, `${passphrase}.`)).rejects.toThrow('passphrase is not that');
  await expect(readKeysBundle(join(folder, 'none'), passphrase)).rejects.toThrow('cannot be read');
  await expect(readKeysBundle(join(folder, 'backup.key'), passphrase)).rejects.toThrow('is no file of keys');
  const found = await readKeysBundle(path, passphrase);
  expect([...found].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
    ['people.key', 'people'],
    ['backup.key', 'backup'],
  ]);
  const into = join(folder, 'restored');
  await putKeys(found, into);
  expect(statSync(join(into, 'people.key')).mode & 0o777).toBe(0o600);
  await expect(putKeys(found, into)).rejects.toThrow('EEXIST');

  const altered = readFileSync(path);
  altered[altered.length - 20] = (altered[altered.length - 20] ?? 0) ^ 1;
  writeFileSync(path, altered);
  await expect(readKeysBundle(path, passphrase)).rejects.toThrow('was altered');
});

test('R-OPS-86 the backup key has one name in the file of keys, whatever BACKUP_KEY_FILE calls it', async () => {
  const keys = join(folder, 'renamed');
  mkdirSync(keys);
  writeFileSync(join(keys, 'people.key'), 'cc'.repeat(32));
  writeFileSync(join(keys, 'backup.key'), 'bb'.repeat(32));
  const keyFile = join(folder, 'bk.hex');
  writeFileSync(keyFile, `${'aa'.repeat(32)}\n`);
  const path = join(folder, 'sealed-renamed');
  await writeKeysBundle(path, await keyFilesIn(keys, [keyFile]), keyFile, passphrase);
  const bundle = await readKeysBundle(path, passphrase);
  expect([...bundle.keys()].toSorted()).toEqual(['backup.key', 'other-backup.key', 'people.key']);
  // The settings of the new machine need not name the file.
  for (const name of [keyFile, join(keys, 'backup.key')])
    expect(backupKeyIn(bundle, name)?.toString('hex')).toBe('aa'.repeat(32));
});

test('R-OPS-86 the backup key is found in a file of keys of an earlier version', () => {
  const people = ['people.key', Buffer.from('cc'.repeat(32))] as const;
  const old = new Map([people, ['bk.hex', Buffer.from('aa'.repeat(32))]]);
  for (const name of ['/keys/bk.hex', '/keys/backup.key'])
    expect(backupKeyIn(old, name)?.toString('hex')).toBe('aa'.repeat(32));
  expect(backupKeyIn(new Map([people]), '/keys/backup.key')).toBeNull();
  expect(() => backupKeyIn(new Map([['backup.key', Buffer.from('aa')]]), '/bk.hex')).toThrow('is not 64 hex digits');
});

test('R-OPS-92 a changed key has another fingerprint, the order of the files has none', async () => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  writeFileSync(one, '1');
  writeFileSync(two, '2');
  const before = await fingerprintOf([one, two]);
  expect(await fingerprintOf([two, one])).toBe(before);
  writeFileSync(two, '3');
  expect(await fingerprintOf([one, two])).not.toBe(before);
});
