import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { HandFeed } from '../../../../../testkit/hand-feed.ts';
import { lineKinds } from '../../../../../testkit/line-rigs.ts';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { startTickRole } from '../../../../../testkit/tick-role.ts';
import { until } from '../../../../../testkit/until.ts';
import { openLineTickTail } from './line-tick-tail.ts';

const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

describe.each(lineKinds)('the end of the tick log over $name (R-LOG-06)', ({ open }) => {
  test('has every stored tick, page by page, and fails by name while the line is down', async () => {
    const root = scratchFolder('ticks-');
    stops.push(() => rmSync(root, { recursive: true }));
    const rig = await open();
    stops.push(() => rig.close());
    const feed = new HandFeed([1]);
    const role = await startTickRole({ folder: join(root, 'market'), feed, clock, lines: await rig.serve() });
    stops.push(() => role.stop());
    const line = rig.connect();
    stops.push(() => line.close());
    await until('the line', () => line.isUp);
    const tail = openLineTickTail(line);
    for (let at = 0; at < 3_000; at += 1) feed.quote(1, 100_000 + at, 100_010 + at, at * 50);
    feed.alive();
    await role.log.flush();
    await until('all ticks', async () => (await tail.end()).offset === role.log.nextOffset);
    const { logId, offset } = await tail.end();
    expect(logId).not.toBe('');
    const offsets: number[] = [];
    while (offsets.length < offset)
      offsets.push(...(await tail.read(offsets.length, 20_000)).map((tick) => tick.offset));
    expect(offsets).toEqual(Array.from({ length: offset }, (_, at) => at));
    expect(await tail.read(offset, 10)).toEqual([]);
    await rig.cut();
    await expect(tail.end()).rejects.toThrow();
  });
});
