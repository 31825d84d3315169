import { tradingDayStart } from '@candor/domain/calc/trading-day';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import type { CandleStore, StoredMinute } from '../../ports/market.ts';
import { archivedDays } from './stored-history.ts';

const writeEveryMs = 3_000;
/** One day of all instruments' minutes; beyond it the oldest are dropped and later read from the feed's history. */
const queueMax = 100_000;
const keptDays = 35;
/** Days whose minutes are not packed yet: what is late still joins them cheaply. */
const unpackedDays = 2;
/** Blocks of six hours packed at a time, some once an hour; all instruments have 268 new ones a day. */
const packedAtOnce = 700;
const dayMs = 86_400_000;
const pruneEveryWrites = 1_200;

/** Writes finished minutes in batches, outside the quote path. */
export class CandleRecorder {
  readonly #store: CandleStore;
  readonly #keepsYear: boolean;
  readonly #source: string;
  readonly #onError: (error: Error) => void;
  #queue: StoredMinute[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;
  #writes = 0;

  /** `keepsYear`: older minutes are packed, because the feed has no history of its own. */
  constructor(store: CandleStore, source: string, keepsYear: boolean, onError: (error: Error) => void) {
    this.#store = store;
    this.#keepsYear = keepsYear;
    this.#source = source;
    this.#onError = onError;
  }

  async load(fromMs: number): Promise<Map<InstrumentId, StoredMinute[]>> {
    const byInstrument = new Map<InstrumentId, StoredMinute[]>();
    for (const minute of await this.#store.load(this.#source, fromMs)) {
      const own = byInstrument.get(minute.instrumentId);
      if (own === undefined) byInstrument.set(minute.instrumentId, [minute]);
      else own.push(minute);
    }
    return byInstrument;
  }

  record(instrumentId: InstrumentId, candle: Candle): void {
    this.#queue.push({ instrumentId, candle });
    if (this.#queue.length > queueMax) this.#queue = this.#queue.slice(queueMax / 10);
  }

  start(): void {
    this.#timer = setInterval(() => void this.write(), writeEveryMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#writing;
    await this.write();
  }

  /** Writes one batch at a time; a failed batch is retried at the next turn. */
  async write(): Promise<void> {
    if (this.#writing !== null || this.#queue.length === 0) return;
    const batch = this.#queue;
    this.#queue = [];
    this.#writing = this.#writeBatch(batch);
    await this.#writing;
    this.#writing = null;
  }

  async #writeBatch(batch: StoredMinute[]): Promise<void> {
    try {
      await this.#store.save(this.#source, batch);
      this.#writes += 1;
      const newest = batch.at(-1)?.candle.timeMs ?? 0;
      if (this.#writes % pruneEveryWrites === 1) await this.#prune(newest);
    } catch (error) {
      this.#queue = [...batch, ...this.#queue].slice(-queueMax);
      this.#onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #prune(newestMs: number): Promise<void> {
    if (this.#keepsYear) {
      await this.#store.pack(this.#source, newestMs - unpackedDays * dayMs, packedAtOnce);
      await this.#store.deletePackedBefore(this.#source, newestMs - archivedDays * dayMs);
    }
    await this.#store.deleteBefore(this.#source, tradingDayStart(newestMs - keptDays * dayMs));
  }
}
