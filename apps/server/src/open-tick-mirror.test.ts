import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { HandFeed } from '../../../testkit/hand-feed.ts';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { TickLines } from '../../../testkit/tick-line.ts';
import { startTickRole, type TickRole } from '../../../testkit/tick-role.ts';
import { until } from '../../../testkit/until.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { MirrorFolder } from './adapters/tick-log/mirror-folder.ts';
import type { Start } from './open-adapters.ts';
import { openTickMirror } from './open-tick-mirror.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

it('opens a mirror that copies what the lease row names, and notes another log there (R-MKT-19)', async () => {
  const root = scratchFolder('mirror-');
  stops.push(async () => rmSync(root, { recursive: true }));
  const lines = new TickLines();
  const feed = new HandFeed([1]);
  const startRole = async (folder: string, logId: string, usedOffset: number): Promise<TickRole> => {
    const role = await startTickRole({
      folder: join(root, folder),
      feed,
      clock: systemClock,
      lines,
      logId,
      usedOffset,
    });
    stops.push(() => role.stop());
    return role;
  };
  const role = await startRole('a', 'first', 0);
  for (let at = 0; at < 100; at += 1) feed.quote(1, 100_000 + at, 100_010 + at, at);
  await role.log.flush();
  const logged: unknown[] = [];
  const used: unknown[] = [];
  let tries = 0;
  const log = { error: (about: unknown) => logged.push(about) } as unknown as Start['log'];
  const config = { dataDir: root, tickLogMaxBytes: 1e9 };
  const lease = {
    tickPosition: async () => ({ logId: 'first', offset: 60 }),
    useTickLog: async (...about: unknown[]) => {
      tries += 1;
      if (tries === 1) throw new Error('the database is away');
      return used.push(about) > 0;
    },
  };
  const start = { config, log, fail: (error: Error) => logged.push(error), stops };
  const mirror = await openTickMirror(start, { line: lines.line, lease, epoch: () => 7 });
  expect(await mirror.whenCurrent(10_000)).toBe(true);
  expect([mirror.id, mirror.nextOffset, mirror.hasRecentGap]).toEqual(['first', 100, false]);
  await expect(openTickMirror({ ...start, stops: [] }, { line: lines.line, lease, epoch: () => 7 })).rejects.toThrow();
  role.cut();
  await role.stop();
  await startRole('b', 'second', 60);
  feed.quote(1, 100_000, 100_010, 1_000);
  await until('the new log', () => mirror.id === 'second' && mirror.nextOffset === 10_000_061);
  await until('the lease row', () => used.length > 0);
  expect(used).toEqual([[7, 'second']]);
  expect(mirror.hasRecentGap).toBe(true);
  expect(logged).toHaveLength(2);
});

it('a leader whose disk fails ends, so that another core takes over; one that waits does not (R-LED-43)', async () => {
  const root = scratchFolder('mirror-');
  stops.push(async () => rmSync(root, { recursive: true }));
  const lines = new TickLines();
  const role = await startTickRole({ folder: join(root, 'a'), feed: new HandFeed([1]), clock: systemClock, lines });
  stops.push(() => role.stop());
  const ended: string[] = [];
  const log = { error: () => undefined } as unknown as Start['log'];
  const config = { dataDir: root, tickLogMaxBytes: 1e9 };
  const start = { config, log, fail: (error: Error) => ended.push(error.message), stops };
  const lease = { tickPosition: async () => null, useTickLog: async () => true };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let nowMs = 0;
  vi.spyOn(systemClock, 'monotonicMs').mockImplementation(() => nowMs);
  const failing = vi.spyOn(MirrorFolder.prototype, 'isFailing', 'get').mockReturnValue(false);
  const pass = (ms: number) => {
    for (let at = 0; at < ms; at += 500) {
      nowMs += 500;
      vi.advanceTimersByTime(500);
    }
  };
  let epoch: number | null = null;
  await openTickMirror(start, { line: lines.line, lease, epoch: () => epoch });
  failing.mockReturnValue(true);
  pass(10_000);
  epoch = 7;
  pass(2_500);
  failing.mockReturnValue(false);
  pass(1_000);
  failing.mockReturnValue(true);
  pass(3_000);
  expect(ended).toEqual([]);
  pass(500);
  expect(ended).toEqual([
    'The ticks cannot be written: the disk fails. This core ends, so that another one takes over.',
  ]);
  vi.useRealTimers();
  vi.restoreAllMocks();
});
