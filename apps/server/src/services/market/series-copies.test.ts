import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import type { Price } from '@candor/domain/values/price';
import { expect, it } from 'vitest';
import { turns } from '../../../../../testkit/tick-role.ts';
import type { StreamedTick } from '../../ports/tick-stream.ts';
import { SeriesCopies } from './series-copies.ts';
import { encodeMinutes } from './tick-codec.ts';

const id = 1 as InstrumentId;
const minute = (timeMs: number, volume: number): Candle => ({ timeMs, open: 5, high: 5, low: 5, close: 5, volume });
const tickAt = (offset: number): StreamedTick => ({
  offset,
  quote: { instrumentId: id, seq: offset, bid: 5 as Price, ask: 6 as Price, timeMs: 60_000 + offset, source: 'test' },
  confirmedMs: 0,
  isRestated: false,
  isRepeat: false,
});

/** A market role that answers when the test says so. */
function openCopies() {
  const asked: ((next: number, volume: number, version?: number) => void)[] = [];
  const line = {
    ask: () =>
      new Promise<Uint8Array>((resolve) => {
        asked.push((next, volume, version = 1) => {
          const page = { run: 'a', version, cutMs: 0, next, minutes: [minute(60_000, volume)], hasMore: false };
          resolve(encodeMinutes(page));
        });
      }),
    follow: () => () => undefined,
  };
  const copies = new SeriesCopies({ ids: [id], line, minutesMax: 100, onError: () => undefined });
  copies.renew('a', [{ id, version: 1 }]);
  return { copies, asked, volume: () => copies.find(id)?.forming('1min')?.volume };
}

it('a copy takes up the ticks that arrived while it was under way, each once (R-MKT-20)', async () => {
  const { copies, asked, volume } = openCopies();
  for (const offset of [10, 11, 12, 13]) copies.fold(tickAt(offset));
  asked[0]?.(12, 100);
  await turns();
  expect(volume()).toBe(102);
  copies.fold(tickAt(14));
  expect(volume()).toBe(103);
  copies.fold({ ...tickAt(15), isRestated: true });
  copies.fold({ ...tickAt(16), isRepeat: true });
  expect(volume()).toBe(103);
});

it('a copy that was under way when ticks were missed is not used (R-MKT-20)', async () => {
  const { copies, asked, volume } = openCopies();
  copies.renewAll();
  asked[0]?.(12, 100);
  await turns();
  expect(volume()).toBe(undefined);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.(20, 108);
  await turns();
  expect(volume()).toBe(108);
});

it('a copy of an older version than announced is not used (R-MKT-20)', async () => {
  const { copies, asked, volume } = openCopies();
  copies.renew('a', [{ id, version: 2 }]);
  asked[0]?.(12, 100);
  await expect.poll(() => asked.length).toBe(2);
  expect(volume()).toBe(undefined);
  asked[1]?.(12, 50, 2);
  await turns();
  expect(volume()).toBe(50);
});
