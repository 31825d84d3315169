import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ArchiveWorld, partitionSize, stopped } from '../../../../testkit/archive-world.ts';
import { FakeS3 } from '../../../../testkit/fake-s3.ts';
import { appendEntries } from '../../../../testkit/journal-rows.ts';
import { S3Archive } from '../adapters/archives/s3-archive.ts';
import type { JournalPartitions } from '../ports/archive.ts';
import { type ArchiveDeps, archiveNext } from './archive-partition.ts';
import { restorePartitions } from './restore-partitions.ts';

let world: ArchiveWorld;
beforeEach(async () => {
  world = await ArchiveWorld.open();
});
afterEach(() => world.stop());

describe('R-LED-22 moving old entries to the archive', () => {
  test('complete partitions move, oldest first, and archive and journal read as one', async () => {
    expect(await world.archiveAll()).toBe(2);
    expect(await world.states()).toEqual(['dropped', 'dropped', 'attached', 'attached']);
    expect(world.files().map((name) => name.slice(10, 35))).toEqual([
      '000000000001-000000000040',
      '000000000041-000000000080',
      '000000000081-000000000100',
      '000000000101-000000000140',
      '000000000141-000000000180',
      '000000000181-000000000200',
    ]);
    expect((await world.journal.read(0, 300)).map(({ seq }) => seq)).toEqual(
      world.entries.slice(200).map(({ seq }) => seq),
    );
    expect(await world.readAll()).toEqual(world.entries);
    await appendEntries(world.journal, 10, Date.now());
    expect((await world.readAll()).length).toBe(260);
  });

  test.each<[string, () => Promise<unknown>, Partial<ArchiveDeps>]>([
    ['no snapshot', () => world.need(null, 250), {}],
    ['an older snapshot that still needs the entries', () => world.need(99, 250), {}],
    ['tables that are not folded that far', () => world.need(250, 99), {}],
    ['entries that are younger than the setting', () => Promise.resolve(), { keptDays: 101 }],
  ])('with %s nothing moves', async (_what, prepare, changes) => {
    await prepare();
    expect(await world.archiveAll(changes)).toBe(0);
    expect(world.files()).toEqual([]);
    expect(await world.states()).toEqual(['attached', 'attached', 'attached', 'attached']);
  });

  test('text of every kind survives, and the files can be checked without the product', async () => {
    await world.archiveAll();
    const script = /```python\n([\s\S]*?)```/.exec(
      readFileSync(join(import.meta.dirname, '../../../../docs/runbook/journal-archive.md'), 'utf8'),
    )?.[1];
    const lines = world.files().flatMap((name) =>
      gunzipSync(readFileSync(join(world.folder, name)))
        .toString()
        .trimEnd()
        .split('\n')
        .slice(1),
    );
    expect(lines.map((line) => (JSON.parse(line.split('\t')[2] ?? '') as unknown[])[0])).toEqual(
      Array.from({ length: 200 }, (_, at) => at + 1),
    );
    expect(script).toContain('hashlib.sha256(previous + array)');
    const said = runPython(
      script ?? '',
      world.files().map((name) => join(world.folder, name)),
    );
    if (said !== null) expect(said).toContain(`sound, last hash ${world.entries[199]?.hash.toString('hex')}`);
  });

  test('works the same with a bucket', async () => {
    const s3 = new FakeS3();
    await s3.start();
    const { endpoint, region, bucket, accessKey, secretKey } = s3;
    const place = new S3Archive({ endpoint, region, bucket, prefix: 'p', accessKey, secretKey });
    expect(await world.archiveAll({ store: place })).toBe(2);
    expect(await world.readAll(place)).toEqual(world.entries);
    await s3.stop();
  });
});

/** Returns what a script printed; null without Python. */
function runPython(script: string, args: readonly string[]): string | null {
  try {
    return execFileSync('python3', ['-c', script, ...args], { encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

describe('R-LED-22 a crash at any step', () => {
  test('loses no entry; the next run, by another process, goes on', async () => {
    const whole = world.stoppingAt(Number.POSITIVE_INFINITY, true);
    await archiveNext(world.depsWith(whole));
    const steps = whole.steps();
    // Three files written, listed, read and marked; one partition detached and dropped.
    expect(steps).toBe(3 * 4 + 2);
    for (const isDone of [false, true])
      for (let at = 1; at <= steps; at += 1) {
        await restoreAll();
        await world.lead();
        await expect(archiveNext(world.depsWith(world.stoppingAt(at, isDone))), `step ${at}`).rejects.toBe(stopped);
        expect(await world.readAll(), `after step ${at}`).toEqual(world.entries);
        await world.lead();
        await archiveNext(world.depsWith());
        expect((await world.states())[0], `after step ${at}`).toBe('dropped');
        expect(await world.readAll(), `after step ${at}, again`).toEqual(world.entries);
      }
  });

  /** Begins again: the first partition in the database, no file and no list. */
  async function restoreAll(): Promise<void> {
    await restorePartitions(world.restoring, 1, partitionSize);
    await world.owner.pool.query('update journal_partition set restored_at = null');
    await world.owner.pool.query(
      'alter table journal_archive disable trigger user; delete from journal_archive; alter table journal_archive enable trigger user',
    );
    for (const name of world.files()) rmSync(join(world.folder, name));
  }

  test('a leader that was replaced meanwhile removes nothing', async () => {
    const stale = world.partitions;
    await world.lead();
    await expect(archiveNext(world.depsWith({ partitions: stale }))).rejects.toMatchObject({ name: 'FencedError' });
    expect((await world.states())[0]).toBe('attached');
    expect(await world.journal.read(0, 1_000)).toHaveLength(250);
  });
});

/** Mounts a file system in memory of 64 kB; null where only root may. */
function mountTiny(folder: string): (() => void) | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'pipe' });
    return () => execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
  } catch {
    return null;
  }
}

