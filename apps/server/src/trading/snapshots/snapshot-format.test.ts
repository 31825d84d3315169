import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testPolicy } from '../../../../../testkit/engine-scenario.ts';
import { MemorySnapshots } from '../../../../../testkit/memory-snapshots.ts';
import { chainHash, genesisHash } from '../hash-chain.ts';
import { createFold } from '../journal-fold.ts';
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
};

test('R-LED-15 the recorded journal gives the recorded snapshot: a change needs another format', async () => {
  const fold = createFold(testPolicy);
  let hash = genesisHash;
  for (const [at, [atMs, accountId, clientId, bodyHash, payload]] of recordedRows().entries()) {
    const entry = { seq: at + 1, atMs, accountId, clientId, bodyHash, payload };
    hash = chainHash(hash, entry);
    fold.take({ ...entry, hash });
  }
  const snapshots = new MemorySnapshots();
  const { parts, close } = encodeSnapshot(fold, 'recorded', 0);
  await snapshots.write(fold.seq, parts, close);
  const [head] = await snapshots.heads();
  if (head === undefined) throw new Error('There is a snapshot');
  // If this fails: raise `snapshotFormat`, convert the format before, and add the new checksum here.
  expect(head.checksum.toString('hex')).toBe(checksums[snapshotFormat]);
  const restored = createFold(testPolicy);
  restoreRecords(restored, head, await readSnapshot(snapshots, head));
  expect(isSnapshotOf(restored, head)).toBe(true);
});
