import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { movedMax } from '@candor/domain/engine/funds/approvals';
import { stateRecords } from '@candor/domain/engine/state-records';
import { describe, expect, test } from 'vitest';
import { testPolicy } from '../../../../../testkit/engine-scenario.ts';
import { MemorySnapshots } from '../../../../../testkit/memory-snapshots.ts';
import type { SnapshotHead, SnapshotPart } from '../../ports/snapshots.ts';
import { chainHash, genesisHash } from '../hash-chain.ts';
import { createFold } from '../journal-fold.ts';
import { type AnyRecord, convertRecords, isSameHistory } from './convert-records.ts';
import { encodeSnapshot, isSnapshotOf, readSnapshot, restoreRecords, snapshotFormat } from './snapshot-format.ts';

type Row = [atMs: number, accountId: number | null, clientId: string | null, bodyHash: string | null, payload: string];

/** Entries of a random history that were stored once; never recorded again. */
function recordedRows(): Row[] {
  const file = new URL('../../../../../testkit/recorded-journal.jsonl.gz', import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

/** Checksum of the recorded journal's snapshot, by format. */
const checksums: Readonly<Record<number, string>> = {
  1: '6c7599d0f39fbc5183f0d44750a0b0f503a9e2f107aa525aea0e309d5e6c2290',
  2: '86626b878d57152690a42e7010b4fa8b9c544b1270a5cf877fcc5ee88ad567fb',
  3: '46978046cdb77237c2df1122f93111f13155a0d36af58996cfbd99bdc0b1684e',
  4: 'c183b5d83921f5b8372750b6fe40a97990483a55e1d9aef470a4e36e5f3b56fa',
  5: 'ec86bd94df715a04fe4013971bdbc5d56dabe47fff31c6b1ae41ff5e36e24184',
};

/** Fold of the recorded journal. */
function recordedFold() {
  const fold = createFold(testPolicy);
  let hash = genesisHash;
  for (const [at, [atMs, accountId, clientId, bodyHash, payload]] of recordedRows().entries()) {
    const entry = { seq: at + 1, atMs, accountId, clientId, bodyHash, payload };
    hash = chainHash(hash, entry);
    fold.take({ ...entry, hash });
  }
  return fold;
}

test('R-LED-15 the recorded journal gives the recorded snapshot: a change needs another format', async () => {
  const fold = recordedFold();
  const snapshots = new MemorySnapshots();
  const { parts, close } = encodeSnapshot(fold, 'recorded', 0);
  await snapshots.write(fold.seq, parts, close);
  const [head] = await snapshots.heads();
  if (head === undefined) throw new Error('There is a snapshot');
  // If this fails: raise `snapshotFormat`, convert the format before, and add the new checksum here.
  expect(head.checksum.toString('hex')).toBe(checksums[snapshotFormat]);
  const restored = createFold(testPolicy);
  const records = await readSnapshot(snapshots, head);
  restoreRecords(restored, head, records);
  expect(isSnapshotOf(restored, head, records)).toBe(true);
});

/** Snapshot of an older format as it was stored, of the recorded journal. */
function storedSnapshot(format: 1 | 2 | 3 | 4): {
  readonly head: SnapshotHead;
  readonly parts: readonly SnapshotPart[];
} {
  const file = new URL(`../../../../../testkit/recorded-snapshot-${format}.json.gz`, import.meta.url);
  const { head, parts } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
    head: SnapshotHead & { hash: string; checksum: string };
    parts: { part: number; text: string; checksum: string }[];
  };
  const bytesOf = (hex: string) => Buffer.from(hex, 'hex');
  return {
    head: { ...head, hash: bytesOf(head.hash), checksum: bytesOf(head.checksum) },
    parts: parts.map(({ part, text, checksum }) => ({ part, bytes: gzipSync(text), checksum: bytesOf(checksum) })),
  };
}

test.each([1, 2, 3, 4] as const)(
  'R-LED-28 a stored snapshot of format %i gives what the journal gives',
  async (format) => {
    const { head, parts } = storedSnapshot(format);
    const snapshots = new MemorySnapshots();
    await snapshots.write(head.seq, parts, () => head);
    const records = await readSnapshot(snapshots, head);
    const restored = createFold(testPolicy);
    restoreRecords(restored, head, records);
    const fold = recordedFold();
    expect(isSnapshotOf(fold, head, records)).toBe(true);
    expect([...stateRecords(restored.state)]).toEqual([...stateRecords(fold.state)]);
    fold.state.forgottenPayments.credited += 1;
    expect(isSnapshotOf(fold, head, records)).toBe(false);
  },
);

test('R-LED-28 a snapshot of an unknown or newer format is refused by name', async () => {
  const { head } = storedSnapshot(1);
  for (const format of [0, snapshotFormat + 1])
    await expect(readSnapshot(new MemorySnapshots(), { ...head, format })).rejects.toMatchObject({
      message: `format ${format} of version recorded is not format ${snapshotFormat} of this program`,
      isOfOtherFormat: true,
    });
});

describe('R-LED-28 R-FND-31 amounts that format 2 had forgotten by time', () => {
  const dayMs = 24 * 3_600_000;
  const accountOf = (deposit: readonly (readonly [atMs: number, amount: bigint])[], isMarginCalled = false) =>
    ['accounts', { id: 7, movedFunds: { deposit: moved(deposit), withdrawal: [] }, isMarginCalled }] as AnyRecord;
  const moved = (list: readonly (readonly [atMs: number, amount: bigint])[]) =>
    list.map(([atMs, amount]) => ({ atMs, amount }));
  const isSame = (one: AnyRecord, other: AnyRecord) => isSameHistory([one], [other]) && isSameHistory([other], [one]);
  const replayed = accountOf([
    [0, 5n],
    [1, 6n],
    [dayMs + 1, 7n],
    [dayMs + 2, 8n],
  ]);
  const later = [
    [dayMs + 1, 7n],
    [dayMs + 2, 8n],
  ] as const;

  test('may lack in a snapshot that continues one of format 2', () => {
    expect(isSame(accountOf(later), replayed)).toBe(true);
    expect(isSame(accountOf([[1, 6n], ...later]), replayed)).toBe(true);
  });

  test('differ by nothing else', () => {
    const [first] = later;
    for (const other of [
      accountOf([]),
      accountOf([first]),
      accountOf([first, [dayMs + 2, 9n]]),
      accountOf([[2, 6n], ...later]),
      accountOf(later, true),
    ])
      expect(isSame(other, replayed)).toBe(false);
    // Younger than a day when the later one came.
    expect(
      isSame(
        accountOf([[dayMs, 6n]]),
        accountOf([
          [1, 5n],
          [dayMs, 6n],
        ]),
      ),
    ).toBe(false);
    expect(isSameHistory([accountOf(later)], [accountOf(later), ['lastOrderId', 1]])).toBe(false);
  });

  test('are part of the sum that begins a full list', () => {
    const rest = Array.from({ length: movedMax - 1 }, (_, at) => [dayMs + at, 1n] as const);
    expect(isSame(accountOf([[dayMs - 1, 1n], ...rest]), accountOf([[dayMs - 1, 9n], ...rest]))).toBe(true);
    expect(isSame(accountOf([[dayMs - 1, 1n], ...rest]), accountOf([[dayMs - 2, 1n], ...rest]))).toBe(false);
  });

  test('are joined to the maximum of format 3', () => {
    const list = Array.from({ length: movedMax + 3 }, (_, at) => [at, 1n] as const);
    const converted = convertRecords([accountOf(list)], 2, 3) ?? [];
    expect(converted).toEqual([accountOf([[3, 4n], ...list.slice(4)])]);
  });
});

test('R-LED-28 the conversion to format 2 keeps the newest payments and counts the others', () => {
  const credits = Array.from({ length: 10_003 }, (_, at): AnyRecord => ['creditedPayments', [`1/${at}`, {}]]);
  const paid: AnyRecord = ['payoutPayments', '1/x'];
  const converted = convertRecords([...credits, paid, ['lastOrderId', 1]], 1, 2) ?? [];
  expect(converted).toHaveLength(10_003);
  expect(converted[0]).toEqual(credits[3]);
  expect(converted.slice(-3)).toEqual([paid, ['forgottenPayments', { credited: 3, paid: 0 }], ['lastOrderId', 1]]);
});
