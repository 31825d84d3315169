import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ArchiveWorld, partitionSize, stopped } from '../../../../testkit/archive-world.ts';
import { appendEntries } from '../../../../testkit/journal-rows.ts';
import { archiveNext } from './archive-partition.ts';

const dayMs = 86_400_000;

let world: ArchiveWorld;
beforeEach(async () => {
  world = await ArchiveWorld.open();
});
afterEach(() => world.stop());

describe('R-LED-23 the database refuses to remove', () => {
  const first = { fromSeq: 1, toSeq: partitionSize, state: 'attached', restoredAtMs: null } as const;
  /** Everything but the removal itself. */
  const written = async () => {
    await expect(archiveNext(world.depsWith(world.stoppingAt(12, true)))).rejects.toBe(stopped);
  };
  const tamper = (change: string) =>
    world.owner.pool.query(
      `alter table journal_archive disable trigger user; ${change}; alter table journal_archive enable trigger user`,
    );

  test.each<[string, () => Promise<unknown>, string]>([
    ['what no file holds', () => Promise.resolve(), 'not in verified files'],
    [
      'what was not read back',
      () => written().then(() => tamper('update journal_archive set verified_at = null where from_seq = 81')),
      'not in verified files',
    ],
    [
      'what the files hold in part',
      () => written().then(() => tamper('delete from journal_archive where from_seq = 41')),
      'not in verified files',
    ],
    [
      'what the files end too early for',
      () => written().then(() => tamper('delete from journal_archive where from_seq = 81')),
      'not in verified files',
    ],
    [
      'what has another hash than its file',
      () => written().then(() => tamper(`update journal_archive set last_hash = '\\x00' where from_seq = 1`)),
      'not in verified files',
    ],
    ['what a snapshot needs', () => written().then(() => world.need(99, 250)), 'still needed'],
    ['what the tables need', () => written().then(() => world.need(250, 99)), 'still needed'],
    ['what has no snapshot after it', () => written().then(() => world.need(null, 250)), 'still needed'],
  ])('%s', async (_what, prepare, reason) => {
    await prepare();
    await expect(world.partitions.detach(first)).rejects.toThrow(reason);
    await world.partitions.drop(first);
    expect((await world.states())[0]).toBe('attached');
    expect(await world.journal.read(0, 1_000)).toHaveLength(250);
  });

  test('a partition younger than 8 days, whatever the setting', async () => {
    await appendEntries(world.journal, 49, world.oldMs);
    await appendEntries(world.journal, 1, Date.now() - 7 * dayMs);
    await appendEntries(world.journal, 10, Date.now());
    await world.need(310);
    await expect(world.archiveAll({ keptDays: 1 })).rejects.toThrow('younger than 8 days');
    expect(await world.states()).toEqual(['dropped', 'dropped', 'attached', 'attached']);
  });

  test('the list of verified files is kept as it is, and every removal is recorded', async () => {
    await archiveNext(world.depsWith());
    const [file] = await world.partitions.files();
    if (file === undefined) throw new Error('a file is listed');
    await expect(world.partitions.listFile({ ...file, bytes: 1 })).rejects.toThrow('append-only');
    for (const change of [
      'delete from journal_archive',
      'truncate journal_archive',
      `update journal_archive set name = 'x'`,
    ])
      await expect(world.owner.pool.query(change)).rejects.toThrow('append-only');
    for (const change of [
      'delete from journal_partition_event',
      `update journal_partition_event set act = 'made'`,
      'truncate journal_partition_event',
    ])
      await expect(world.owner.pool.query(change)).rejects.toThrow('append-only');
    const { rows } = await world.core.pool.query(
      'select from_seq, to_seq, act, epoch is not null as by_lead from journal_partition_event order by id desc limit 2',
    );
    expect(rows).toEqual([
      { from_seq: '1', to_seq: '100', act: 'dropped', by_lead: true },
      { from_seq: '1', to_seq: '100', act: 'detached', by_lead: true },
    ]);
  });
});
