import type { InstrumentId } from '@candor/domain/values/ids';
import type { Clock } from '../../../ports/clock.ts';
import type { QuoteFeed, QuoteFeedSink } from '../../../ports/market.ts';
import type { RecordedQuote } from './recorded-quotes.ts';
import type { ReplayTrack } from './replay-plan.ts';

const pumpMs = 20;
const aliveMs = 1_000;
/** Maximum quotes delivered before the server's other work has a turn. */
const burstQuotes = 2_000;

export type ReplaySpeed = number | 'max';

export interface ReplayFeedOptions {
  readonly tracks: readonly ReplayTrack[];
  readonly speed: ReplaySpeed;
  /** True to start again at the end; otherwise the last price stays current. */
  readonly isLooping: boolean;
  readonly clock: Clock;
}

interface Lane {
  readonly track: ReplayTrack;
  quotes: AsyncGenerator<RecordedQuote[]>;
  batch: readonly RecordedQuote[];
  next: number;
  /** Continues across loops. */
  feedSeq: number;
  /** Recorded and monotonic time of the first quote of the current loop. */
  firstMs: number;
  startedMs: number;
  isEnded: boolean;
}

/** Plays recorded files; quotes keep their recorded times, and each instrument has its own position (R-MKT-08). */
export class ReplayFeed implements QuoteFeed {
  readonly source = 'replay';
  readonly hours = 'always';
  readonly storeKey = null;
  readonly history = null;
  readonly instrumentIds: ReadonlySet<InstrumentId>;
  readonly #options: ReplayFeedOptions;
  readonly #lanes: readonly Lane[];
  #isRunning = false;
  #heartbeatMs = 0;
  #done: Promise<void> = Promise.resolve();

  constructor(options: ReplayFeedOptions) {
    this.#options = options;
    this.#lanes = options.tracks.map((track) => ({
      track,
      quotes: track.open(),
      batch: [],
      next: 0,
      feedSeq: 0,
      firstMs: 0,
      startedMs: 0,
      isEnded: false,
    }));
    this.instrumentIds = new Set(options.tracks.map((track) => track.instrument.spec.id));
  }

  /** True once every file was played to its end and nothing will start again. */
  get isFinished(): boolean {
    return this.#lanes.every(({ isEnded }) => isEnded);
  }

  async start(sink: QuoteFeedSink): Promise<void> {
    for (const lane of this.#lanes) await this.#beginRound(lane);
    this.#isRunning = true;
    this.#done = this.#run(sink).catch((error: unknown) => {
      this.#isRunning = false;
      sink.failed(error instanceof Error ? error : new Error(String(error)));
    });
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#done;
    for (const lane of this.#lanes) await lane.quotes.return(undefined);
  }

  async #run(sink: QuoteFeedSink): Promise<void> {
    while (this.#isRunning) {
      let delivered = 0;
      for (const lane of this.#lanes) delivered += await this.#playDue(lane, sink);
      this.#sendHeartbeat(sink);
      const isBusy = this.#options.speed === 'max' && delivered > 0;
      await new Promise((resolve) => (isBusy ? setImmediate(resolve) : setTimeout(resolve, pumpMs)));
    }
  }

  /** Delivers the due quotes, at most a burst; the rest stay due. */
  async #playDue(lane: Lane, sink: QuoteFeedSink): Promise<number> {
    const { clock, speed } = this.#options;
    const dueMs = speed === 'max' ? Infinity : lane.firstMs + (clock.monotonicMs() - lane.startedMs) * speed;
    let delivered = 0;
    while (this.#isRunning && !lane.isEnded && delivered < burstQuotes) {
      if (lane.next >= lane.batch.length && !(await this.#readOn(lane, sink))) break;
      const quote = lane.batch[lane.next];
      if (quote === undefined || quote.timeMs > dueMs) break;
      lane.next += 1;
      lane.feedSeq += 1;
      delivered += 1;
      const { timeMs, bid, ask } = quote;
      sink.quote({ instrumentId: lane.track.instrument.spec.id, bid, ask, timeMs, feedSeq: lane.feedSeq });
    }
    return delivered;
  }

  /** Fills the lane's batch; at the end starts again or keeps the last price. False if nothing can be played now. */
  async #readOn(lane: Lane, sink: QuoteFeedSink): Promise<boolean> {
    const { done, value } = await lane.quotes.next();
    if (done !== true) {
      lane.batch = value;
      lane.next = 0;
      return true;
    }
    if (!this.#options.isLooping) {
      lane.isEnded = true;
      return false;
    }
    lane.quotes = lane.track.open();
    await this.#beginRound(lane);
    sink.restarted(lane.track.instrument.spec.id);
    // The first quote of a loop is due at once, the others at their times.
    return false;
  }

  async #beginRound(lane: Lane): Promise<void> {
    const { done, value } = await lane.quotes.next();
    const first = done === true ? undefined : value[0];
    if (done === true || first === undefined) {
      throw new Error(`replay: the files of ${lane.track.instrument.spec.code} contain no quote`);
    }
    lane.batch = value;
    lane.next = 0;
    lane.firstMs = first.timeMs;
    lane.startedMs = this.#options.clock.monotonicMs();
  }

  /** Confirms that recorded prices are current until the next one is due, however long that takes (ADR 0010). */
  #sendHeartbeat(sink: QuoteFeedSink): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#heartbeatMs < aliveMs) return;
    this.#heartbeatMs = nowMs;
    sink.alive(this.instrumentIds);
  }
}

/** Parses FEED_SPEED: "max", or a positive multiple of the recorded speed; null for any other text. */
export function parseReplaySpeed(text: string): ReplaySpeed | null {
  if (text === 'max') return 'max';
  const speed = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  return speed > 0 ? speed : null;
}
