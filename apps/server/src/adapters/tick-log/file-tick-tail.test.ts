import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileTickLog } from './file-tick-log.ts';
import { openFileTickTail } from './file-tick-tail.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-tail-'));
  writeFileSync(join(folder, 'log.id'), 'an-id\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the end of a tick log (R-LOG-06)', () => {
  test('is read beside its writer over several segments, and nothing of it changes', async () => {
    const options = { folder, source: 'test', isSynced: false, onError: () => undefined };
    // Segments of some 100 records; the oldest are deleted.
    const log = await FileTickLog.open({ ...options, bytesMax: 8 * 4_000 });
    const tail = openFileTickTail(folder);
    expect(await tail.end()).toEqual({ logId: 'an-id', offset: 0 });
    for (let round = 0; round < 12; round += 1) {
      for (let at = 0; at < 100; at += 1) {
        const seq = round * 100 + at;
        log.append({
          instrumentId: 1 as InstrumentId,
          seq,
          bid: 1 as Price,
          ask: 2 as Price,
          timeMs: seq,
          source: 'test',
        });
      }
      await log.flush();
    }
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(4);
    expect((await tail.end()).offset).toBe(1_200);
    const seqs = async (from: number, limit: number) => (await tail.read(from, limit)).map(({ quote }) => quote.seq);
    const last = Array.from({ length: 350 }, (_, at) => 850 + at);
    expect(await seqs(850, 1_000)).toEqual(last);
    expect(await seqs(850, 123)).toEqual(last.slice(0, 123));
    expect(await seqs(1_200, 10)).toEqual([]);
    // Older ones are gone: reading begins with the oldest that is stored.
    const [oldest = 0] = await seqs(0, 1);
    expect(oldest).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual(files);
    await log.close();
  });
});
