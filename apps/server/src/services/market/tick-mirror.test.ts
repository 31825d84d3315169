import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandFeed } from '../../../../../testkit/hand-feed.ts';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { TickLines } from '../../../../../testkit/tick-line.ts';
import { startTickRole, type TickRole, turns } from '../../../../../testkit/tick-role.ts';
import { until } from '../../../../../testkit/until.ts';
import { MirrorFolder } from '../../adapters/tick-log/mirror-folder.ts';
import { recordBytes } from '../../adapters/tick-log/tick-record.ts';
import { type TickPosition, tickPageMax, tickQuestions } from '../../ports/tick-stream.ts';
import { quotedInstruments } from './create-market.ts';
import { createMirroredMarket } from './create-market-view.ts';
import { TickMirror } from './tick-mirror.ts';

const eurusd = 1 as InstrumentId;
const gbpusd = 2 as InstrumentId;
const startMs = 1_800_000_000_000;
const clock = { nowMs: () => startMs, monotonicMs: () => performance.now() };

let root: string;
let feed: HandFeed;
let lines: TickLines;
const stops: (() => Promise<void>)[] = [];
beforeEach(() => {
  root = scratchFolder('mirror-');
  feed = new HandFeed([1, 2]);
  lines = new TickLines();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0).toReversed()) await stop();
  rmSync(root, { recursive: true });
});

const reach = (check: () => boolean) =>
  until('the expected state of the mirror', async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    await turns();
    return check();
  });

let quoted = 0;
/** Lets the feed deliver quotes of one instrument, in turns of 500. */
async function quote(count: number, id: number = eurusd): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    quoted += 1;
    feed.quote(id, 100_000 + (quoted % 50), 100_060, startMs - 1_000_000_000 + quoted);
    if (at % 500 === 499) await turns(2);
  }
}

async function openRole(options: Partial<Parameters<typeof startTickRole>[0]> = {}): Promise<TickRole> {
  const role = await startTickRole({ folder: join(root, 'market'), feed, clock, lines, ...options });
  stops.push(() => role.stop());
  // The first heartbeat shows that the feed has delivered what it missed.
  feed.alive();
  return role;
}

interface MirrorOptions {
  readonly needed?: TickPosition | null;
  readonly from?: number;
  readonly whenDrained?: () => Promise<void>;
  readonly folder?: string;
}

async function openMirror({ needed = null, from = 0, whenDrained, folder = 'mirror' }: MirrorOptions = {}) {
  const options = { folder: join(root, folder), bytesMax: 1e9, isSynced: false, onError: () => undefined };
  const log = await MirrorFolder.open(options);
  const news: unknown[] = [];
  const seen: { quote: Quote; offset: number }[] = [];
  const mirror = new TickMirror({
    log,
    line: lines.line,
    clock,
    neededFrom: async () => needed,
    onError: () => undefined,
    onGap: (gap) => news.push(gap),
    onNewLog: (before, now) => news.push({ before, now }),
    latestMs: () => startMs,
    onFuture: (count) => news.push({ future: count }),
  });
  const market = createMirroredMarket({ instruments: quotedInstruments('open'), clock, mirror });
  market.onQuote((quote, offset) => seen.push({ quote, offset }));
  const stop = async () => {
    await mirror.stop();
    market.stop();
    await log.close();
  };
  stops.push(() => stop().catch(() => undefined));
  const delivering = mirror.deliverFrom(from, market, whenDrained ?? (() => Promise.resolve()));
  return { mirror, market, log, news, seen, stop, delivering };
}

