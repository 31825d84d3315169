import { generateKeyPairSync } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteKeyOf } from '@candor/transparency-log/note';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { openLogKey } from './log-key-file.ts';

describe('key of the logs (R-LOG-08)', () => {
  const folder = scratchFolder('log-key');

  test('is made once, for its owner only, and read again', async () => {
    const path = join(folder, 'keys', 'log-ed25519.pem');
    const name = 'log.example';
    const first = noteKeyOf({ name, privateKey: await openLogKey(path) });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(noteKeyOf({ name, privateKey: await openLogKey(path) })).toEqual(first);
  });

  test('of another kind is refused by name', async () => {
    const path = join(folder, 'rsa.pem');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await expect(openLogKey(path)).rejects.toMatchObject({ name: 'LogError', code: 'bad-key' });
  });
});
