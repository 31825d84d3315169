import { fileURLToPath } from 'node:url';
import type { InstrumentId } from '@candor/domain/values/ids';
import { afterAll, expect, test } from 'vitest';
import type { AskedBy, BackgroundWork } from '../../../ports/work.ts';
import { quotedInstruments } from '../../../services/market/create-market.ts';
import { warmHistory } from '../../../services/market/older-candles.ts';
import { WorkerPool } from '../../threads/worker-pool.ts';
import { openSimulatedHistory } from './simulated-history.ts';
import { WorkerHistory } from './worker-history.ts';

const pool = new WorkerPool({
  workerPath: fileURLToPath(new URL('../../../main-worker.ts', import.meta.url)),
  workerData: { seed: 'one', calendar: 'open' },
  threads: 1,
  idleMs: 60_000,
  timeMaxMs: 30_000,
  heapMaxMb: 192,
  runningMax: [1, 1],
  waitingPerCaller: 10,
  waitingMax: 10,
  isEndedByCaller: false,
});
afterAll(() => pool.close());

// Its thread has a low priority, and loads the sources: beside other work that takes as long as it must.
const lowPriority = { timeout: 180_000 };

test('R-SEC-33 R-SIM-03 the history computed in a thread equals that of this thread', lowPriority, async () => {
  const [far, near] = [new WorkerHistory(pool), openSimulatedHistory(quotedInstruments('open'), 'one')];
  const id = 1 as InstrumentId;
  const [fromMs, toMs] = [Date.parse('2026-06-01T00:00:00Z'), Date.parse('2026-06-03T10:30:20Z')];
  expect(await far.minutes(id, fromMs, toMs)).toEqual(await near.minutes(id, fromMs, toMs));
  expect(await far.hours(id, fromMs, toMs)).toEqual(await near.hours(id, fromMs, toMs));
  expect(far.firstMs).toBe(near.firstMs);
});

test('R-SEC-33 the market’s own start waits for its history without a time limit, a trader’s chart does not', async () => {
  const asked: (AskedBy | undefined)[] = [];
  const work: BackgroundWork = {
    run: async <Result>(_job: string, _input: unknown, by: AskedBy) => {
      asked.push(by);
      return new Float64Array(0) as Result;
    },
    close: async () => undefined,
  };
  const history = new WorkerHistory(work);
  await warmHistory({ history, instrumentIds: new Set([1 as InstrumentId]) }, Date.parse('2026-06-03T10:30:20Z'));
  await history.minutes(1 as InstrumentId, 0, 60_000, { caller: 'trader' });
  expect(asked).toEqual([{ caller: 'market', isPatient: true }, { caller: 'trader' }]);
});
