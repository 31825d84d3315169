import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import type { BaseManifest } from '../../ports/backup.ts';
import { BackupFolder } from './backup-folder.ts';

const root = scratchFolder('candor-folder-');
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('R-OPS-84 another key is named as such, not as a description that was altered', async () => {
  const manifest: BaseManifest = {
    format: 1,
    name: 'base-1',
    systemId: '1',
    timeline: 1,
    segmentBytes: 4_096,
    startLsn: '0/1',
    stopLsn: '0/2',
    startAtMs: 1,
    stopAtMs: 2,
    postgresVersion: '17',
    parts: [],
  };
  const folder = new BackupFolder(root, Buffer.alloc(32, 1));
  const label = async function* () {
    yield Buffer.from('START WAL LOCATION');
  };
  await folder.write('base-1/backup_label', label());
  await folder.writeManifest(manifest);
  expect(await folder.bases()).toEqual([manifest]);
  const other = new BackupFolder(root, Buffer.alloc(32, 2));
  await expect(other.bases()).rejects.toThrow('was encrypted with another key');
  const file = join(root, 'base-1', 'manifest.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"startAtMs": 1', '"startAtMs": 9'));
  await expect(folder.bases()).rejects.toThrow('manifest.json was altered');
  await expect(other.bases()).rejects.toThrow('was encrypted with another key');
  rmSync(join(root, 'base-1', 'backup_label'));
  await expect(other.bases()).rejects.toThrow('manifest.json was altered');
});
