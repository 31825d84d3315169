import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addPeopleKey, createSecrets, openSecrets } from './secrets-file.ts';

test('R-SES-19 sealed secrets open only in their place and only if unchanged', () => {
  const secrets = createSecrets(randomBytes(32));
  const sealed = secrets.seal('totp/1/7', Buffer.from('secret'));
  expect(secrets.unseal('totp/1/7', sealed).toString()).toBe('secret');
  expect(sealed.includes('secret')).toBe(false);
  expect(secrets.seal('totp/1/7', Buffer.from('secret'))).not.toEqual(sealed);
  expect(() => secrets.unseal('totp/1/8', sealed)).toThrow();
  for (const at of [0, 5, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((sealed[at] ?? 0) ^ 1, at);
    expect(() => secrets.unseal('totp/1/7', changed)).toThrow();
  }
  expect(() => createSecrets(randomBytes(32)).unseal('totp/1/7', sealed)).toThrow('another key file');
});

test('each purpose has its own key', () => {
  const secrets = createSecrets(randomBytes(32));
  expect(secrets.mac('code', 'text')).toEqual(secrets.mac('code', 'text'));
  expect(secrets.mac('code', 'text')).not.toEqual(secrets.mac('account', 'text'));
});

test('R-SES-33 an appended key opens what older ones sealed, seals new values, and keeps every hash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-keys-'));
  try {
    const path = join(folder, 'people.key');
    const first = await openSecrets(path);
    const sealed = first.seal('totp/1/7', Buffer.from('secret'));
    const second = await addPeopleKey(path);
    expect(second.unseal('totp/1/7', sealed).toString()).toBe('secret');
    expect(second.mac('code', 'text')).toEqual(first.mac('code', 'text'));
    const anew = second.seal('totp/1/7', Buffer.from('secret'));
    expect(anew.subarray(0, 4)).toEqual(second.keyId);
    expect((await openSecrets(path)).unseal('totp/1/7', anew).toString()).toBe('secret');
    expect(() => first.unseal('totp/1/7', anew)).toThrow('another key file');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the file is generated once, for its owner only; a malformed one is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-keys-'));
  try {
    const path = join(folder, 'keys', 'people.key');
    const [first, second] = await Promise.all([openSecrets(path), openSecrets(path)]);
    expect(first.mac('code', 'text')).toEqual(second.mac('code', 'text'));
    expect((await openSecrets(path)).mac('code', 'text')).toEqual(first.mac('code', 'text'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    await writeFile(path, 'short');
    await expect(openSecrets(path)).rejects.toThrow('must contain lines of 64 hex digits');
  } finally {
    await rm(folder, { recursive: true });
  }
});
