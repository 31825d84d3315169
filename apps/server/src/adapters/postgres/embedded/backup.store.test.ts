import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scratchFolder } from '../../../../../../testkit/scratch-folder.ts';
import {
  openForWriting,
  readLocalState,
  type Shipping,
  type ShippingPlace,
  startShipping,
} from '../../../open-shipping.ts';
import { type BackupState, formatLsn, parseLsn, segmentName, segmentOf } from '../../../ports/backup.ts';
import { BackupFolder } from '../../backup/backup-folder.ts';
import { makeBase } from '../../backup/base-backup.ts';
import { FileCopies } from '../../backup/file-copies.ts';
import { firstSegmentOf, prune } from '../../backup/retention.ts';
import { unpackBase, unpackWal } from '../../backup/unpack-base.ts';
import { firstState } from '../../backup/wal-shipper.ts';
import { openBackupKey } from '../../keys/backup-key-file.ts';
import { BackupSource, releaseBackupSlot } from '../backup-source.ts';
import { giveToServer } from './cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const root = scratchFolder('candor-wal-');
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const dataDir = join(root, 'data');
/** Little WAL is kept for a backup that does not come, so that the bound is reached at once. */
const settings = { max_slot_wal_keep_size: '96MB', max_wal_size: '32MB', min_wal_size: '32MB', fsync: 'off' };
let postgres: EmbeddedPostgres;
let client: Client;
let place: ShippingPlace;
let shipping: Shipping;
let turn = 0;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log, settings });
  client = new Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query('create table note (id serial primary key, text text)');
});
afterAll(async () => {
  await shipping.close();
  await client.end();
  await postgres.stop();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  await shipping?.close();
  await client.query(`select pg_drop_replication_slot(slot_name) from pg_replication_slots`);
  rmSync(join(dataDir, 'backup'), { recursive: true, force: true });
  turn += 1;
  place = {
    folder: join(root, `backup-${turn}`),
    keyFile: join(root, 'backup.key'),
    dataDir,
    filesDir: join(root, `files-${turn}`),
    archiveDir: null,
    url: postgres.connectionString,
  };
  shipping = startShipping(place);
});

const write = (text: string) => client.query('insert into note (text) values ($1)', [text]);
const folderOf = async () => new BackupFolder(place.folder, await openBackupKey(place.keyFile, { make: false }));
const cluster = () => join(dataDir, 'postgres', 'cluster');
const copiesOf = (folder: BackupFolder) => new FileCopies(folder, [{ part: 'files', root: place.filesDir }]);

async function lsn(): Promise<bigint> {
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
  return parseLsn(rows[0]?.lsn ?? '');
}

async function base() {
  const source = await BackupSource.open(place.url);
  const folder = await folderOf();
  const untilShipped = async () => void (await stepped());
  const ticks = join(root, 'no-ticks');
  return makeBase({ folder, source, cluster: cluster(), ticks, untilShipped }).finally(() => void source.close());
}

async function stepped(): Promise<BackupState> {
  const state = await shipping.step();
  expect(state.failure).toBeNull();
  return state;
}

/** Writes more WAL than the database keeps for a backup. */
async function writeMuch(): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    await write(`round ${round}`);
    await client.query('select pg_switch_wal()');
    await client.query('checkpoint');
  }
}

/** Puts a backup into a new folder and starts it; resolves to its notes. */
async function notesRestored(): Promise<string[]> {
  const folder = await folderOf();
  const newest = (await folder.bases()).at(-1);
  if (newest === undefined) throw new Error('There is no base backup.');
  const into = join(root, `restored-${turn}`);
  await unpackBase(folder, newest, join(into, 'cluster'));
  await unpackWal(folder, newest, join(into, 'cluster'));
  giveToServer(join(into, 'cluster'));
  const restored = await startEmbeddedPostgres({
    dataDir: into,
    log,
    settings: { restore_command: 'exit 1', fsync: 'off' },
  });
  const reader = new Client({ connectionString: restored.connectionString });
  await reader.connect();
  const { rows } = await reader.query<{ text: string }>('select text from note order by id');
  await reader.end();
  await restored.stop();
  return rows.map(({ text }) => text);
}