const offsetsOf = (seen: readonly { offset: number }[]) => seen.map(({ offset }) => offset);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('mirror of the tick log (R-MKT-18, R-MKT-19)', () => {
  it('ticks that the market role has deleted meanwhile are reported as a gap and skipped', async () => {
    // Eight segments of 100 ticks.
    const role = await openRole({ bytesMax: 800 * (recordBytes + 1) });
    await quote(100);
    const first = await openMirror();
    await reach(() => first.mirror.isCaughtUp);
    lines.cut();
    await first.stop();
    for (let at = 0; at < 60; at += 1) {
      await quote(300);
      await role.log.flush();
    }
    await reach(() => role.log.nextOffset === 18_100);
    // A restart of the market role forgets the ticks in its memory.
    role.cut();
    await role.stop();
    await openRole({ bytesMax: 800 * (recordBytes + 1) });
    lines.mend();
    const again = await openMirror({ from: 100 });
    await reach(() => again.mirror.isCaughtUp);
    const [gap] = again.news as { logId: string; offset: number; untilOffset: number }[];
    expect(again.news).toHaveLength(1);
    expect(gap).toMatchObject({ logId: 'log', offset: 100 });
    expect(gap?.untilOffset).toBeGreaterThan(10_000);
    expect(again.mirror.gaps).toBe(1);
    expect(offsetsOf(again.seen)).toEqual(range(gap?.untilOffset ?? 0, 18_100));
  });

  it('a market role that lost its disk begins above every offset used; the mirror keeps its segments', async () => {
    const role = await openRole();
    await quote(50);
    const { mirror, log, news, seen } = await openMirror();
    await reach(() => mirror.isCaughtUp);
    role.cut();
    await role.stop();
    await openRole({ folder: join(root, 'new'), logId: 'new', usedOffset: 45 });
    await quote(10);
    await reach(() => mirror.nextOffset === 10_000_055 && mirror.isCaughtUp);
    expect(news).toEqual([{ before: { logId: 'log', offset: 50 }, now: { logId: 'new', offset: 10_000_045 } }]);
    expect(mirror.id).toBe('new');
    expect(offsetsOf(seen)).toEqual([...range(0, 50), ...range(10_000_045, 10_000_055)]);
    const logged: number[] = [];
    for await (const { offset } of log.read(0)) logged.push(offset);
    expect(logged).toEqual(offsetsOf(seen));
    await mirror.stored(10_000_055);
  });

  it('a market role that takes over and gives back delivers no tick twice', async () => {
    const first = await openRole();
    await quote(50);
    const { mirror, news, seen } = await openMirror();
    await reach(() => mirror.isCaughtUp);
    first.cut();
    await first.stop();
    const second = await openRole({ folder: join(root, 'other'), logId: 'other', usedOffset: 50 });
    await quote(10);
    await reach(() => mirror.id === 'other' && mirror.nextOffset === second.log.nextOffset);
    second.cut();
    await second.stop();
    // The first log still holds its old ticks, below those of the other one.
    await openRole({ usedOffset: second.log.nextOffset });
    await quote(5);
    await reach(() => mirror.id === 'log' && mirror.isCaughtUp);
    const offsets = [...range(0, 50), ...range(10_000_050, 10_000_060), ...range(20_000_060, 20_000_065)];
    expect(offsetsOf(seen)).toEqual(offsets);
    expect(news).toHaveLength(3);
  });

  it('a status older than the ticks that arrived before it is no log that went back', async () => {
    await openRole();
    await quote(50);
    const { mirror, log, news, seen } = await openMirror();
    await reach(() => mirror.isCaughtUp);
    const held: (() => void)[] = [];
    lines.answersMayArrive = (name) =>
      name === tickQuestions.status ? new Promise((resolve) => held.push(resolve)) : Promise.resolve();
    await reach(() => held.length > 0);
    await quote(10);
    await reach(() => mirror.nextOffset === 60);
    lines.answersMayArrive = () => Promise.resolve();
    const begin = vi.spyOn(log, 'begin');
    for (const release of held) release();
    await quote(10);
    await reach(() => mirror.nextOffset === 70 && mirror.isCaughtUp);
    expect(begin).not.toHaveBeenCalled();
    expect(news).toEqual([]);
    expect(offsetsOf(seen)).toEqual(range(0, 70));
  });

  it('another log with lower offsets is copied from its start, and each of its ticks is delivered', async () => {
    const role = await openRole();
    await quote(50);
    const { mirror, log, news, seen } = await openMirror();
    await reach(() => mirror.isCaughtUp);
    await mirror.skipTo(50);
    role.cut();
    await role.stop();
    await openRole({ folder: join(root, 'new'), logId: 'new' });
    await quote(10);
    await reach(() => mirror.id === 'new' && mirror.isCaughtUp);
    expect(news).toHaveLength(1);
    expect(offsetsOf(seen)).toEqual([...range(0, 50), ...range(0, 10)]);
    // The new log does not hold the processed ticks of the old one.
    const stored = vi.spyOn(log, 'stored');
    await mirror.stored(10);
    expect(stored).toHaveBeenCalledWith(10);
  });

  it('reads missed ticks in bounded pages, the next one only when the core has taken the last', async () => {
    const role = await openRole();
    await quote(5 * tickPageMax);
    const first = await openMirror();
    await reach(() => first.mirror.isCaughtUp);
    let release: () => void = () => undefined;
    const gate = { isOpen: true };
    let taken = () => 0;
    // A slow disk may end the flush of an earlier page only after the gate is closed: that one passes.
    const whenDrained = () =>
      gate.isOpen || taken() === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => ((release = resolve), undefined));
    await first.stop();
    const { mirror, seen } = await openMirror({ from: 5 * tickPageMax, whenDrained });
    taken = () => seen.length;
    await reach(() => mirror.isCaughtUp);
    lines.cut();
    await quote(3 * tickPageMax);
    await role.published();
    gate.isOpen = false;
    lines.asked.clear();
    lines.mend();
    await reach(() => seen.length === tickPageMax);
    await turns(200);
    expect(seen).toHaveLength(tickPageMax);
    expect(lines.asked.get(tickQuestions.read)).toBe(1);
    expect(mirror.isCaughtUp).toBe(false);
    gate.isOpen = true;
    release();
    await reach(() => mirror.isCaughtUp);
    expect(offsetsOf(seen)).toEqual(range(5 * tickPageMax, 8 * tickPageMax));
    expect(lines.asked.get(tickQuestions.read)).toBe(3);
  });

  it('live ticks cost one message a turn and no question; twice the ticks cost no more than twice', async () => {
    const role = await openRole();
    const { mirror, seen } = await openMirror();
    await quote(1);
    await reach(() => mirror.isCaughtUp);
    const costs: { pushed: number; bytes: number; asked: number }[] = [];
    for (const bursts of [20, 40]) {
      const before = { pushed: lines.pushed, bytes: lines.pushedBytes };
      lines.asked.clear();
      const had = seen.length;
      for (let at = 0; at < bursts; at += 1) {
        await quote(50);
        await role.log.stored(role.log.nextOffset);
        await turns();
      }
      expect(seen.length - had).toBe(bursts * 50);
      const asked = [...lines.asked.values()].reduce((sum, count) => sum + count, 0);
      costs.push({ pushed: lines.pushed - before.pushed, bytes: lines.pushedBytes - before.bytes, asked });
    }
    const [once, twice] = costs;
    expect(once?.asked).toBe(0);
    expect(once?.pushed).toBeLessThanOrEqual(20);
    expect(twice?.pushed).toBeLessThanOrEqual(40);
    expect(twice?.bytes).toBeLessThan(2.1 * (once?.bytes ?? 0));
    expect((once?.bytes ?? 0) / 1_000).toBeLessThan(100);
  });

  it('a new mirror copies what the core needs, with the prices before; an old one skips what it no longer needs', async () => {
    const role = await openRole();
    await quote(30_000);
    await role.published();
    const fresh = await openMirror({ needed: { logId: 'log', offset: 29_000 }, from: 29_000 });
    await reach(() => fresh.mirror.isCaughtUp);
    const logged: number[] = [];
    for await (const { offset } of fresh.log.read(0)) logged.push(offset);
    expect(logged).toEqual(range(9_000, 30_000));
    expect(offsetsOf(fresh.seen)).toEqual(range(29_000, 30_000));
    await fresh.stop();
    await quote(40_000);
    await role.published();
    const old = await openMirror({ needed: { logId: 'log', offset: 69_990 }, from: 69_990 });
    await reach(() => old.mirror.isCaughtUp);
    expect(offsetsOf(old.seen)).toEqual(range(69_990, 70_000));
    expect(old.news).toEqual([]);
    expect(lines.asked.get(tickQuestions.read) ?? 0).toBeLessThan(30);
  });

  it('R-TIME-06 leaves out logged ticks of the future at a start, unless the feed has recorded times', async () => {
    for (const [storeKey, kept] of [['test', 5] as const, [null, 8] as const]) {
      const folder = `future-${storeKey}`;
      feed = Object.assign(new HandFeed([1, 2]), { storeKey });
      const ahead = { ...clock, nowMs: () => startMs + 3_600_000 };
      const role = await openRole({ folder: join(root, `market-${storeKey}`), clock: ahead });
      await quote(5);
      for (let at = 0; at < 3; at += 1) feed.quote(eurusd, 100_000 + at, 100_060, startMs + 3_000_000 + at);
      const first = await openMirror({ folder });
      await reach(() => first.mirror.isCaughtUp && first.mirror.nextOffset === 8);
      await first.stop();
      const again = await openMirror({ folder });
      await again.delivering;
      expect(offsetsOf(again.seen)).toEqual(range(0, kept));
      expect(again.news.slice(0, 1)).toEqual(kept === 8 ? [] : [{ future: 3 }]);
      role.cut();
    }
  });

  it('logs a quiet instrument’s last price again, which the core does not see twice, and restores it at a start', async () => {
    const role = await openRole();
    await quote(1, gbpusd);
    await quote(25_000);
    await reach(() => role.log.nextOffset >= 25_003);
    await role.published();
    const repeats: number[] = [];
    for await (const { quote: one, offset } of role.log.read(0)) if (one.instrumentId === gbpusd) repeats.push(offset);
    expect(repeats.length).toBeGreaterThanOrEqual(3);
    const first = await openMirror();
    await reach(() => first.mirror.isCaughtUp);
    expect(first.seen.filter((one) => one.quote.instrumentId === gbpusd)).toHaveLength(1);
    const { nextOffset } = first.mirror;
    await first.stop();
    const again = await openMirror({ from: nextOffset });
    await again.delivering;
    expect(again.market.quote(gbpusd)).toEqual(role.market.quote(gbpusd));
    feed.alive();
    await reach(() => again.market.ageMs(gbpusd) < 5_000);
  });

  it('publishes no tick before the tick log has stored it', async () => {
    const role = await openRole();
    const { mirror, seen } = await openMirror();
    await reach(() => lines.asked.has(tickQuestions.status) && !mirror.isAway);
    await turns(200);
    const { pushed } = lines;
    const waiting: (() => void)[] = [];
    const store = role.log.stored.bind(role.log);
    role.log.stored = (offset) => new Promise<void>((resolve) => waiting.push(resolve)).then(() => store(offset));
    await quote(5);
    feed.alive();
    await turns(200);
    expect(seen).toEqual([]);
    expect(lines.pushed).toBe(pushed);
    waiting[0]?.();
    await reach(() => seen.length === 5);
  });

  it('takes nothing more while its disk fails, and reads on afterwards', async () => {
    const role = await openRole();
    const { mirror, log, seen } = await openMirror();
    await quote(10);
    await reach(() => mirror.isCaughtUp && seen.length === 10);
    let isFailing = true;
    Object.defineProperty(log, 'isFailing', { get: () => isFailing });
    const mend: (() => void)[] = [];
    log.stored = () => new Promise<void>((resolve) => mend.push(resolve));
    const before = lines.pushed;
    while (lines.pushed < before + 400) {
      await quote(3);
      await turns(2);
    }
    expect(mirror.nextOffset).toBe(10);
    expect(mirror.isFailing).toBe(true);
    isFailing = false;
    lines.asked.clear();
    for (const resolve of mend) resolve();
    await reach(() => mirror.nextOffset === role.log.nextOffset);
    expect(offsetsOf(seen)).toEqual(range(0, role.log.nextOffset));
    // Messages that found no place were dropped and read.
    expect(lines.asked.get(tickQuestions.read)).toBeGreaterThan(0);
  });

  it('knows its log after a restart; without the file of facts it copies again', async () => {
    await openRole();
    await quote(30);
    const first = await openMirror();
    await reach(() => first.mirror.isCaughtUp);
    await first.stop();
    const again = await MirrorFolder.open({
      folder: join(root, 'mirror'),
      bytesMax: 1e9,
      isSynced: true,
      onError() {},
    });
    expect(again).toMatchObject({ logId: 'log', nextOffset: 30, feed: { source: 'test', hours: 'always' } });
    await again.close();
    writeFileSync(join(root, 'mirror', 'mirror.json'), '{"logId":');
    const fresh = await openMirror();
    expect(fresh.log.nextOffset).toBe(0);
    await reach(() => fresh.mirror.isCaughtUp);
    expect(fresh.mirror.nextOffset).toBe(30);
  });
});
