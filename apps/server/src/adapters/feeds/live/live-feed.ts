import type { InstrumentId } from '@candor/domain/values/ids';
import type { Clock } from '../../../ports/clock.ts';
import type { QuoteFeed, QuoteFeedSink } from '../../../ports/market.ts';
import { type FeedNews, type FeedOrder, type FeedRow, unpackRows } from './feed-messages.ts';
import type { LivePlan } from './live-plan.ts';

/** The feed's thread, as the market's thread sees it. */
export interface FeedThread {
  post(order: FeedOrder): void;
  close(): Promise<void>;
}

/** News of the connection, for the log. */
export type FeedReport =
  | { readonly kind: 'connected' }
  /** Quotes of the running connection were lost; a new series follows. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'lost'; readonly reason: string; readonly retryMs: number }
  | { readonly kind: 'refused'; readonly counts: Readonly<Record<string, number>>; readonly venueError: string | null };

export interface LiveFeedOptions {
  readonly plan: Pick<LivePlan, 'symbols' | 'source' | 'storeKey' | 'isIndicative' | 'takesOldChanges'>;
  readonly clock: Clock;
  /** The process's monotonic clock, which its threads share. */
  readonly processMs: () => number;
  readonly openThread: (onNews: (news: FeedNews) => void, onEnded: (error: Error) => void) => FeedThread;
  readonly report: (report: FeedReport) => void;
}

interface Lane {
  /** Venue's time of the newest quote; 0 before the first. */
  timeMs: number;
  /** Session whose last word about the instrument is a current price; 0 for none. */
  pricedIn: number;
  /** Session that has quoted the instrument; 0 for none. */
  quotedIn: number;
}

/** A change that arrives later than this is not confirmed by later proofs: the stream lags behind the venue (R-MKT-28). */
const lagMaxMs = 5_000;
/** Two clocks of this machine differ by less, read one after the other. */
const readingMs = 1_000;
/** Oldest time of a price that a new connection restates as still current. */
const restatedMaxMs = 7 * 86_400_000;
/** Oldest time of a change; one before it is no news, and most likely the unit of times is wrong. */
const changeMaxMs = 600_000;
/** A proof that waited longer for this thread proves nothing any more. */
const proofMaxMs = 2_000;

/**
 * Live prices of a venue (docs/adr/0042, 0045). Socket and messages are in a thread of their own; this side gives each quote
 * its time and session, and confirms unchanged prices while the venue proves them.
 */
export class LiveFeed implements QuoteFeed {
  readonly source: string;
  readonly hours = 'calendar';
  readonly storeKey: string;
  readonly history = null;
  readonly instrumentIds: ReadonlySet<InstrumentId>;
  readonly #options: LiveFeedOptions;
  readonly #lanes: ReadonlyMap<number, Lane>;
  readonly #counts = new Map<string, number>();
  #thread: FeedThread | null = null;
  /** Highest session so far, and the one before the first of the running thread. */
  #session = 0;
  #sessionsBefore = 0;
  /** Product time at which the running session connected. */
  #sinceMs = 0;
  #isConnected = false;
  #isStopped = false;

