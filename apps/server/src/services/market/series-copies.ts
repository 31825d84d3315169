import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import {
  type MinutesPage,
  type MinutesRequest,
  type SeriesVersion,
  type StreamedTick,
  type TickLine,
  tickQuestions,
} from '../../ports/tick-stream.ts';
import { InstrumentSeries } from './instrument-series.ts';
import { decodeMinutes, encodeJson } from './tick-codec.ts';

const retryMs = 1_000;
/** Pause after a series changed while it was copied. */
const againMs = 100;
/** Ticks that may wait for one series; beyond it the series is requested again. */
const lateMax = 20_000;

interface Copy {
  readonly series: InstrumentSeries;
  /** Run and version of the market role's series; null before the first copy. */
  from: { readonly run: string; readonly version: number } | null;
  /** Lowest version that is current. */
  wanted: number;
  /** Offset of the first tick that the copied candles lack. */
  nextOffset: number;
  /** Ticks since a request for the series; null while none is wanted. */
  late: StreamedTick[] | null;
}

export interface SeriesCopiesDeps {
  readonly ids: readonly InstrumentId[];
  readonly line: TickLine;
  readonly minutesMax: number;
  readonly onError: (error: Error) => void;
}

/**
 * Copies of the market role's candles in memory: requested once and after every change of closed candles, one instrument
 * after the other, then continued by the ticks of the stream.
 */
export class SeriesCopies {
  readonly #deps: SeriesCopiesDeps;
  readonly #copies = new Map<InstrumentId, Copy>();
  #run: string | null = null;
  #waiting: { readonly id: InstrumentId; readonly resolve: () => void }[] = [];
  #isCopying = false;
  #isStopped = false;

  constructor(deps: SeriesCopiesDeps) {
    this.#deps = deps;
    for (const id of deps.ids) {
      const series = new InstrumentSeries(0, deps.minutesMax, () => undefined);
      this.#copies.set(id, { series, from: null, wanted: 0, nextOffset: 0, late: null });
    }
  }

  /** Returns the copied series; null before the first copy. */
  find(id: InstrumentId): InstrumentSeries | null {
    const copy = this.#copies.get(id);
    return copy === undefined || copy.from === null ? null : copy.series;
  }

  /** Resolves once the series is copied; at once for an unknown instrument. */
  async copied(id: InstrumentId): Promise<void> {
    const copy = this.#copies.get(id);
    if (copy === undefined || copy.from !== null) return;
    await new Promise<void>((resolve) => this.#waiting.push({ id, resolve }));
  }

  /** Requests every series that is of another run or version. */
  renew(run: string, versions: readonly SeriesVersion[]): void {
    this.#run = run;
    for (const { id, version } of versions) {
      const copy = this.#copies.get(id);
      if (copy === undefined) continue;
      copy.wanted = version;
      const isCurrent = copy.from?.run === run && copy.from.version >= version;
      if (!isCurrent) copy.late ??= [];
    }
    if (!this.#isCopying) void this.#copyWanted();
  }

  /** Requests every series: ticks were missed. */
  renewAll(): void {
    for (const copy of this.#copies.values()) {
      copy.from = copy.from && { ...copy.from, version: -1 };
      copy.late = [];
    }
    if (!this.#isCopying) void this.#copyWanted();
  }

  fold(tick: StreamedTick): void {
    const copy = this.#copies.get(tick.quote.instrumentId);
    if (copy === undefined || tick.isRestated || tick.isRepeat) return;
    if (copy.late !== null) {
      // A new list makes the copy begin again.
      if (copy.late.length >= lateMax) copy.late = [];
      copy.late.push(tick);
    } else if (tick.offset >= copy.nextOffset) copy.series.fold(tick.quote);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #copyWanted(): Promise<void> {
    this.#isCopying = true;
    for (let id = this.#nextWanted(); id !== null && !this.#isStopped; id = this.#nextWanted()) {
      try {
        if (!(await this.#copy(id))) await new Promise((resolve) => setTimeout(resolve, againMs));
      } catch (error) {
        this.#deps.onError(error instanceof Error ? error : new Error(String(error)));
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
    this.#isCopying = false;
  }

  /** Series that somebody waits for come first. */
  #nextWanted(): InstrumentId | null {
    const asked = this.#waiting.find(({ id }) => this.#copies.get(id)?.late);
    if (asked !== undefined) return asked.id;
    for (const [id, copy] of this.#copies) if (copy.late !== null) return id;
    return null;
  }

  /** Returns false if the series changed meanwhile. */
  async #copy(id: InstrumentId): Promise<boolean> {
    const copy = this.#copies.get(id);
    if (copy === undefined) return true;
    const late: StreamedTick[] = [];
    copy.late = late;
    const newest = await this.#ask({ id, beforeMs: null });
    const pages: (readonly Candle[])[] = [newest.minutes];
    for (let page = newest; page.hasMore; pages.push(page.minutes)) {
      page = await this.#ask({ id, beforeMs: page.minutes[0]?.timeMs ?? 0 });
      if (page.run !== newest.run || page.version !== newest.version) return false;
    }
    const isCurrent = newest.run === this.#run && newest.version >= copy.wanted;
    if (!isCurrent || copy.late !== late) return false;
    copy.series.seed(newest.cutMs, pages.toReversed().flat());
    copy.from = { run: newest.run, version: newest.version };
    copy.nextOffset = newest.next;
    copy.late = null;
    for (const tick of late) this.fold(tick);
    const copied = this.#waiting.filter((one) => one.id === id);
    this.#waiting = this.#waiting.filter((one) => one.id !== id);
    for (const { resolve } of copied) resolve();
    return true;
  }

  async #ask(request: MinutesRequest): Promise<MinutesPage> {
    return decodeMinutes(await this.#deps.line.ask(tickQuestions.minutes, encodeJson(request)));
  }
}
