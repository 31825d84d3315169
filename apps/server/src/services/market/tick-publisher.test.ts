import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HandFeed } from '../../../../../testkit/hand-feed.ts';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { TickLines } from '../../../../../testkit/tick-line.ts';
import { startTickRole } from '../../../../../testkit/tick-role.ts';
import { tickQuestions } from '../../ports/tick-stream.ts';
import { decodePage, encodeJson } from './tick-codec.ts';

const clock = { nowMs: () => 1_800_000_000_000, monotonicMs: () => performance.now() };
let folder: string;
beforeEach(() => {
  folder = scratchFolder('publisher-');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('R-MKT-18 eight pages of old ticks are read from files at the same time, the next one is refused by name', async () => {
  const [feed, lines] = [new HandFeed([1]), new TickLines()];
  const first = await startTickRole({ folder, feed, clock, lines });
  for (let at = 0; at < 10; at += 1) feed.quote(1, 100_000 + at, 100_060, 1_700_000_000_000 + at);
  first.cut();
  await first.stop();
  // A new start has none of them in memory.
  const { log, stop } = await startTickRole({ folder, feed, clock, lines });
  const read = log.readPieces.bind(log);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  log.readPieces = async function* (from) {
    await held;
    yield* read(from);
  };
  const ask = () => lines.line.ask(tickQuestions.read, encodeJson({ from: 0, limit: 5, isRecentOnly: false }));
  const pages = Array.from({ length: 8 }, ask);
  await expect(ask()).rejects.toMatchObject({ name: 'TickReadsBusyError' });
  release();
  for (const page of [...(await Promise.all(pages)), await ask()])
    expect(decodePage(page)).toMatchObject({ from: 0, end: 10 });
  await stop();
});
