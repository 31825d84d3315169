import { beforeEach, expect, test } from 'vitest';
import { testPolicy } from '../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import { MemorySnapshots } from '../../../../testkit/memory-snapshots.ts';
import { TradingWalk } from '../../../../testkit/trading-walk.ts';
import { until } from '../../../../testkit/until.ts';
import type { JournalReader } from '../ports/journal.ts';
import { createFold } from './journal-fold.ts';
import { replayJournal } from './replay-journal.ts';
import { encodeSnapshot } from './snapshots/snapshot-format.ts';
import { WarmFold } from './warm-fold.ts';

let journal: FaultyJournal;
let walk: TradingWalk;
let errors: string[];
/** Journal as the standby reads it. */
let source: JournalReader;
let warm: WarmFold;

beforeEach(async () => {
  journal = new FaultyJournal();
  walk = new TradingWalk(7);
  await walk.join(journal);
  await walk.run(300);
  errors = [];
  source = journal;
  warm = new WarmFold({
    journal: { position: () => source.position(), read: (seq, limit) => source.read(seq, limit) },
    snapshots: { store: new MemorySnapshots(), onDamaged: () => undefined },
    createFold: () => createFold(testPolicy),
    onError: (error) => errors.push(error.message),
  });
});

/** Everything that a fold holds, as a snapshot has it. */
function contentOf(fold: ReturnType<typeof createFold>): string {
  const { parts } = encodeSnapshot(fold, 'test', 1);
  return [...parts].map(({ bytes }) => bytes.toString('base64')).join('\n');
}

const atEnd = () => until('the fold is at the end', () => warm.seq === journal.entries.length);

test('R-LED-40 a standby is at the end of the journal, and the start reads only what came after', async () => {
  warm.start();
  await atEnd();
  await walk.run(100);
  await atEnd();
  const fold = await warm.end();
  if (fold === null) throw new Error('the standby has a fold');
  const known = fold.seq;
  await walk.run(50);
  const read: number[] = [];
  const counted = {
    read: (seq: number, limit: number) => {
      read.push(seq);
      return journal.read(seq, limit);
    },
  };
  await replayJournal(fold, counted, journal.entries.length);
  expect(Math.min(...read)).toBe(known);
  const cold = createFold(testPolicy);
  await replayJournal(cold, journal, journal.entries.length);
  expect(contentOf(fold)).toBe(contentOf(cold));
});

test('R-LED-40 entries that cannot be read are reported once; the fold goes on when they can', async () => {
  source = { position: () => Promise.reject(new Error('away')), read: () => Promise.reject(new Error('away')) };
  warm.start();
  await until('the error is reported', () => errors.length > 0);
  source = journal;
  await atEnd();
  expect(errors).toEqual(['away']);
});

test('R-LED-40 a fold whose last page did not follow is not handed over', async () => {
  const broken = journal.entries.map((entry, at) => (at === 40 ? { ...entry, hash: Buffer.alloc(32, 1) } : entry));
  source = {
    position: () => journal.position(),
    read: async (seq, limit) => broken.filter((entry) => entry.seq > seq).slice(0, limit),
  };
  warm.start();
  await until('the error is reported', () => errors.length > 0);
  expect(errors[0]).toContain('its hash differs');
  expect(await warm.end()).toBeNull();
});

test('a fold that was never begun is null, and a start restores its own', async () => {
  expect(await warm.end()).toBeNull();
});
