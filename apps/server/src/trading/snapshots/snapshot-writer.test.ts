import { beforeEach, describe, expect, test } from 'vitest';
import { testPolicy } from '../../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../../testkit/faulty-journal.ts';
import { MemorySnapshots } from '../../../../../testkit/memory-snapshots.ts';
import { TradingWalk } from '../../../../../testkit/trading-walk.ts';
import { JournalArchivedError } from '../../ports/journal.ts';
import { createFold } from '../journal-fold.ts';
import { replayJournal } from '../replay-journal.ts';
import { encodeSnapshot, snapshotFormat } from './snapshot-format.ts';
import { SnapshotState } from './snapshot-state.ts';
import { type SnapshotNews, SnapshotWriter, type SnapshotWriterDeps, snapshotAgeMaxMs } from './snapshot-writer.ts';

let journal: FaultyJournal;
let snapshots: MemorySnapshots;
let news: SnapshotNews[];
let nowMs: number;

beforeEach(async () => {
  journal = new FaultyJournal();
  snapshots = new MemorySnapshots();
  news = [];
  nowMs = 1_000;
  const walk = new TradingWalk(5);
  await walk.join(journal);
  await walk.run(500);
});

function openWriter(changes: Partial<SnapshotWriterDeps> = {}): SnapshotWriter {
  return new SnapshotWriter({
    journal,
    snapshots,
    createFold: () => createFold(testPolicy),
    everyEntries: 50,
    engineVersion: 'test',
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    onNews: (one) => news.push(one),
    ...changes,
  });
}

async function catchUp(writer: SnapshotWriter): Promise<void> {
  while (await writer.step());
}

/** Runs a writer over the whole journal. */
async function writeAll(changes: Partial<SnapshotWriterDeps> = {}): Promise<void> {
  await catchUp(openWriter(changes));
}

/** Starts as the core does; returns where the replay began and what was damaged. */
async function start() {
  const damaged: [number, string][] = [];
  const read: number[] = [];
  const counted = Object.assign(Object.create(journal) as FaultyJournal, {
    read: (seq: number, limit: number) => {
      if (limit > 1) read.push(seq);
      return journal.read(seq, limit);
    },
  });
  const fold = createFold(testPolicy);
  const store = { store: snapshots, onDamaged: (seq: number, reason: string) => damaged.push([seq, reason]) };
  await replayJournal(fold, counted, journal.entries.length, store);
  return { from: read[0] ?? journal.entries.length, damaged, state: fold.state };
}

const seqs = async () => (await snapshots.heads()).map(({ seq }) => seq);
const kinds = () => news.map((one) => one.kind);
const newestSeq = () => Math.floor(journal.entries.length / 50) * 50;

function damagePart(seq: number, part: number, change: (bytes: Buffer) => Buffer | null): void {
  const stored = snapshots.stored.get(seq);
  if (stored === undefined) throw new Error(`There is a snapshot ${seq}`);
  stored.parts = stored.parts.flatMap((one) => {
    const bytes = one.part === part ? change(Buffer.from(one.bytes)) : one.bytes;
    return bytes === null ? [] : [{ ...one, bytes }];
  });
}

const flip = (bytes: Buffer) => {
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  return bytes;
};

