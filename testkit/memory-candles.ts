import { aggregateCandles } from '@candor/domain/calc/candle';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { CandleStore, StoredMinute } from '../apps/server/src/ports/market.ts';

/** Candle store in memory, which packs nothing. */
export class MemoryCandles implements CandleStore {
  rows: StoredMinute[] = [];
  loads = 0;
  /** Times before which minutes were to be packed or deleted. */
  readonly packs: number[] = [];
  readonly deletions: number[] = [];

  async load(_source: string, fromMs: number): Promise<StoredMinute[]> {
    this.loads += 1;
    const found = this.rows.filter(({ candle }) => candle.timeMs >= fromMs);
    return found.toSorted((a, b) => a.instrumentId - b.instrumentId || a.candle.timeMs - b.candle.timeMs);
  }

  async save(_source: string, minutes: readonly StoredMinute[]): Promise<void> {
    this.rows.push(...minutes);
  }

  async deleteBefore(): Promise<void> {}

  async pack(_source: string, beforeMs: number): Promise<number> {
    this.packs.push(beforeMs);
    return 0;
  }

  async minutes(_source: string, id: InstrumentId, fromMs: number, toMs: number) {
    const own = this.rows.filter(({ instrumentId }) => instrumentId === id).map(({ candle }) => candle);
    return own.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs).toSorted((a, b) => a.timeMs - b.timeMs);
  }

  async packedHours(source: string, id: InstrumentId, fromMs: number, toMs: number) {
    return aggregateCandles(await this.minutes(source, id, fromMs, toMs), '60min');
  }

  async packedUntil(): Promise<number> {
    return 0;
  }

  async deletePackedBefore(_source: string, beforeMs: number): Promise<void> {
    this.deletions.push(beforeMs);
  }
}
