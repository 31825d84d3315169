import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ArchiveWorld, stopped } from '../../../../testkit/archive-world.ts';
import { testSigner } from '../../../../testkit/receipt-signer.ts';
import { ProjectionTables } from '../adapters/postgres/projection-tables.ts';
import { ReceiptChainTable } from '../adapters/postgres/receipt-tables.ts';
import { parseRange, refuseUnknownOptions } from '../maintenance.ts';
import type { ArchiveStore } from '../ports/archive.ts';
import { rebuildProjections } from '../projections/rebuild.ts';
import { encode } from '../trading/codec.ts';
import { archiveNext } from './archive-partition.ts';
import { restorePartitions } from './restore-partitions.ts';

const dayMs = 86_400_000;

let world: ArchiveWorld;
beforeEach(async () => {
  world = await ArchiveWorld.open();
});
afterEach(() => world.stop());

describe('R-LED-24 archive and journal as one chain', () => {
  test('audit counts both, reads the files when asked, and accepts heads inside of the archive', async () => {
    const before = await world.audit();
    await world.archiveAll();
    const after = await world.audit('--archive');
    expect(after).toEqual(before);
    const headOf = (seq: number) => ['--head', `journal:${seq}:${world.entries[seq - 1]?.hash.toString('hex')}`];
    for (const seq of [1, 40, 57, 200, 201, 250])
      expect((await world.audit(...headOf(seq))).isSound, `head ${seq}`).toBe(true);
    for (const seq of [1, 40, 57, 200, 201, 250])
      expect((await world.audit('--head', `journal:${seq}:${'0'.repeat(64)}`)).isSound, `head ${seq}`).toBe(false);
    expect((await world.audit('--head', `journal:251:${'0'.repeat(64)}`)).lines).toContain(
      'journal: 250 entries, ENTRY 251 IS MISSING',
    );
  });

  test('an entry changed in the journal after the archive, and an archive cut from the list, are found', async () => {
    await world.archiveAll();
    await world.owner.pool.query('alter table journal_0_201 disable trigger user');
    await world.owner.pool.query('update journal_0_201 set at_ms = at_ms + 1 where seq = 201');
    expect((await world.audit()).lines).toContain('journal: 200 entries, ENTRY 201 WAS CHANGED');
    await world.owner.pool.query('update journal_0_201 set at_ms = at_ms - 1 where seq = 201');
    expect((await world.audit()).isSound).toBe(true);
    await world.owner.pool.query(
      'alter table journal_archive disable trigger user; delete from journal_archive where from_seq = 141',
    );
    expect((await world.audit()).lines.join()).toContain('No archived file holds entry 141');
  });

  test('a rebuild reads both; without an archive in the settings it names the file', async () => {
    const rebuild = (place: ArchiveStore | null) =>
      rebuildProjections({
        journal: world.archived(place),
        store: new ProjectionTables(world.core.db, { encode }, 0),
        receipts: new ReceiptChainTable(world.core.db),
        signer: testSigner(),
      });
    await world.owner.pool.query(`update projector_checkpoint set projector = 'other'`);
    await world.owner.pool.query(`delete from projector_checkpoint`);
    await world.owner.pool.query(`insert into projector_checkpoint (projector, shard, seq) values ('trading', 0, 250)`);
    expect(await rebuild(world.store)).toMatchObject({ entries: 250, isEqual: true });
    await world.archiveAll();
    expect(await rebuild(world.store)).toMatchObject({ entries: 250, isEqual: true });
    await expect(rebuild(null)).rejects.toThrow('Set ARCHIVE to the place that holds journal-0-000000000001');
  });

  test('restored entries are the same bytes, stay for 8 days, and leave again without new files', async () => {
    const rows = async () =>
      (await world.owner.pool.query('select * from journal where seq <= 200 order by seq')).rows as object[];
    const before = await rows();
    await world.archiveAll();
    const deps = world.restoring;
    expect((await restorePartitions(deps, 150, 160)).map(({ fromSeq }) => fromSeq)).toEqual([101]);
    expect(await world.readAll()).toEqual(world.entries);
    expect((await world.audit('--archive')).isSound).toBe(true);
    expect(await restorePartitions(deps, 1, 250)).toHaveLength(1);
    expect(await rows()).toEqual(before);
    expect(await restorePartitions(deps, 1, 250)).toEqual([]);
    await expect(world.owner.pool.query('delete from journal_0_1')).rejects.toThrow('append-only');
    await expect(world.core.pool.query('select 1 from journal_0_1')).rejects.toThrow('permission denied');
    expect(await world.journal.read(0, 1_000)).toHaveLength(250);
    expect(await world.archiveAll()).toBe(0);
    const written = world.files();
    expect(await world.archiveAll({ clock: { nowMs: () => Date.now() + 9 * dayMs } })).toBe(2);
    expect(world.files()).toEqual(written);
    expect(await world.states()).toEqual(['dropped', 'dropped', 'attached', 'attached']);
  });

  test('a removal that was interrupted between its steps can be undone by a restore', async () => {
    await expect(archiveNext(world.depsWith(world.stoppingAt(13, true)))).rejects.toBe(stopped);
    expect((await world.states())[0]).toBe('detached');
    expect((await world.audit('--archive')).isSound).toBe(true);
    await restorePartitions({ ...world.restoring, store: null }, 1, 1);
    expect(await world.states()).toEqual(['attached', 'attached', 'attached', 'attached']);
    expect(await world.journal.read(0, 1_000)).toHaveLength(250);
  });

  test('the range of a restore is read from its flags', () => {
    expect(parseRange(['--from', '5', '--to', '9'])).toEqual({ fromSeq: 5, toSeq: 9, shard: 0 });
    expect(parseRange(['--restore', '--from', '5', '--shard', '1'])).toMatchObject({ fromSeq: 5, shard: 1 });
    expect(parseRange(['--restore', '--from', '5']).toSeq).toBeGreaterThan(1e12);
    for (const args of [[], ['--to', '5'], ['--from', '0'], ['--from', 'x'], ['--from', '1', '--to']])
      expect(() => parseRange(args)).toThrow('expected --from <number>');
  });

  test('an option that a command does not have is refused by name', () => {
    for (const args of [
      ['--audit', '--frm-zero'],
      ['--restore', '--from', '1', '--shrad', '1'],
      ['--rebuild', '--to'],
    ])
      expect(() => refuseUnknownOptions(args[0] ?? '', args)).toThrow(
        /npm run (audit|restore|rebuild) has no option --/,
      );
    refuseUnknownOptions('--audit', ['--role=core', '--audit', '--from-zero', '--archive', '--head', 'journal:1:aa']);
    refuseUnknownOptions('--restore', ['--restore', '--from', '1', '--to', '2', '--shard', '1']);
  });
});
