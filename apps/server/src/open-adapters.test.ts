import { writeFileSync } from 'node:fs';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { parseConfig } from './config.ts';
import { keyFiles, requireKeys } from './open-adapters.ts';
import { createFeed } from './open-feed.ts';
import type { AskedBy, BackgroundWork } from './ports/work.ts';
import { quotedInstruments } from './services/market/create-market.ts';
import { guardTicks } from './start-server.ts';

const quiet = { say: () => undefined, log: { info: () => undefined, warn: () => undefined } };

test('R-SEC-33 the simulated history is computed in threads, with the caller passed on', async () => {
  const jobs: unknown[] = [];
  const work: BackgroundWork = {
    run: async <Result>(name: string, input: unknown, asked: AskedBy) => {
      jobs.push([name, input, asked]);
      return new Float64Array() as Result;
    },
    close: async () => undefined,
  };
  const feed = await createFeed({ config: parseConfig({}, '.'), ...quiet }, quotedInstruments('open'), work);
  const id = 1 as InstrumentId;
  const asked = { caller: 'somebody' };
  expect(await feed.history?.hours(id, 0, 7_200_000, asked)).toEqual([]);
  expect(await feed.history?.minutes(id, 0, 60_000)).toEqual([]);
  expect(jobs).toEqual([
    ['candles', { kind: 'hours', id, fromMs: 0, toMs: 7_200_000 }, asked],
    ['candles', { kind: 'minutes', id, fromMs: 0, toMs: 60_000 }, { caller: 'market', isPatient: true }],
  ]);
});

test('R-RUN-75 only the core of an empty journal makes keys; every other role of its own needs those that exist', async () => {
  const keysDir = scratchFolder('candor-keys-');
  const require = (role: 'all' | 'core' | 'gateway' | 'jobs', hasEntries: boolean, withinMs = 0, shard = 0) =>
    requireKeys({ role, shard, keysDir, documentKeys: null }, async () => hasEntries, withinMs);
  await require('all', true);
  await require('core', false);
  const refusal = { name: 'KeysMissingError', message: expect.stringContaining('KEYS_DIR must name the folder') };
  await expect(require('core', true)).rejects.toMatchObject(refusal);
  await expect(require('gateway', false)).rejects.toMatchObject(refusal);
  // The core of another shard always begins with an empty journal.
  await expect(require('core', false, 0, 1)).rejects.toMatchObject(refusal);
  const waiting = require('jobs', false, 10_000);
  for (const file of Object.values(keyFiles({ keysDir }))) writeFileSync(file, '');
  await waiting;
  await require('core', true);
  await require('gateway', true);
});

test('R-TIME-06 logged ticks of the future are refused and counted in the log', async () => {
  const prices = { bid: 1 as Price, ask: 2 as Price, source: 'simulated' };
  const times = [Date.now() - 1_000, Date.now() + 3_600_000];
  const tickLog = {
    async *readPieces() {
      yield times.map((timeMs, offset) => ({
        offset,
        quote: { instrumentId: 1 as InstrumentId, seq: offset, ...prices, timeMs },
      }));
    },
  };
  const reported: unknown[] = [];
  const log = { error: (about: unknown) => reported.push(about) };
  const feed = { source: 'simulated', storeKey: 'simulated/1' };
  const guarded = guardTicks(tickLog as never, feed as never, log as never);
  const read: number[] = [];
  for await (const piece of guarded.readPieces(0)) read.push(...piece.map(({ quote }) => quote.timeMs));
  expect(read).toEqual(times.slice(0, 1));
  expect(reported).toEqual([{ count: 1 }]);
});