describe('R-OPS-90 WAL is copied as it is written', () => {
  test('each step has everything that was committed before it, under one name for each file', async () => {
    await stepped();
    const { segmentBytes } = await base();
    for (const text of ['one', 'two', 'three']) {
      await write(text);
      const before = await lsn();
      const state = await stepped();
      expect(parseLsn(state.shippedLsn ?? '')).toBeGreaterThanOrEqual(before);
      expect(state.shippedAtMs).toBeGreaterThan(0);
    }
    const names = readdirSync(join(place.folder, 'wal'));
    expect(names.filter((name) => !/^[\dA-F]{24}$/.test(name))).toEqual([]);
    expect(names).toContain(segmentName(1, segmentOf(await lsn(), segmentBytes), segmentBytes));
    expect((await notesRestored()).slice(-3)).toEqual(['one', 'two', 'three']);
  });

  test('a file is copied before the WAL whose rows may name it', async () => {
    const { shippedLsn } = await stepped();
    mkdirSync(join(place.filesDir, '1', 'ab'), { recursive: true });
    writeFileSync(join(place.filesDir, '1', 'ab', 'new'), 'sealed');
    shipping.note('files/1/ab/new');
    await write('names the file');
    // No file can be copied, WAL could.
    writeFileSync(join(place.folder, 'files'), 'no folder');
    expect((await shipping.step()).failure).not.toBeNull();
    const folder = await folderOf();
    expect((await folder.readState())?.shippedLsn).toBe(shippedLsn);
    rmSync(join(place.folder, 'files'));
    const state = await stepped();
    expect(parseLsn(state.shippedLsn ?? '')).toBeGreaterThan(parseLsn(shippedLsn ?? ''));
    expect(await folder.has('files/1/ab/new')).toBe(true);
  });

  test('a segment that is full is copied whole, and the next one follows it', async () => {
    await stepped();
    await base();
    await write('before the switch');
    await client.query('select pg_switch_wal()');
    await write('after the switch');
    await stepped();
    expect((await notesRestored()).slice(-2)).toEqual(['before the switch', 'after the switch']);
  });
});

describe('R-OPS-91 a backup that cannot be written', () => {
  test('is reported, lets commits through, and is complete again once it can be written', async () => {
    await stepped();
    await base();
    renameSync(place.folder, `${place.folder}-away`);
    writeFileSync(place.folder, 'no folder');
    await write('while it is away');
    const state = await shipping.step();
    expect(state.failure).toMatch(/ENOTDIR|EEXIST/);
    expect(readLocalState(dataDir)).toEqual(state);
    rmSync(place.folder);
    renameSync(`${place.folder}-away`, place.folder);
    expect(await stepped()).toMatchObject({ gap: null });
    expect((await notesRestored()).at(-1)).toBe('while it is away');
  });

  test('is reported when its disk is gone, also after a restart, and the place of the disk stays empty', async () => {
    await stepped();
    const away = `${place.folder}-away`;
    for (const isAsMountPoint of [false, true]) {
      renameSync(place.folder, away);
      if (isAsMountPoint) mkdirSync(place.folder);
      await write('while the disk is away');
      shipping.note('files/1/ab/new');
      expect((await shipping.step()).failure).toContain('lacks the backup that was begun in it');
      await shipping.close();
      shipping = startShipping(place);
      expect((await shipping.step()).failure).toContain('lacks the backup that was begun in it');
      await expect(openForWriting(place)).rejects.toThrow('lacks the backup');
      expect(existsSync(place.folder) ? readdirSync(place.folder) : null).toEqual(isAsMountPoint ? [] : null);
      rmSync(place.folder, { recursive: true, force: true });
      renameSync(away, place.folder);
      expect(await stepped()).toMatchObject({ gap: null });
    }
  });

  test('is not written by a copy that was under way when its disk went', async () => {
    const { folder } = await openForWriting(place);
    renameSync(place.folder, `${place.folder}-away`);
    const some = async function* () {
      yield Buffer.from('some');
    };
    await expect(folder.write('wal/0', some())).rejects.toThrow('lacks the backup');
    await expect(folder.writeState(firstState)).rejects.toThrow('lacks the backup');
    expect(existsSync(place.folder)).toBe(false);
  });

  test('names what an older copy of its disk lacks', async () => {
    await stepped();
    cpSync(place.folder, `${place.folder}-old`, { recursive: true });
    const { shippedLsn } = await stepped();
    for (let round = 0; round < 3; round += 1) {
      await write(`round ${round}`);
      await client.query('select pg_switch_wal()');
    }
    await write('after the switches');
    await stepped();
    rmSync(place.folder, { recursive: true });
    renameSync(`${place.folder}-old`, place.folder);
    const { gap } = await stepped();
    expect(parseLsn(gap?.from ?? '')).toBeLessThanOrEqual(parseLsn(shippedLsn ?? ''));
    expect(parseLsn(gap?.to ?? '')).toBeGreaterThan(parseLsn(shippedLsn ?? ''));
  });

  test('costs a bounded part of the disk: beyond it the lost WAL is named, and a new base backup helps', async () => {
    await stepped();
    await base();
    const shipped = (await stepped()).shippedLsn;
    await writeMuch();
    const { rows } = await client.query<{ status: string }>('select wal_status as status from pg_replication_slots');
    expect(rows).toEqual([{ status: 'lost' }]);
    const { gap } = await stepped();
    expect(gap?.from).toBe(shipped);
    expect(parseLsn(gap?.to ?? '')).toBeGreaterThan(parseLsn(shipped ?? ''));
    const folder = await folderOf();
    const [old] = await folder.bases();
    if (old === undefined) throw new Error('The base backup is there.');
    const into = join(root, 'cut');
    const wal = await unpackWal(folder, old, into);
    expect(wal).toEqual({ end: parseLsn(shipped ?? ''), isCut: true });
    await write('after the loss');
    await base();
    expect((await notesRestored()).at(-1)).toBe('after the loss');
  });

  test('that is no longer wanted keeps no WAL', async () => {
    await stepped();
    await releaseBackupSlot(place.url);
    expect((await client.query('select 1 from pg_replication_slots')).rowCount).toBe(0);
  });

  test('a base backup whose own WAL was lost is not described, and does not count', async () => {
    await stepped();
    const source = await BackupSource.open(place.url);
    const folder = await folderOf();
    const untilShipped = async () => {
      await writeMuch();
      await stepped();
    };
    const ticks = join(root, 'no-ticks');
    const made = makeBase({ folder, source, cluster: cluster(), ticks, untilShipped });
    await expect(made).rejects.toThrow('which this base backup needs, is lost');
    await source.close();
    expect(await folder.bases()).toEqual([]);
  });
});