/** Writes a file until no byte more fits. */
function fill(file: string): void {
  for (const size of [4_096, 1])
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
}

test('R-LED-22 a full disk of the archive keeps every entry in the database; with room again they move', async (context) => {
  const unmount = mountTiny(world.folder);
  if (unmount === null) return context.skip('only root may mount a small file system');
  try {
    const filler = join(world.folder, 'filler');
    fill(filler);
    for (const attempt of [1, 2]) {
      await expect(archiveNext(world.depsWith()), `attempt ${attempt}`).rejects.toMatchObject({ code: 'ENOSPC' });
      expect((await world.states())[0]).toBe('attached');
      expect(await world.journal.read(0, 1_000)).toHaveLength(250);
    }
    rmSync(filler);
    expect(await world.archiveAll()).toBe(2);
    expect(await world.readAll()).toEqual(world.entries);
    expect((await world.audit('--archive')).isSound).toBe(true);
  } finally {
    unmount();
  }
});

/** Damages a file: `flip` one byte, `cut` its end, `remove` it, or `swap` it with another. */
function damage(how: string, at: number): void {
  const path = world.pathOf(at);
  if (how === 'remove') return rmSync(path);
  if (how === 'swap') {
    const other = world.pathOf(at + 1);
    renameSync(path, `${path}.x`);
    renameSync(other, path);
    return renameSync(`${path}.x`, other);
  }
  const bytes = readFileSync(path);
  if (how === 'cut') return writeFileSync(path, bytes.subarray(0, bytes.length - 5));
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

describe.each(['flip', 'cut', 'remove', 'swap'])('R-LED-22 R-LED-24 damage of a file: %s', (how) => {
  test('is found before the entries leave the database, and the file written again', async () => {
    const before = world.stoppingAt(12, true);
    await expect(archiveNext(world.depsWith(before))).rejects.toBe(stopped);
    damage(how, 1);
    await archiveNext(world.depsWith());
    expect((await world.states())[0]).toBe('dropped');
    expect(await world.readAll()).toEqual(world.entries);
  });

  test('afterwards is named by audit and restore, which changes nothing', async () => {
    await world.archiveAll();
    damage(how, 1);
    const sound = await world.audit();
    expect(sound.isSound).toBe(true);
    expect(sound.lines).toContain('  entries up to 200 are in the archive; --archive reads them too');
    const { lines, isSound } = await world.audit('--archive');
    expect(isSound).toBe(false);
    expect(lines.join('\n')).toMatch(
      /journal: 0 entries, ARCHIVE DAMAGED: The archived file journal-0-000000000041-000000000080/,
    );
    const restoring = restorePartitions(world.restoring, 1, 10);
    await expect(restoring).rejects.toMatchObject({ name: 'ArchiveDamagedError' });
    expect((await world.states())[0]).toBe('dropped');
    await expect(world.readAll()).rejects.toThrow('000000000041-000000000080');
  });
});

test('R-LED-22 costs of archiving grow with the entries of a partition, not with the archive', async () => {
  const queries: number[] = [];
  for (const count of [100, 200, 300]) {
    await world.partitions.keepAhead(partitionSize);
    await appendEntries(world.journal, 100, world.oldMs);
    await world.need(count + 150);
    let reads = 0;
    const counted = Object.assign(Object.create(world.partitions) as JournalPartitions, {
      read: (seq: number, limit: number) => {
        reads += 1;
        return world.partitions.read(seq, limit);
      },
      list: () => world.partitions.list(),
      files: () => world.partitions.files(),
      neededAfter: () => world.partitions.neededAfter(),
      listFile: (file: never) => world.partitions.listFile(file),
      markVerified: (file: never) => world.partitions.markVerified(file),
      detach: (partition: never) => world.partitions.detach(partition),
      drop: (partition: never) => world.partitions.drop(partition),
    });
    await archiveNext(world.depsWith({ partitions: counted }));
    queries.push(reads);
  }
  expect(new Set(queries).size).toBe(1);
});
