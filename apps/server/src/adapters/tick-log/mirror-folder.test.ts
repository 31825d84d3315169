import { readdirSync, rmSync } from 'node:fs';
import type { InstrumentId } from '@candor/domain/values/ids';
import { toPrice } from '@candor/domain/values/price';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { MirrorFolder } from './mirror-folder.ts';

it('R-MKT-19 a wait for ticks to be stored goes on when the log begins again', async () => {
  const folder = scratchFolder('mirror-folder-');
  const log = await MirrorFolder.open({ folder, bytesMax: 1e9, isSynced: false, onError: () => undefined });
  await log.begin({ logId: 'log', offset: 100 });
  const stored = log.stored(120);
  await log.begin({ logId: 'log', offset: 50 });
  expect(log.nextOffset).toBe(50);
  await log.begin({ logId: 'log', offset: 120 });
  await stored;
  await log.close();
  rmSync(folder, { recursive: true });
});

it('R-MKT-19 a reading that began before the source was known gives each tick its source', async () => {
  const folder = scratchFolder('mirror-folder-');
  const log = await MirrorFolder.open({ folder, bytesMax: 1e9, isSynced: false, onError: () => undefined });
  const reading = log.readPieces(0);
  await log.useSource('live');
  const prices = { bid: toPrice(100_000), ask: toPrice(100_010) };
  log.append({ instrumentId: 1 as InstrumentId, seq: 1, timeMs: 5, source: 'live', ...prices });
  await log.flush();
  const sources: string[] = [];
  for await (const piece of reading) sources.push(...piece.map(({ quote }) => quote.source));
  expect(sources).toEqual(['live']);
  await log.close();
  rmSync(folder, { recursive: true });
});

it('R-MKT-42 quotes of a feed of several sources share segments, each with its source', async () => {
  const folder = scratchFolder('mirror-folder-');
  const log = await MirrorFolder.open({ folder, bytesMax: 1e9, isSynced: false, onError: () => undefined });
  const prices = { bid: toPrice(100_000), ask: toPrice(100_010) };
  const take = async (seq: number, source: string) => {
    await log.useSource(source);
    log.append({ instrumentId: 1 as InstrumentId, seq, timeMs: 5, source, ...prices });
  };
  await take(0, 'lp');
  await log.describe({ source: 'lp,bank', hours: 'calendar', storeKey: 'several/1', instrumentIds: [] });
  for (const [at, source] of ['bank', 'lp', 'bank', 'lp'].entries()) await take(at + 1, source);
  await log.flush();
  const sources: string[] = [];
  for await (const piece of log.readPieces(0)) sources.push(...piece.map(({ quote }) => quote.source));
  expect(sources).toEqual(['lp', 'bank', 'lp', 'bank', 'lp']);
  expect(readdirSync(folder).filter((name) => name.startsWith('ticks-'))).toHaveLength(2);
  await log.close();
  rmSync(folder, { recursive: true });
});