describe('R-OPS-93 the backup folder', () => {
  test('keeps the newest base backups and the WAL since the oldest of them', async () => {
    await stepped();
    const made = [];
    for (let count = 0; count < 3; count += 1) {
      made.push(await base());
      await stepped();
    }
    const folder = await folderOf();
    mkdirSync(join(place.folder, 'base-unfinished'));
    expect(await prune(folder, copiesOf(folder), 2, 1)).toEqual({
      removed: [made[0]?.name, 'base-unfinished'],
      away: [],
    });
    expect((await folder.bases()).map(({ name }) => name)).toEqual(made.slice(1).map(({ name }) => name));
    const [first] = readdirSync(join(place.folder, 'wal')).toSorted();
    expect(first).toBe(firstSegmentOf(made[1] as never));
    expect((await notesRestored()).length).toBeGreaterThan(0);
  });

  test('has a copy of each file, until no kept base backup is older than its removal', async () => {
    mkdirSync(join(place.filesDir, '1', 'ab'), { recursive: true });
    const [kept, gone] = [join(place.filesDir, '1', 'ab', 'kept'), join(place.filesDir, '1', 'ab', 'gone')];
    const bytes = randomBytes(500_000);
    writeFileSync(kept, bytes);
    await stepped();
    writeFileSync(gone, 'sealed');
    shipping.note('files/1/ab/gone');
    await stepped();
    const { startAtMs } = await base();
    const folder = await folderOf();
    const pieces: Buffer[] = [];
    for await (const piece of folder.read('files/1/ab/kept')) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    rmSync(gone);
    const copies = copiesOf(folder);
    await prune(folder, copies, 1, startAtMs + 1);
    expect(existsSync(join(place.folder, 'files', '1', 'ab', 'gone'))).toBe(true);
    await base();
    await prune(folder, copies, 1, startAtMs + 2);
    expect(readdirSync(join(place.folder, 'files', '1', 'ab'))).toEqual(['kept']);
  });

  test('keeps every copy while the files are away', async () => {
    mkdirSync(join(place.filesDir, '1', 'ab'), { recursive: true });
    writeFileSync(join(place.filesDir, '1', 'ab', 'kept'), 'sealed');
    await stepped();
    const folder = await folderOf();
    for (const isAsMountPoint of [false, true]) {
      renameSync(place.filesDir, `${place.filesDir}-away`);
      if (isAsMountPoint) mkdirSync(place.filesDir);
      for (let count = 0; count < 2; count += 1) {
        const { startAtMs } = await base();
        expect((await prune(folder, copiesOf(folder), 1, startAtMs + 1)).away).toEqual([place.filesDir]);
      }
      rmSync(place.filesDir, { recursive: true, force: true });
      renameSync(`${place.filesDir}-away`, place.filesDir);
      expect(readdirSync(join(place.folder, 'files', '1', 'ab'))).toEqual(['kept']);
    }
    expect((await prune(folder, copiesOf(folder), 1, 1)).away).toEqual([]);
  });

  test('belongs to one data folder', async () => {
    await stepped();
    rmSync(join(dataDir, 'backup'), { recursive: true });
    const other = startShipping(place);
    expect((await other.step()).failure).toContain('has the backup of another installation');
    await other.close();
  });

  test('refuses a description that was altered', async () => {
    await stepped();
    const { name } = await base();
    const file = join(place.folder, name, 'manifest.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"startAtMs": \d/, '"startAtMs": 9'));
    await expect((await folderOf()).bases()).rejects.toThrow('manifest.json was altered');
  });
});

test('R-OPS-90 positions and names of the WAL are those of PostgreSQL', async () => {
  const { rows } = await client.query<{ name: string; lsn: string }>(
    `select lsn::text, pg_walfile_name(lsn) as name from unnest(array['0/1000001', '0/FF000001', '1/1', 'A/FEFFFFFF', '12/FFFFFFFF']::pg_lsn[]) as lsn`,
  );
  for (const row of rows) {
    expect(formatLsn(parseLsn(row.lsn))).toBe(row.lsn);
    expect(segmentName(1, segmentOf(parseLsn(row.lsn), 16 * 1_024 ** 2), 16 * 1_024 ** 2)).toBe(row.name);
  }
  expect(() => parseLsn('0')).toThrow(RangeError);
});
