import type { InstrumentId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { createFeed } from './main-feed.ts';
import type { AskedBy, BackgroundWork } from './ports/background-work.ts';
import { quotedInstruments } from './services/market/create-market.ts';

test('R-SEC-33 the simulated past is asked of the threads, for whoever wants it', async () => {
  const jobs: unknown[] = [];
  const work: BackgroundWork = {
    run: async <Result>(name: string, input: unknown, asked: AskedBy) => {
      jobs.push([name, input, asked]);
      return new Float64Array() as Result;
    },
    close: async () => undefined,
  };
  const feed = await createFeed(parseConfig({}, '.'), quotedInstruments('open'), work);
  const id = 1 as InstrumentId;
  const asked = { caller: 'somebody' };
  expect(await feed.history?.hours(id, 0, 7_200_000, asked)).toEqual([]);
  expect(await feed.history?.minutes(id, 0, 60_000)).toEqual([]);
  expect(jobs).toEqual([
    ['candles', { kind: 'hours', id, fromMs: 0, toMs: 7_200_000 }, asked],
    ['candles', { kind: 'minutes', id, fromMs: 0, toMs: 60_000 }, { caller: 'market' }],
  ]);
});
