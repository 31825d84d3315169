import type { InstrumentId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { QuoteFeed, TickLog } from '../../ports/market.ts';
import {
  type MinutesRequest,
  minutePageMax,
  type StreamedTick,
  type TickAnswers,
  type TickBatch,
  type TickPage,
  type TickRead,
  type TickStatus,
  tickPageMax,
  tickQuestions,
  tickTopic,
} from '../../ports/tick-stream.ts';
import type { AcceptedTick, MarketFollower, MarketService } from './market-service.ts';
import { decodeJson, encodeJson, encodeMinutes, encodeTicks } from './tick-codec.ts';

/** Ticks kept in memory for followers that missed a message: at least this many, at most twice. */
const recentMin = 16_384;
/** An instrument without a tick for this many offsets has its last one logged again: a core restores prices from 20,000. */
const repeatAfter = 8_000;
const repeatCheckTicks = 1_000;
/** Pages read from files at the same time. */
const fileReadsMax = 8;

interface PublisherDeps {
  readonly market: MarketService;
  readonly feed: QuoteFeed;
  readonly tickLog: TickLog;
  /** Id of the tick log's folder. */
  readonly logId: string;
  /** Offset of the oldest tick in the log. */
  readonly first: number;
  /** Unique for each process start. */
  readonly run: string;
  readonly line: TickAnswers;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Called if a message cannot be sent; followers read its ticks. */
  readonly onError: (error: Error) => void;
}

/** Too many followers read old ticks at the same time; they ask again. */
class TickReadsBusyError extends Error {
  override readonly name = 'TickReadsBusyError';
}

/**
 * Publishes accepted quotes in order of their offsets, in batches per turn, each after the tick log has stored it: a tick
 * that a crash could take back is never published (docs/adr/0035). Heartbeats follow the ticks that they confirm.
 */
class TickPublisher implements MarketFollower {
  readonly #deps: PublisherDeps;
  readonly #ids: readonly InstrumentId[];
  readonly #last = new Map<InstrumentId, StreamedTick>();
  readonly #versions = new Map<InstrumentId, number>();
  readonly #stop: () => void;
  /** Consecutive ticks, all published. */
  #recent: StreamedTick[] = [];
  #pending: StreamedTick[] = [];
  #alive: TickBatch['alive'] = null;
  #isPublishing = false;
  /** Offset of the next tick to be published. */
  #next: number;
  #repeatsCheckedAt: number;
  #fileReads = 0;

  /** To be created before the market starts. */
  constructor(deps: PublisherDeps) {
    const { market, feed, tickLog, line } = deps;
    this.#deps = deps;
    this.#ids = [...feed.instrumentIds];
    this.#next = tickLog.nextOffset;
    this.#repeatsCheckedAt = tickLog.nextOffset;
    for (const id of this.#ids) this.#versions.set(id, market.candleVersion(id));
    line.answer(tickQuestions.status, async () => encodeJson(this.#status()));
    line.answer(tickQuestions.read, async (body) => encodeTicks(await this.#read(decodeJson(body) as TickRead)));
    line.answer(tickQuestions.prices, async () =>
      encodeTicks({ ...this.#ofRun(), next: this.#next, ticks: [...this.#last.values()] }),
    );
    line.answer(tickQuestions.minutes, async (body) => this.#minutes(decodeJson(body) as MinutesRequest));
    this.#stop = market.follow(this);
  }

  tick({ quote, offset, confirmedMs, isRestated }: AcceptedTick): void {
    this.#pending.push({ quote, offset, confirmedMs: Math.floor(confirmedMs), isRestated, isRepeat: false });
    this.#publishSoon();
  }

  alive(ids: readonly InstrumentId[]): void {
    this.#alive = { ids, confirmedMs: Math.floor(this.#deps.clock.monotonicMs()) };
    this.#publishSoon();
  }

  stop(): void {
    this.#stop();
  }

  #publishSoon(): void {
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    setImmediate(() => void this.#publishPending());
  }

  async #publishPending(): Promise<void> {
    while (this.#pending.length > 0 || this.#alive !== null) {
      const [ticks, alive] = [this.#pending, this.#alive];
      this.#pending = [];
      this.#alive = null;
      const last = ticks.at(-1);
      if (last !== undefined) await this.#deps.tickLog.stored(last.offset + 1);
      const pages = pagesOf(ticks);
      for (const page of pages.slice(0, -1)) this.#publish(page, null);
      this.#publish(pages.at(-1) ?? [], alive);
      this.#repeatQuiet();
    }
    this.#isPublishing = false;
  }

  #publish(ticks: readonly StreamedTick[], alive: TickBatch['alive']): void {
    const { line, market, onError } = this.#deps;
    const from = ticks[0]?.offset ?? this.#next;
    if (from !== this.#next) this.#recent = [];
    for (const tick of ticks) {
      this.#recent.push(tick);
      this.#last.set(tick.quote.instrumentId, tick);
    }
    if (this.#recent.length >= 2 * recentMin) this.#recent = this.#recent.slice(-recentMin);
    this.#next = from + ticks.length;
    const { isCaughtUp } = market;
    const message = encodeTicks({ ...this.#ofRun(), from, ticks, alive, renewed: this.#renewed(), isCaughtUp });
    try {
      line.publish(tickTopic, message);
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Logs the last tick of quiet instruments again, so that every stretch of the log has every price. */
  #repeatQuiet(): void {
    if (this.#next - this.#repeatsCheckedAt < repeatCheckTicks) return;
    this.#repeatsCheckedAt = this.#next;
    for (const tick of this.#last.values()) {
      if (this.#next - tick.offset < repeatAfter) continue;
      const offset = this.#deps.tickLog.append(tick.quote);
      this.#pending.push({ ...tick, offset, isRepeat: true });
    }
  }

  #renewed(): TickBatch['renewed'] {
    const { market } = this.#deps;
    const renewed = this.#ids.flatMap((id) => {
      const version = market.candleVersion(id);
      return version === this.#versions.get(id) ? [] : [{ id, version }];
    });
    for (const { id, version } of renewed) this.#versions.set(id, version);
    return renewed;
  }

  #ofRun() {
    return { logId: this.#deps.logId, run: this.#deps.run };
  }

  #status(): TickStatus {
    const { market, feed, clock, first } = this.#deps;
    const { source, hours, storeKey } = feed;
    return {
      ...this.#ofRun(),
      first,
      next: this.#next,
      monotonicMs: clock.monotonicMs(),
      isCaughtUp: market.isCaughtUp,
      feed: { source, hours, storeKey, instrumentIds: this.#ids },
      versions: this.#ids.map((id) => ({ id, version: market.candleVersion(id) })),
    };
  }

  async #read({ from, limit, isRecentOnly }: TickRead): Promise<TickPage> {
    const count = Math.max(1, Math.min(limit, tickPageMax));
    const first = this.#recent[0]?.offset ?? this.#next;
    const end = this.#next;
    if (from >= first) {
      const ticks = this.#recent.slice(from - first, from - first + count);
      return { ...this.#ofRun(), isGone: false, from: Math.min(from, end), ticks, end };
    }
    if (isRecentOnly) return { ...this.#ofRun(), isGone: true };
    const ticks = await this.#readFiles(from, end, count);
    return { ...this.#ofRun(), isGone: false, from: ticks[0]?.offset ?? end, ticks, end };
  }

  /** Reads consecutive ticks in [from, end), at most `count`; from the oldest stored one if the log has deleted these. */
  async #readFiles(from: number, end: number, count: number): Promise<StreamedTick[]> {
    if (this.#fileReads >= fileReadsMax) throw new TickReadsBusyError(`${fileReadsMax} pages of ticks are being read`);
    this.#fileReads += 1;
    try {
      const ticks: StreamedTick[] = [];
      for await (const piece of this.#deps.tickLog.readPieces(from)) {
        for (const { offset, quote } of piece) {
          const isNext = ticks.length === 0 || offset === (ticks.at(-1)?.offset ?? 0) + 1;
          if (offset >= end || !isNext || ticks.length === count) return ticks;
          ticks.push({ offset, quote, confirmedMs: null, isRestated: false, isRepeat: false });
        }
      }
      return ticks;
    } finally {
      this.#fileReads -= 1;
    }
  }

  #minutes({ id, beforeMs }: MinutesRequest): Uint8Array {
    const { market, run, tickLog } = this.#deps;
    const found = market.minutesInMemory(id, beforeMs ?? Number.POSITIVE_INFINITY, minutePageMax + 1);
    const { cutMs, minutes } = found ?? { cutMs: 0, minutes: [] };
    return encodeMinutes({
      run,
      version: market.candleVersion(id),
      cutMs,
      // Candles hold quotes from the moment that they are accepted.
      next: tickLog.nextOffset,
      minutes: minutes.slice(-minutePageMax),
      hasMore: minutes.length > minutePageMax,
    });
  }
}

/** Splits ticks into pages of consecutive offsets. */
function pagesOf(ticks: readonly StreamedTick[]): StreamedTick[][] {
  const pages: StreamedTick[][] = [];
  let page: StreamedTick[] = [];
  for (const tick of ticks) {
    const last = page.at(-1);
    const isNext = last !== undefined && tick.offset === last.offset + 1 && page.length < tickPageMax;
    if (!isNext) pages.push((page = []));
    page.push(tick);
  }
  return pages;
}

/** Offsets that a new log leaves free above those known to be used: more than any core can be ahead. */
const offsetsLeft = 10_000_000;

/**
 * Publishes the market's ticks on a line from now on; to be called before the market starts. `usedOffset` is the highest
 * offset stored by any core: a log that ends below it was lost and begins above it, so that no offset is used twice.
 */
export async function publishTicks(
  deps: Omit<PublisherDeps, 'first'> & { readonly usedOffset: number },
): Promise<TickPublisher> {
  const { tickLog, usedOffset } = deps;
  if (tickLog.nextOffset < usedOffset) await tickLog.skipTo(usedOffset + offsetsLeft);
  return new TickPublisher({ ...deps, first: await firstOffset(tickLog) });
}

async function firstOffset(tickLog: Pick<TickLog, 'nextOffset' | 'readPieces'>): Promise<number> {
  for await (const [first] of tickLog.readPieces(0)) if (first !== undefined) return first.offset;
  return tickLog.nextOffset;
}
