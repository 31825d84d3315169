import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { HandFeed } from '../../../testkit/hand-feed.ts';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { TickLines } from '../../../testkit/tick-line.ts';
import { startTickRole, type TickRole } from '../../../testkit/tick-role.ts';
import { until } from '../../../testkit/until.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
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
