import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeS3 } from '../../../../../testkit/fake-s3.ts';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { FolderArchive } from '../files/folder-archive.ts';
import { S3Archive } from './s3-archive.ts';

const name = 'journal-0-000000000001-000000000100.ndjson.gz';
const bytes = Buffer.from('archived entries');

describe('R-LED-22 an archive in a folder', () => {
  const folder = scratchFolder('candor-archive-');
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('returns what was written, replaces it, and knows what is missing', async () => {
    const archive = new FolderArchive(join(folder, 'new'));
    expect(await archive.read(name)).toBeNull();
    await archive.write(name, bytes);
    await archive.write(name, Buffer.from('again'));
    expect(Buffer.from((await archive.read(name)) ?? []).toString()).toBe('again');
    expect(readdirSync(archive.place)).toEqual([name]);
    expect(statSync(join(archive.place, name)).mode & 0o777).toBe(0o600);
  });

  test('a write that fails leaves nothing behind', async () => {
    const archive = new FolderArchive(folder);
    await archive.write(name, bytes);
    writeFileSync(join(folder, 'file'), '');
    await expect(new FolderArchive(join(folder, 'file')).write(name, bytes)).rejects.toThrow();
    await expect(archive.write('../outside', bytes)).rejects.toThrow();
    expect(readdirSync(folder).toSorted()).toEqual(['file', name]);
  });
});

describe('R-LED-22 an archive in a bucket', () => {
  let s3: FakeS3;
  beforeEach(async () => {
    s3 = new FakeS3();
    await s3.start();
  });
  afterEach(() => s3.stop());

  const open = (changes: object = {}) => {
    const { endpoint, region, bucket, accessKey, secretKey } = s3;
    return new S3Archive({ endpoint, region, bucket, prefix: 'broker/one', accessKey, secretKey, ...changes });
  };

  test('returns what was written under the folder of the settings, and knows what is missing', async () => {
    const archive = open();
    expect(await archive.read(name)).toBeNull();
    await archive.write(name, bytes);
    expect([...s3.objects.keys()]).toEqual([`broker/one/${name}`]);
    expect(Buffer.from((await archive.read(name)) ?? []).toString()).toBe('archived entries');
    await open({ prefix: '' }).write(name, bytes);
    expect(s3.objects.has(name)).toBe(true);
    expect(archive.place).toBe('s3://journal/broker/one');
  });

  test.each([
    ['another secret', { secretKey: 'other' }, 'SignatureDoesNotMatch'],
    ['another key', { accessKey: 'other' }, 'InvalidAccessKeyId'],
    ['another region', { region: 'us-test-1' }, 'InvalidAccessKeyId'],
    ['another bucket', { bucket: 'other' }, 'NoSuchBucket'],
  ])('%s is refused by name, for writing and reading', async (_what, changes, reason) => {
    const archive = open(changes);
    await expect(archive.write(name, bytes)).rejects.toThrow(reason);
    await expect(archive.read(name)).rejects.toThrow(reason);
    expect(s3.objects.size).toBe(0);
  });

  test('an outage is an error, not a missing file, and is not repeated here', async () => {
    const archive = open();
    s3.faults.push({ status: 503, body: 'SlowDown' }, { status: 500, body: 'InternalError' });
    await expect(archive.read(name)).rejects.toThrow('HTTP 503 SlowDown');
    await expect(archive.write(name, bytes)).rejects.toThrow('HTTP 500 InternalError');
    expect(s3.requests).toHaveLength(2);
    await s3.stop();
    await expect(archive.read(name)).rejects.toThrow();
    await s3.start();
  });

  test.each([
    ['half of a body', { status: 200, body: 'archived', length: bytes.length }],
    ['a body that is shorter than stated', { status: 200, body: bytes, length: bytes.length + 1 }],
    ['no answer in time', { status: 0, isSilent: true }],
    ['another place', { status: 301, body: 'PermanentRedirect' }],
  ])('R-RUN-46 %s is an error of the attempt, never a file or a missing one', async (_what, fault) => {
    const archive = open({ attemptMaxMs: 300 });
    await archive.write(name, bytes);
    s3.faults.push(fault);
    await expect(archive.read(name)).rejects.toThrow();
    expect(Buffer.from((await archive.read(name)) ?? []).toString()).toBe('archived entries');
  });

  test.each([
    ['no answer in time', { status: 0, isSilent: true }],
    ['another place', { status: 301, body: 'PermanentRedirect' }],
  ])('R-RUN-46 a file is not called written after %s', async (_what, fault) => {
    const archive = open({ attemptMaxMs: 300 });
    s3.faults.push(fault);
    await expect(archive.write(name, bytes)).rejects.toThrow();
  });
});
