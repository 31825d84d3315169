import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderFileStore } from './folder-file-store.ts';

const company = 1 as CompanyId;
const name = 'ab'.repeat(16);
let folder: string;
let files: FolderFileStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-files-'));
  files = new FolderFileStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("R-UPL-05 a file is stored whole, in its company's folder, readable by its owner only, until it is removed", async () => {
  await files.write(company, name, Buffer.from('sealed'));
  const path = join(folder, '1', 'ab', name);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, '1', 'ab'))).toEqual([name]);
  expect(Buffer.from((await files.read(company, name)) ?? []).toString()).toBe('sealed');
  expect(await files.read(2 as CompanyId, name)).toBeNull();
  await files.remove(company, name);
  await files.remove(company, name);
  expect(await files.read(company, name)).toBeNull();
});

test('R-UPL-05 a failed write leaves no file', async () => {
  mkdirSync(join(folder, '1', 'ab', name), { recursive: true });
  await expect(files.write(company, name, Buffer.from('sealed'))).rejects.toThrow();
  expect(readdirSync(join(folder, '1', 'ab'))).toEqual([name]);
});

test('a name that the program did not generate is refused', async () => {
  for (const bad of ['../../etc/passwd', `${name}x`, name.toUpperCase(), '']) {
    await expect(files.read(company, bad)).rejects.toThrow('Invariant');
    await expect(files.write(company, bad, Buffer.of(1))).rejects.toThrow('Invariant');
  }
});
