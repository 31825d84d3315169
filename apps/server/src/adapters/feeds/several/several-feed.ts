import type { InstrumentId } from '@candor/domain/values/ids';
import type { QuoteFeed, QuoteFeedSink } from '../../../ports/market.ts';
import { Consolidator, type SeveralRules, type SourceEvent, type SourceState } from './consolidator.ts';

/** A live feed as one of several sources. */
export interface SourceFeed extends QuoteFeed {
  readonly isConnected: boolean;
  readonly isIndicative: boolean;
  counts(): ReadonlyMap<string, number>;
}

export interface SeveralFeedOptions {
  /** The most trusted one first. */
  readonly feeds: readonly SourceFeed[];
  readonly source: string;
  readonly storeKey: string;
  readonly rules: SeveralRules;
  readonly monotonicMs: () => number;
  /** Calls `work` every so often; returns the function that ends it. */
  readonly every: (ms: number, work: () => void) => () => void;
  readonly report: (event: SourceEvent) => void;
}

/** With the least `silenceMs` a silent source is noticed in time; the check costs the number of instruments and sources. */
const checkEveryMs = 100;

/** Several live feeds as one (R-MKT-42, docs/adr/0056): their prices, and their confirmations, by the consolidator's choice. */
export class SeveralFeed implements QuoteFeed {
  readonly source: string;
  readonly hours = 'calendar';
  readonly storeKey: string;
  readonly history = null;
  readonly instrumentIds: ReadonlySet<InstrumentId>;
  readonly #options: SeveralFeedOptions;
  #consolidator: Consolidator | null = null;
  #endChecks: () => void = () => undefined;

  constructor(options: SeveralFeedOptions) {
    this.#options = options;
    this.source = options.source;
    this.storeKey = options.storeKey;
    this.instrumentIds = new Set(options.feeds.flatMap(({ instrumentIds }) => [...instrumentIds]));
  }

  /** True while any source has a connection. */
  get isConnected(): boolean {
    return this.#options.feeds.some(({ isConnected }) => isConnected);
  }

  get isIndicative(): boolean {
    return this.#options.feeds.some(({ isIndicative }) => isIndicative);
  }

  /** True while a source has no connection, or is put aside for an instrument. */
  get isReduced(): boolean {
    return this.states().some(({ isConnected, aside }) => !isConnected || aside > 0);
  }

  /** Frames and quotes of all sources that were not used since the start, by reason. */
  counts(): ReadonlyMap<string, number> {
    const sums = new Map<string, number>();
    for (const feed of this.#options.feeds)
      for (const [reason, count] of feed.counts()) sums.set(reason, (sums.get(reason) ?? 0) + count);
    return sums;
  }

  states(): readonly SourceState[] {
    return this.#consolidator?.states() ?? [];
  }

  async start(sink: QuoteFeedSink, fromMs: number): Promise<void> {
    const { feeds, rules, monotonicMs, report, every } = this.#options;
    const isConnected = (at: number) => feeds[at]?.isConnected === true;
    const consolidator = new Consolidator({ sources: feeds, rules, monotonicMs, isConnected, sink, report });
    this.#consolidator = consolidator;
    this.#endChecks = every(checkEveryMs, () => consolidator.check());
    await Promise.all(
      feeds.map((feed, at) =>
        feed.start(
          {
            quote: (raw) => consolidator.quote(at, raw),
            alive: (ids) => consolidator.alive(at, ids),
            restarted: (id) => sink.restarted(id),
            skipped: (untilMs) => sink.skipped(untilMs),
            failed: (error) => sink.failed(error),
          },
          fromMs,
        ),
      ),
    );
  }

  async stop(): Promise<void> {
    this.#endChecks();
    await Promise.all(this.#options.feeds.map((feed) => feed.stop()));
  }
}
