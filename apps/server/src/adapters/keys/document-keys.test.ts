import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDocumentKey, openDocumentKeys } from './document-keys.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-document-keys-'));
  path = join(folder, 'keys', 'documents.keys');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('R-KYC-05 the keys are generated once, readable by their owner only', async () => {
  const [first, twin] = await Promise.all([openDocumentKeys(path, null), openDocumentKeys(path, null)]);
  expect(twin.current).toEqual(first.current);
  expect(twin.secret('links')).toEqual(first.secret('links'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'keys'))).toEqual(['documents.keys']);
});

test('R-KYC-05 a new key seals from then on, older ones still open, and fixed secrets stay', async () => {
  const before = await openDocumentKeys(path, null);
  const after = await addDocumentKey(path);
  expect(after.current.id).not.toBe(before.current.id);
  expect(after.find(before.current.id)).toEqual(before.current);
  expect(after.secret('links')).toEqual(before.secret('links'));
  expect((await openDocumentKeys(path, null)).current).toEqual(after.current);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('R-KYC-05 a setting replaces the file; each purpose has its own secret', async () => {
  const words = ['aa', 'bb', 'cc'].map((pair) => pair.repeat(32));
  const ring = await openDocumentKeys(path, words.join(','));
  expect(Buffer.from(ring.current.bytes).toString('hex')).toBe(words[2]);
  expect(ring.secret('links')).not.toEqual(ring.secret('numbers'));
  expect(readdirSync(folder)).toEqual([]);
});

test('malformed keys are refused without being printed', async () => {
  for (const bad of ['aa'.repeat(32), `${'aa'.repeat(32)} ${'zz'.repeat(32)}`, `${'aa'.repeat(32)},bb`]) {
    const opened = openDocumentKeys(path, bad);
    await expect(opened).rejects.toThrow('64 hex digits');
    await expect(opened).rejects.not.toThrow('aaaa');
  }
  await addDocumentKey(path);
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3);
});