describe('the writer (R-LED-18)', () => {
  test('writes one each time the configured number of entries is reached, and keeps three', async () => {
    await writeAll();
    const newest = newestSeq();
    expect(newest).toBeGreaterThanOrEqual(200);
    expect(await seqs()).toEqual([newest, newest - 50, newest - 100]);
    expect(new Set(kinds())).toEqual(new Set(['written']));
  });

  test('writes one after an hour if there are new entries, and none without', async () => {
    const writer = openWriter({ everyEntries: 1_000_000 });
    await catchUp(writer);
    expect(await seqs()).toEqual([]);
    nowMs += snapshotAgeMaxMs;
    await catchUp(writer);
    expect(await seqs()).toEqual([journal.entries.length]);
    nowMs += snapshotAgeMaxMs;
    await catchUp(writer);
    expect(kinds()).toEqual(['written']);
  });

  test('begins at the second newest and proves that the newest follows from the journal', async () => {
    await writeAll();
    news = [];
    const reads: number[] = [];
    const read = (seq: number, limit: number) => {
      if (limit > 1) reads.push(seq);
      return journal.read(seq, limit);
    };
    await writeAll({ journal: { read, position: () => journal.position() } });
    expect(reads[0]).toBe(newestSeq() - 50);
    expect(news).toEqual([{ kind: 'proven', seq: newestSeq() }]);
  });

  test('a crash between two parts leaves no snapshot, and the writer goes on', async () => {
    const writer = openWriter();
    snapshots.failsAtPart = 0;
    await expect(catchUp(writer)).rejects.toThrow('connection lost');
    expect(await seqs()).toEqual([]);
    expect((await start()).from).toBe(0);
    await catchUp(writer);
    expect((await seqs())[0]).toBe(newestSeq());
  });

  test('two writers at once leave the same snapshots as one', async () => {
    const [one, other] = [openWriter(), openWriter()];
    for (let isBehind = true; isBehind; ) {
      const [first, second] = await Promise.all([one.step(), other.step()]);
      isBehind = first || second;
    }
    expect(await seqs()).toEqual([newestSeq(), newestSeq() - 50, newestSeq() - 100]);
    expect(new Set(kinds())).toEqual(new Set(['written', 'proven']));
  });

  test('content that is not what the journal gives is reported and not replaced', async () => {
    await writeAll();
    const newest = newestSeq();
    const wrong = snapshots.stored.get(newest);
    // A fold with another balance, as after a fault of memory: readable, with right checksums.
    const fold = createFold(testPolicy);
    for (const entry of journal.entries.slice(0, newest)) fold.take(entry);
    const [key] = fold.state.balances.keys();
    if (key !== undefined && wrong !== undefined) fold.state.balances.set(key, 1n as never);
    snapshots.stored.delete(newest);
    const { parts, close } = encodeSnapshot(fold, 'test', 0);
    await snapshots.write(newest, parts, close);
    news = [];
    await writeAll();
    expect(news).toEqual([{ kind: 'differs', seq: newest }]);
  });

  test('snapshots beyond the end of the journal are removed', async () => {
    await writeAll();
    journal.entries.length = newestSeq() - 60;
    news = [];
    await writeAll();
    expect(kinds().filter((kind) => kind === 'damaged')).toHaveLength(2);
    expect((await seqs())[0]).toBe(newestSeq());
  });

  test('a journal that was changed stops it before anything is written', async () => {
    const at = journal.entries[30];
    if (at !== undefined) journal.entries[30] = { ...at, atMs: at.atMs + 1 };
    await expect(writeAll()).rejects.toThrow('its hash differs');
    expect(await seqs()).toEqual([]);
  });
});

