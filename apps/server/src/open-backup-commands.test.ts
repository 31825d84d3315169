import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { backupKeyOf } from './open-backup-commands.ts';

const folder = scratchFolder('candor-commands-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('R-OPS-86 the file of keys that was given wins over the key of this machine', async () => {
  const keyFile = join(folder, 'backup.key');
  writeFileSync(keyFile, 'bb'.repeat(32), { mode: 0o600 });
  const keyIn = async (names: readonly string[]) => {
    const bundle = new Map(names.map((name) => [name, Buffer.from('aa'.repeat(32))]));
    return (await backupKeyOf(keyFile, bundle)).toString('hex');
  };
  expect(await keyIn(['backup.key', 'people.key'])).toBe('aa'.repeat(32));
  expect(await keyIn(['people.key'])).toBe('bb'.repeat(32));
  expect((await backupKeyOf(keyFile, null)).toString('hex')).toBe('bb'.repeat(32));
});
