import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { InstrumentId } from '@candor/domain/values/ids';
import { afterEach, describe, expect, it } from 'vitest';
import { HandFeed } from '../../../../../testkit/hand-feed.ts';
import { lineKinds } from '../../../../../testkit/line-rigs.ts';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { startTickRole } from '../../../../../testkit/tick-role.ts';
import { until } from '../../../../../testkit/until.ts';
import { MirrorFolder } from '../../adapters/tick-log/mirror-folder.ts';
import { quotedInstruments } from './create-market.ts';
import { createMarketView, createMirroredMarket } from './create-market-view.ts';
import { TickMirror } from './tick-mirror.ts';

const eurusd = 1 as InstrumentId;
const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

describe.each(lineKinds)('tick stream over $name (R-MKT-18, R-MKT-20)', ({ open }) => {
  it('a mirror and a view have every tick and the candles after a break of the line', async () => {
    const root = scratchFolder('ticks-');
    stops.push(() => rmSync(root, { recursive: true }));
    const rig = await open();
    stops.push(() => rig.close());
    const feed = new HandFeed([1]);
    const role = await startTickRole({ folder: join(root, 'market'), feed, clock, lines: await rig.serve() });
    stops.push(() => role.stop());
    const [line, other] = [rig.connect(), rig.connect()];
    stops.push(() => Promise.all([line.close(), other.close()]));
    const options = { folder: join(root, 'mirror'), bytesMax: 1e9, isSynced: false, onError: () => undefined };
    const log = await MirrorFolder.open(options);
    stops.push(() => log.close());
    const ignore = () => undefined;
    const callbacks = { onError: ignore, onGap: ignore, onNewLog: ignore, onFuture: ignore, latestMs: clock.nowMs };
    const mirror = new TickMirror({ log, line, clock, neededFrom: async () => null, ...callbacks });
    stops.push(() => mirror.stop());
    const instruments = quotedInstruments('open');
    const market = createMirroredMarket({ instruments, clock, mirror });
    const seen: number[] = [];
    market.onQuote((_quote, offset) => seen.push(offset));
    const view = createMarketView({ instruments, clock, line: other, history: null, onError: () => undefined });
    stops.push(() => [market.stop(), view.stop()]);
    await mirror.deliverFrom(0, market, () => Promise.resolve());
    const quote = (count: number) => {
      const from = role.log.nextOffset;
      for (let at = from; at < from + count; at += 1) feed.quote(1, 100_000 + (at % 9), 100_010, at * 50);
      feed.alive();
    };
    quote(100);
    await until('the first ticks', () => seen.length === 100 && view.market.day(eurusd) !== null);
    await rig.cut();
    quote(3_000);
    await until('a broken line', () => mirror.isAway || !line.isUp);
    await rig.restore();
    await until('all ticks', () => seen.length === 3_100);
    quote(50);
    await until('live ticks', () => seen.length === 3_150 && view.market.day(eurusd)?.volume === 3_150);
    expect(seen).toEqual(Array.from({ length: 3_150 }, (_, offset) => offset));
    expect(view.market.quote(eurusd)).toEqual(role.market.quote(eurusd));
    expect(view.market.day(eurusd)).toEqual(role.market.day(eurusd));
    expect(view.market.ageMs(eurusd)).toBeLessThan(5_000);
  });
});