describe('a damaged snapshot (R-LED-16)', () => {
  beforeEach(async () => {
    await writeAll();
    news = [];
  });

  test('a part with a flipped byte: the one before is used, and the writer writes it again', async () => {
    const newest = newestSeq();
    damagePart(newest, 0, flip);
    const { from, damaged } = await start();
    expect(damaged.map(([seq]) => seq)).toEqual([newest]);
    expect(damaged[0]?.[1]).toMatch(/part 0/);
    expect(from).toBe(newest - 50);
    await writeAll();
    expect(kinds()).toEqual(['damaged', 'written']);
    expect((await start()).damaged).toEqual([]);
  });

  test('a missing part', async () => {
    damagePart(newestSeq(), 0, () => null);
    const { from, damaged } = await start();
    expect(damaged).toEqual([[newestSeq(), 'part 0 is missing']]);
    expect(from).toBe(newestSeq() - 50);
  });

  test('parts of another snapshot', async () => {
    const [newest, older] = [snapshots.stored.get(newestSeq()), snapshots.stored.get(newestSeq() - 50)];
    if (newest !== undefined && older !== undefined) newest.parts = older.parts;
    expect((await start()).damaged).toEqual([[newestSeq(), 'the checksum of the closing row differs']]);
  });

  test('a part with the content of another one under its own checksum', async () => {
    const [newest, older] = [snapshots.stored.get(newestSeq()), snapshots.stored.get(newestSeq() - 50)];
    const [other] = older?.parts ?? [];
    damagePart(newestSeq(), 0, () => other?.bytes ?? null);
    expect(newest).toBeDefined();
    expect((await start()).damaged).toEqual([[newestSeq(), 'the checksum of part 0 differs']]);
  });

  test('a hash of another journal', async () => {
    const stored = snapshots.stored.get(newestSeq());
    if (stored !== undefined) stored.head = { ...stored.head, hash: Buffer.alloc(32, 7) };
    const { from, damaged } = await start();
    expect(damaged).toEqual([[newestSeq(), `entry ${newestSeq()} of the journal has another hash`]]);
    expect(from).toBe(newestSeq() - 50);
    await writeAll();
    expect(kinds()).toEqual(['damaged', 'written']);
  });

  test('the format of a newer version is not used and not removed', async () => {
    const stored = snapshots.stored.get(newestSeq());
    if (stored !== undefined) stored.head = { ...stored.head, format: snapshotFormat + 1 };
    const { from, damaged } = await start();
    expect(damaged[0]?.[1]).toContain(`format ${snapshotFormat + 1} of version test`);
    expect(from).toBe(newestSeq() - 50);
    await writeAll();
    expect(kinds()).toEqual(['damaged']);
    expect(await seqs()).toContain(newestSeq());
  });

  test('with none usable the whole journal is replayed; if its beginning is archived, the start names the remedy', async () => {
    const intact = await start();
    for (const seq of await seqs()) damagePart(seq, 0, flip);
    const { from, damaged, state } = await start();
    expect([from, damaged.length]).toEqual([0, 3]);
    expect(state.balances).toEqual(intact.state.balances);
    const read = (seq: number, limit: number) =>
      Promise.resolve(journal.entries.filter((entry) => entry.seq > Math.max(seq, 40)).slice(0, limit));
    const archived = Object.assign(Object.create(journal) as FaultyJournal, { read });
    const store = { store: snapshots, onDamaged: () => undefined };
    const replay = replayJournal(createFold(testPolicy), archived, journal.entries.length, store);
    await expect(replay).rejects.toThrow(JournalArchivedError);
    await expect(replay).rejects.toThrow(/from entry 41 only.*docs\/runbook\/snapshots\.md/);
  });
});

describe('health', () => {
  test('a damaged snapshot is a warning until a newer one is written', () => {
    const state = new SnapshotState();
    state.note({ kind: 'damaged', seq: 100, reason: 'part 0 is missing' }, 1);
    state.note({ kind: 'damaged', seq: 100, reason: 'part 0 is missing' }, 2);
    expect([state.isFailing, state.damagedCount, state.newest]).toEqual([true, 1, null]);
    state.note({ kind: 'written', seq: 50, bytes: 1, tookMs: 1 }, 3);
    expect(state.isFailing).toBe(true);
    state.note({ kind: 'written', seq: 100, bytes: 1, tookMs: 1 }, 4);
    expect([state.isFailing, state.newest]).toEqual([false, { seq: 100, atMs: 4 }]);
  });

  test('a writer that fails is a warning until it goes on; one that differs stays one', () => {
    const state = new SnapshotState();
    state.note({ kind: 'failed', reason: 'no connection' }, 1);
    expect(state.isFailing).toBe(true);
    state.note({ kind: 'resumed' }, 2);
    expect(state.isFailing).toBe(false);
    state.note({ kind: 'differs', seq: 100 }, 3);
    state.note({ kind: 'written', seq: 200, bytes: 1, tookMs: 1 }, 4);
    expect(state.isFailing).toBe(true);
  });
});
