import { beforeEach, describe, expect, test } from 'vitest';
import { testPolicy } from '../../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../../testkit/faulty-journal.ts';
import { MemorySnapshots } from '../../../../../testkit/memory-snapshots.ts';
import { TradingWalk } from '../../../../../testkit/trading-walk.ts';
import { createFold } from '../journal-fold.ts';
import { takeEntries } from '../replay-journal.ts';
import { checkSnapshots, remakeSnapshots } from './check-snapshots.ts';
import { encodeSnapshot } from './snapshot-format.ts';

const places = [60, 120, 180];
let journal: FaultyJournal;
let snapshots: MemorySnapshots;

beforeEach(async () => {
  journal = new FaultyJournal();
  snapshots = new MemorySnapshots();
  const walk = new TradingWalk(3);
  await walk.join(journal);
  await walk.run(400);
  for (const seq of places) await store(seq);
});

/** Stores a snapshot of an entry; `change` may falsify the content. */
async function store(seq: number, change: (fold: ReturnType<typeof createFold>) => void = () => undefined) {
  const fold = createFold(testPolicy);
  await takeEntries(fold, journal, seq);
  change(fold);
  const { parts, close } = encodeSnapshot(fold, 'test', 0);
  await snapshots.remove(seq);
  await snapshots.write(seq, parts, close);
}

const deps = () => ({ journal, snapshots, createFold: () => createFold(testPolicy) });

/** Counts the entries that a check reads for a replay. */
async function readsOf(isFromZero: boolean): Promise<number> {
  const read: number[] = [];
  const counted = Object.assign(Object.create(journal) as FaultyJournal, {
    read: (seq: number, limit: number) => {
      if (limit > 1) read.push(seq);
      return journal.read(seq, limit);
    },
  });
  await checkSnapshots({ ...deps(), journal: counted }, isFromZero);
  return read[0] ?? -1;
}

describe('the audit of snapshots (R-LED-19)', () => {
  test('compares each with a replay from the oldest, or from entry 1', async () => {
    expect(await checkSnapshots(deps(), false)).toEqual([
      { seq: 60, comparedFrom: null, fault: null },
      { seq: 120, comparedFrom: 60, fault: null },
      { seq: 180, comparedFrom: 60, fault: null },
    ]);
    expect(await readsOf(false)).toBe(60);
    expect(await checkSnapshots(deps(), true)).toEqual(places.map((seq) => ({ seq, comparedFrom: 0, fault: null })));
    expect(await readsOf(true)).toBe(0);
  });

  test('finds readable content that the journal does not give', async () => {
    await store(120, ({ state }) => {
      state.lastOrderId += 1;
    });
    const [, second, third] = await checkSnapshots(deps(), false);
    expect(second?.fault).toBe('its content is not what the journal gives');
    expect(third?.fault).toBe(null);
    await store(60, ({ state }) => {
      state.lastOrderId += 1;
    });
    expect((await checkSnapshots(deps(), true))[0]?.fault).toBe('its content is not what the journal gives');
  });

  test('finds a damaged one, one of another journal and one beyond its end', async () => {
    const [oldest, middle] = [snapshots.stored.get(60), snapshots.stored.get(120)];
    if (oldest === undefined || middle === undefined) throw new Error('There are snapshots');
    oldest.parts = [];
    middle.head = { ...middle.head, hash: Buffer.alloc(32) };
    journal.entries.length = 150;
    expect(await checkSnapshots(deps(), false)).toEqual([
      { seq: 60, comparedFrom: null, fault: 'part 0 is missing' },
      { seq: 120, comparedFrom: null, fault: 'entry 120 of the journal has another hash' },
      { seq: 180, comparedFrom: null, fault: 'the journal ends at entry 150, before the snapshot' },
    ]);
  });

  test('a rebuild replaces all by one of the end, and reports which differed', async () => {
    await store(120, ({ state }) => {
      state.lastOrderId += 1;
    });
    const { seq, former } = await remakeSnapshots(deps(), { engineVersion: 'test', atMs: 1 });
    expect(seq).toBe(journal.entries.length);
    expect(former.map(({ fault }) => fault === null)).toEqual([true, false, true]);
    expect([...snapshots.stored.keys()]).toEqual([seq]);
    expect(await checkSnapshots(deps(), true)).toEqual([{ seq, comparedFrom: 0, fault: null }]);
  });
});
