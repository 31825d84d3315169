import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import type { CandleHistory } from '../../../ports/market.ts';
import type { AskedBy, BackgroundWork } from '../../../ports/work.ts';
import { firstMs } from './simulated-history.ts';

/** Request to the history thread. */
export interface CandleJob {
  readonly kind: 'minutes' | 'hours';
  readonly id: InstrumentId;
  readonly fromMs: number;
  readonly toMs: number;
}

const fields = 6;
/** Look-ups of the market's start, which would fail on a machine that gives this thread little time. */
const ownWork: AskedBy = { caller: 'market', isPatient: true };

/** The simulated history, computed in another thread: a year of days takes longer than an order may wait (R-SEC-33). */
export class WorkerHistory implements CandleHistory {
  readonly firstMs = firstMs;
  readonly #work: BackgroundWork;

  constructor(work: BackgroundWork) {
    this.#work = work;
  }

  minutes(id: InstrumentId, fromMs: number, toMs: number, asked = ownWork): Promise<Candle[]> {
    return this.#ask({ kind: 'minutes', id, fromMs, toMs }, asked);
  }

  hours(id: InstrumentId, fromMs: number, toMs: number, asked = ownWork): Promise<Candle[]> {
    return this.#ask({ kind: 'hours', id, fromMs, toMs }, asked);
  }

  async #ask(job: CandleJob, asked: AskedBy): Promise<Candle[]> {
    return unpackCandles(await this.#work.run<Float64Array>('candles', job, asked));
  }
}

/** Packs candles into one buffer, which moves between threads without a copy. */
export function packCandles(candles: readonly Candle[]): Float64Array {
  const rows = new Float64Array(candles.length * fields);
  for (const [at, { timeMs, open, high, low, close, volume }] of candles.entries())
    rows.set([timeMs, open, high, low, close, volume], at * fields);
  return rows;
}

function unpackCandles(rows: Float64Array): Candle[] {
  return Array.from({ length: rows.length / fields }, (_, row) => {
    const [timeMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = rows.subarray(row * fields);
    return { timeMs, open, high, low, close, volume };
  });
}
