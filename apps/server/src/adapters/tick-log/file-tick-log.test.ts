import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoggedQuote } from '../../ports/market.ts';
import { FileTickLog, type FileTickLogOptions } from './file-tick-log.ts';
import { MirrorFolder } from './mirror-folder.ts';
import { headerBytes, recordBytes } from './tick-record.ts';

let folder: string;
let errors: Error[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticks-'));
  errors = [];
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  expect(errors).toEqual([]);
});

const quoteOf = (seq: number, source = 'test'): Quote => ({
  instrumentId: (1 + (seq % 3)) as InstrumentId,
  seq: 1_763_640_000_000_000 + seq,
  bid: (115_283 + seq) as Price,
  ask: (9_150_820_000 + seq) as Price,
  timeMs: 1_763_640_000_123 + seq,
  source,
});
const openLog = (options: Partial<FileTickLogOptions> = {}) =>
  FileTickLog.open({
    folder,
    source: 'test',
    bytesMax: 1e9,
    isSynced: true,
    onError: (error) => errors.push(error),
    ...options,
  });
async function readAll(log: FileTickLog, from = 0): Promise<LoggedQuote[]> {
  const all: LoggedQuote[] = [];
  for await (const logged of log.read(from)) all.push(logged);
  return all;
}
const files = () => readdirSync(folder).sort();

