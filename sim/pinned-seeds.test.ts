import { describe, expect, test } from 'vitest';
import type { TickLog } from '../apps/server/src/ports/tick-log.ts';
import { neverLooksAgain } from './table-sabotage.ts';
import { World } from './world.ts';

// What the simulator found, each with a seed that finds it again when it is put back.

/** As it once was: the feed goes on after the log's last record, however old the price in it. */
async function afterLastRecord(log: Pick<TickLog, 'nextOffset' | 'read'>): Promise<number | null> {
  let lastMs: number | null = null;
  for await (const { quote } of log.read(Math.max(0, log.nextOffset - 1))) lastMs = quote.timeMs + 1;
  return lastMs;
}

describe('the feed went back over ticks that had been taken in, and later stops fired on them (R-LED-12)', () => {
  test.each([72, 159])('seed %i', async (seed) => {
    const broken = await new World(seed, { sabotage: { resumeTime: afterLastRecord } }).run(2_000);
    expect(broken.violation?.invariant).toBe('E4-repeated');
    const mended = await new World(seed).run(2_000);
    expect(mended.violation).toBe(null);
  });
});

describe('a write of the tables whose answer was lost was tried again for ever, and they stood still (R-LED-05)', () => {
  test.each([1, 2, 3])('seed %i', async (seed) => {
    const broken = await new World(seed, { sabotage: neverLooksAgain }).run(800);
    expect(broken.violation?.invariant).toBe('R9-caught-up');
    const mended = await new World(seed).run(800);
    expect(mended.violation).toBe(null);
  });
});
