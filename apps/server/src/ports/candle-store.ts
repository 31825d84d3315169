import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';

export interface StoredMinute {
  readonly instrumentId: InstrumentId;
  readonly candle: Candle;
}

/** Keeps finished one-minute candles over restarts. `source` names a series, such as one simulator seed. */
export interface CandleStore {
  /** Ascending by time. */
  load(source: string, fromMs: number): Promise<StoredMinute[]>;
  /** A minute saved twice keeps its first form. */
  save(source: string, minutes: readonly StoredMinute[]): Promise<void>;
  deleteBefore(source: string, beforeMs: number): Promise<void>;
}