describe('tick log (R-MKT-15)', () => {
  it('reads back what was appended, exactly, from any offset', async () => {
    const log = await openLog();
    const offsets = Array.from({ length: 10_000 }, (_, seq) => log.append(quoteOf(seq)));
    expect(offsets).toEqual(Array.from({ length: 10_000 }, (_, offset) => offset));
    expect(log.nextOffset).toBe(10_000);
    expect(await readAll(log)).toEqual(offsets.map((offset) => ({ offset, quote: quoteOf(offset) })));
    expect((await readAll(log, 9_997)).map(({ offset }) => offset)).toEqual([9_997, 9_998, 9_999]);
    expect(await readAll(log, 10_000)).toEqual([]);
    await log.close();
  });

  it('writes by itself within some ten milliseconds', async () => {
    const log = await openLog();
    log.append(quoteOf(0));
    await expect.poll(() => statSync(join(folder, files()[0] ?? '')).size).toBe(headerBytes + recordBytes);
    await log.close();
  });

  it('counts everything before a skipped-to offset as stored', async () => {
    const log = await openLog();
    await log.skipTo(5_000);
    await log.stored(5_000);
    expect(log.append(quoteOf(0))).toBe(5_000);
    await log.stored(5_001);
    await log.close();
  });

  it('continues after a restart, and keeps each source with its quotes', async () => {
    const first = await openLog();
    for (let seq = 0; seq < 5; seq += 1) first.append(quoteOf(seq));
    await first.close();
    const second = await openLog();
    expect(second.append(quoteOf(5))).toBe(5);
    await second.close();
    const third = await openLog({ source: 'replay' });
    expect(third.append(quoteOf(6, 'replay'))).toBe(6);
    expect((await readAll(third)).map(({ quote }) => quote.source)).toEqual([...Array(6).fill('test'), 'replay']);
    await third.close();
  });

  it('R-MKT-42 keeps the source of each quote of a feed of several, over a restart', async () => {
    const sources = ['lp', 'bank', 'lp', 'venue', 'bank'];
    const first = await openLog({ source: 'lp,bank,venue' });
    for (const [seq, source] of sources.entries()) first.append(quoteOf(seq, source));
    expect(() => first.append(quoteOf(5, 'other'))).toThrow('other is a source of lp,bank,venue');
    await first.close();
    const second = await openLog({ source: 'lp,bank,venue' });
    expect((await readAll(second)).map(({ quote }) => quote)).toEqual(
      sources.map((source, seq) => quoteOf(seq, source)),
    );
    expect(files()).toHaveLength(1);
    await second.close();
  });

  it.each([
    ['a half record', (file: string) => appendFileSync(file, Buffer.alloc(13))],
    ['a record of rubbish', (file: string) => appendFileSync(file, Buffer.alloc(recordBytes, 7))],
    ['a last record cut short', (file: string) => truncateSync(file, headerBytes + 5 * recordBytes - 1)],
    [
      'a flipped bit in the last record',
      (file: string) => {
        const bytes = readFileSync(file);
        bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
    ],
  ])('cuts off %s and goes on after the last intact one', async (name, damage) => {
    const log = await openLog();
    for (let seq = 0; seq < 5; seq += 1) log.append(quoteOf(seq));
    await log.close();
    damage(join(folder, files()[0] ?? ''));
    const intact = name.includes('last record') ? 4 : 5;
    const again = await openLog();
    expect(again.nextOffset).toBe(intact);
    again.append(quoteOf(intact));
    expect((await readAll(again)).map(({ quote }) => quote)).toEqual(
      Array.from({ length: intact + 1 }, (_, seq) => quoteOf(seq)),
    );
    await again.close();
  });

  it('deletes a segment with an unfinished header', async () => {
    writeFileSync(join(folder, 'ticks-0000000000000000.log'), 'CAND');
    const log = await openLog();
    expect(log.append(quoteOf(0))).toBe(0);
    await log.close();
  });

  it('rotates, keeps to its size limit, and reads across segments', async () => {
    const bytesMax = 400 * recordBytes;
    const log = await openLog({ bytesMax });
    for (let seq = 0; seq < 2_000; seq += 1) {
      log.append(quoteOf(seq));
      if (seq % 10 === 9) await log.flush();
    }
    const kept = await readAll(log);
    expect(files().length).toBeGreaterThan(4);
    const bytes = files().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(bytesMax * 1.2);
    expect(kept.at(-1)?.offset).toBe(1_999);
    expect(kept.length).toBeGreaterThan(250);
    expect(
      kept.every(
        ({ offset, quote }, index) =>
          quote.seq === quoteOf(offset).seq && (index === 0 || offset === (kept[index - 1]?.offset ?? 0) + 1),
      ),
    ).toBe(true);
    await log.close();
    const again = await openLog({ bytesMax });
    expect(again.nextOffset).toBe(2_000);
    expect((await readAll(again, 1_990)).length).toBe(10);
    await again.close();
  });

  it('reports when appended quotes survive a crash', async () => {
    const log = await openLog();
    for (let seq = 0; seq < 5; seq += 1) log.append(quoteOf(seq));
    await log.stored(5);
    // Another start finds them, although this log was never closed.
    const found = await openLog();
    expect(found.nextOffset).toBe(5);
    await found.close();
    await expect(log.stored(3)).resolves.toBe(undefined);
    await log.close();
  });

  describe('on a disk that fails', () => {
    const handleOf = async (log: FileTickLog) => {
      await log.flush();
      const probe = await open(join(folder, files()[0] ?? ''));
      await probe.close();
      return Object.getPrototypeOf(probe) as typeof probe;
    };
    const isSettled = async (promise: Promise<unknown>) => {
      const pending = Symbol('pending');
      return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
    };

    it('a wait for ticks to be stored goes on when a mirror begins again', async () => {
      const mirror = await MirrorFolder.open({ folder, bytesMax: 1e9, isSynced: false, onError: () => undefined });
      await mirror.begin({ logId: 'log', offset: 100 });
      const stored = mirror.stored(120);
      await mirror.begin({ logId: 'log', offset: 50 });
      await mirror.begin({ logId: 'log', offset: 120 });
      await stored;
      await mirror.close();
    });

    it('a mirror begins at an earlier offset only when everything queued is stored', async () => {
      const onError = (error: Error) => errors.push(error);
      const mirror = await MirrorFolder.open({ folder, bytesMax: 1e9, isSynced: true, onError });
      await mirror.useSource('test');
      for (const seq of [0, 1, 2]) mirror.append(quoteOf(seq));
      await mirror.flush();
      const probe = await open(join(folder, files()[0] ?? ''));
      await probe.close();
      const failing = vi
        .spyOn(Object.getPrototypeOf(probe) as typeof probe, 'datasync')
        .mockRejectedValue(new Error('EIO: i/o error'));
      mirror.append(quoteOf(3));
      const stored = mirror.stored(4);
      await expect(mirror.begin({ logId: 'log', offset: 1 })).rejects.toThrow('EIO');
      expect(mirror.nextOffset).toBe(4);
      failing.mockRestore();
      await mirror.begin({ logId: 'log', offset: 1 });
      await stored;
      expect(mirror.nextOffset).toBe(1);
      await mirror.close();
      expect(errors.splice(0)).toHaveLength(1);
    });

    it.each(['write', 'datasync'] as const)(
      'counts nothing as stored while %s fails, and loses nothing',
      async (call) => {
        const log = await openLog();
        log.append(quoteOf(0));
        const failing = vi.spyOn(await handleOf(log), call).mockRejectedValue(new Error('EIO: i/o error'));
        for (const seq of [1, 2]) log.append(quoteOf(seq));
        const stored = log.stored(3);
        await expect(log.flush()).rejects.toThrow('EIO');
        await expect(log.flush()).rejects.toThrow('EIO');
        expect(log.isFailing).toBe(true);
        expect(await isSettled(stored)).toBe(false);
        expect(await isSettled(log.stored(1))).toBe(true);
        log.append(quoteOf(3));
        failing.mockRestore();
        await stored;
        await log.stored(4);
        expect(log.isFailing).toBe(false);
        // Reported once, and no additional file.
        expect(errors.splice(0).map(({ message }) => message)).toEqual(['EIO: i/o error']);
        expect(files()).toHaveLength(1);
        await log.close();
        const again = await openLog();
        expect((await readAll(again)).map(({ offset, quote }) => [offset, quote.seq])).toEqual(
          [0, 1, 2, 3].map((seq) => [seq, quoteOf(seq).seq]),
        );
        await again.close();
      },
    );

    it('keeps what fits into memory, then reports that it cannot continue', async () => {
      const lost: Error[] = [];
      const log = await openLog({ gatheredMaxBytes: 10 * recordBytes, onLost: (error) => lost.push(error) });
      const failing = vi.spyOn(await handleOf(log), 'datasync').mockRejectedValue(new Error('EIO: i/o error'));
      for (let seq = 0; seq < 10; seq += 1) log.append(quoteOf(seq));
      await expect(log.flush()).rejects.toThrow('EIO');
      expect(lost).toEqual([]);
      log.append(quoteOf(10));
      await expect(log.flush()).rejects.toThrow('EIO');
      await expect(log.flush()).rejects.toThrow('EIO');
      expect(lost.map(({ message }) => message)).toEqual([expect.stringMatching(/EIO.*start again/)]);
      failing.mockRestore();
      await log.close();
      errors.length = 0;
    });

    it('continues in the same file while a new segment cannot be created', async () => {
      const log = await openLog({ bytesMax: 80 * recordBytes });
      const failing = vi.spyOn(await handleOf(log), 'sync').mockRejectedValue(new Error('EIO: i/o error'));
      for (let seq = 0; seq < 30; seq += 1) log.append(quoteOf(seq));
      await expect(log.flush()).rejects.toThrow('EIO');
      await log.stored(30);
      log.append(quoteOf(30));
      await expect(log.flush()).rejects.toThrow('EIO');
      expect(files()).toHaveLength(1);
      failing.mockRestore();
      await log.flush();
      expect(files()).toHaveLength(2);
      log.append(quoteOf(31));
      expect((await readAll(log)).map(({ offset }) => offset)).toEqual(Array.from({ length: 32 }, (_, at) => at));
      await log.close();
      errors.length = 0;
    });

    it('syncs the folder for each new segment before its records count', async () => {
      const first = await openLog();
      const prototype = await handleOf(first);
      await first.close();
      const synced = vi.spyOn(prototype, 'sync');
      const log = await openLog({ bytesMax: 80 * recordBytes });
      const segments = files().length;
      for (let seq = 0; seq < 30; seq += 1) log.append(quoteOf(seq));
      await log.flush();
      expect(synced).toHaveBeenCalledTimes(1 + files().length - segments);
      synced.mockRestore();
      await log.close();
    });
  });

  it('deletes a segment that was created and never written to', async () => {
    const log = await openLog();
    for (let seq = 0; seq < 5; seq += 1) log.append(quoteOf(seq));
    await log.close();
    const bytes = readFileSync(join(folder, files()[0] ?? '')).subarray(0, headerBytes);
    const orphan = Buffer.from(bytes);
    orphan.writeDoubleLE(3, 8);
    writeFileSync(join(folder, 'ticks-0000000000000003.log'), orphan);
    const again = await openLog();
    expect(again.nextOffset).toBe(5);
    expect((await readAll(again, 4)).map(({ offset }) => offset)).toEqual([4]);
    await again.close();
  });
});