  constructor(options: LiveFeedOptions) {
    const { symbols, source, storeKey } = options.plan;
    this.#options = options;
    this.source = source;
    this.storeKey = storeKey;
    this.instrumentIds = new Set(symbols.map(({ instrumentId }) => instrumentId));
    this.#lanes = new Map([...this.instrumentIds].map((id) => [id, { timeMs: 0, pricedIn: 0, quotedIn: 0 }]));
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  get isIndicative(): boolean {
    return this.#options.plan.isIndicative;
  }

  /** Frames and quotes that were not used since the start, by reason. */
  counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** Does not wait for the venue: without it the program starts, and shows prices when they come. */
  async start(sink: QuoteFeedSink): Promise<void> {
    // It delivers nothing of the past: there is nothing to catch up with.
    sink.alive([]);
    this.#thread = this.#options.openThread(
      (news) => this.#take(news, sink),
      (error) => this.#lost(`its thread ended: ${error.message}`, 0),
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isConnected = false;
    await this.#thread?.close();
  }

  #take(news: FeedNews, sink: QuoteFeedSink): void {
    if (this.#isStopped) return;
    switch (news.kind) {
      case 'started':
        this.#sessionsBefore = this.#session;
        return;
      case 'connected':
        this.#session = this.#sessionsBefore + news.session;
        this.#sinceMs = this.#timeOf(news.atMs);
        this.#isConnected = true;
        if (this.#session > 1) sink.skipped(this.#sinceMs);
        return this.#options.report({ kind: news.isGap === true ? 'gap' : 'connected' });
      case 'lost':
        return this.#lost(news.reason, news.retryMs);
      case 'stopped':
        return;
      case 'batch':
        return this.#takeBatch(news, sink);
      case 'counts':
        for (const [reason, count] of Object.entries(news.counts)) this.#count(reason, count);
        return this.#options.report({ kind: 'refused', counts: news.counts, venueError: news.venueError });
    }
  }

  #lost(reason: string, retryMs: number): void {
    this.#isConnected = false;
    this.#options.report({ kind: 'lost', reason, retryMs });
  }

  #takeBatch({ number, rows, alive }: FeedNews & { kind: 'batch' }, sink: QuoteFeedSink): void {
    try {
      for (const row of unpackRows(rows)) this.#takeRow(row, sink);
      const session = this.#sessionsBefore + (alive?.session ?? 0);
      const isFresh = alive !== null && this.#options.processMs() - alive.atMs <= proofMaxMs;
      if (isFresh && session === this.#session && this.#isConnected) sink.alive(this.#currentIds());
    } finally {
      this.#thread?.post({ kind: 'taken', number });
    }
  }

  /** Instruments whose last word in this session is a price. */
  #currentIds(): InstrumentId[] {
    return [...this.instrumentIds].filter((id) => this.#lanes.get(id)?.pricedIn === this.#session);
  }

  #takeRow(row: FeedRow, sink: QuoteFeedSink): void {
    const lane = this.#lanes.get(row.instrumentId);
    if (lane === undefined) return;
    const session = this.#sessionsBefore + row.session;
    lane.pricedIn = 0;
    if (!row.isQuote) return;
    const nowMs = this.#options.clock.nowMs();
    const receivedMs = this.#timeOf(row.receivedMs);
    const timeMs = row.timeMs ?? laterOf(receivedMs, lane.timeMs);
    const isFirst = lane.quotedIn !== session;
    // A new connection begins with the current prices; one that is older than the last known is from the past.
    const isRestated = isFirst && timeMs < this.#sinceMs;
    if (isRestated && timeMs < lane.timeMs) return this.#count('older');
    // A table states old rates as what they are: none of them is current, not even the first.
    const statesOld = this.#options.plan.takesOldChanges === true;
    if (nowMs - timeMs > (isRestated || statesOld ? restatedMaxMs : changeMaxMs)) return this.#count('too-old');
    const { bid, ask, sequence: feedSeq } = row;
    const isLate = (!isRestated || statesOld) && receivedMs - timeMs > lagMaxMs;
    if (isLate) this.#count('late');
    const isFuture = timeMs - receivedMs > lagMaxMs;
    if (!isFuture) lane.timeMs = Math.max(lane.timeMs, timeMs);
    lane.quotedIn = session;
    if (!isLate && !isFuture) lane.pricedIn = session;
    const instrumentId = row.instrumentId as InstrumentId;
    sink.quote({ instrumentId, bid, ask, timeMs, feedSeq, feedSession: session, isRestated });
  }

  /** Returns the product time of a reading of the process's clock. */
  #timeOf(processMs: number): number {
    const { clock, processMs: readMs } = this.#options;
    return Math.floor(clock.nowMs() - Math.max(0, readMs() - processMs));
  }

  #count(reason: string, by = 1): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + by);
  }
}

/** Returns the time of arrival, not before that of the quote before: a difference of readings must not look like disorder. */
function laterOf(receivedMs: number, beforeMs: number): number {
  return beforeMs - receivedMs < readingMs ? Math.max(receivedMs, beforeMs) : receivedMs;
}
