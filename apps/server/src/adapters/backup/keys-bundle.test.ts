import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { fingerprintOf, keyFilesIn, putKeys, readKeysBundle, writeKeysBundle } from './keys-bundle.ts';

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
  await writeKeysBundle(path, files, passphrase);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await expect(writeKeysBundle(path, files, passphrase)).rejects.toThrow('exists already');
  await expect(writeKeysBundle(join(folder, 'other'), files, 'fifteen letters')).rejects.toThrow('needs 16 characters');
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

test('R-OPS-92 a changed key has another fingerprint, the order of the files has none', async () => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  writeFileSync(one, '1');
  writeFileSync(two, '2');
  const before = await fingerprintOf([one, two]);
  expect(await fingerprintOf([two, one])).toBe(before);
  writeFileSync(two, '3');
  expect(await fingerprintOf([one, two])).not.toBe(before);
});
