import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { formatLsn, segmentName, type WalSource } from '../../ports/backup.ts';
import { BackupFolder } from './backup-folder.ts';
import { WalShipper } from './wal-shipper.ts';

const root = scratchFolder('candor-shipper-');
afterAll(() => rmSync(root, { recursive: true, force: true }));
const segmentBytes = 4_096;
const walFolder = join(root, 'pg_wal');
mkdirSync(walFolder);
for (let segment = 0; segment < 8; segment += 1)
  writeFileSync(join(walFolder, segmentName(1, BigInt(segment), segmentBytes)), Buffer.alloc(segmentBytes));
let turn = 0;

/** Copies WAL up to `before`, then up to segment 5 while only segments from `kept` on are reserved. */
async function copiedTwice(before: number, kept: number) {
  turn += 1;
  const folder = new BackupFolder(join(root, `backup-${turn}`), Buffer.alloc(32));
  await folder.claim('writer', { wasClaimed: false });
  let [reserved, lsn] = [0, before];
  const source: WalSource = {
    keep: async () => BigInt(reserved),
    position: async () => ({ lsn: BigInt(lsn), timeline: 1, segmentBytes, atMs: 1 }),
    release: async () => undefined,
  };
  const shipper = new WalShipper({ source, walFolder, folder });
  await shipper.step();
  [reserved, lsn] = [kept * segmentBytes, 5 * segmentBytes];
  return shipper.step();
}

const at = (bytes: number) => formatLsn(BigInt(bytes));

test('R-OPS-91 a gap of one segment is named, and none is where the next one follows', async () => {
  const inSegment2 = 2 * segmentBytes + 100;
  expect((await copiedTwice(inSegment2, 2)).gap).toBeNull();
  expect((await copiedTwice(inSegment2, 3)).gap).toEqual({ from: at(inSegment2), to: at(3 * segmentBytes) });
  expect((await copiedTwice(3 * segmentBytes, 3)).gap).toBeNull();
  expect((await copiedTwice(3 * segmentBytes, 4)).gap).toEqual({
    from: at(3 * segmentBytes),
    to: at(4 * segmentBytes),
  });
});
