import type { SessionCalendar } from '@candor/domain/calc/session-hours';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Candle } from '@candor/domain/values/period';
import type { AskedBy } from './background-work.ts';

/** What a feed may know of an instrument it is asked to quote. */
export interface QuotedInstrument {
  readonly spec: InstrumentSpec;
  /** Usual distance of ask and bid, in price ticks. */
  readonly spreadTicks: number;
  /** A plausible price, as a decimal number; never a quote. */
  readonly referencePrice: number;
  readonly calendar: SessionCalendar;
}

/** A price as a feed delivers it, before the filter: nothing about it is trusted yet. Prices are in ticks. */
export interface RawQuote {
  readonly instrumentId: InstrumentId;
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
  /** The feed's own number of the quote, growing per instrument; null where the feed has none. */
  readonly feedSeq: number | null;
  /** Grows with each logon or new numbering of the feed; `feedSeq` may begin again with it. 0 where left out. */
  readonly feedSession?: number;
  /** A price that stood before the feed started: it becomes the current price but is no new tick, and no candle counts it. */
  readonly isRestated?: boolean;
}

export interface QuoteFeedSink {
  quote(raw: RawQuote): void;
  /** The feed vouches that the last prices of these instruments still stand, although none changed (ADR 0010). */
  alive(instrumentIds: Iterable<InstrumentId>): void;
  /** The recorded times of an instrument start over: what its candles held belongs to the last round. */
  restarted(instrumentId: InstrumentId): void;
  /** Quotes up to this time were skipped, as after the machine slept; the history has them. */
  skipped(untilMs: number): void;
  /** The feed cannot go on; the reason names file and line, or peer. */
  failed(error: Error): void;
}

/** Candles that a feed can derive for any time before now. Answers are ascending; closed minutes have none. */
export interface CandleHistory {
  /** One-minute candles in [fromMs, toMs); a `toMs` inside a minute gives that minute as it stood just before it. */
  minutes(instrumentId: InstrumentId, fromMs: number, toMs: number, asked?: AskedBy): Promise<Candle[]>;
  /** 60-minute candles whose start lies in the span; a whole number of hours. */
  hours(instrumentId: InstrumentId, fromMs: number, toMs: number, asked?: AskedBy): Promise<Candle[]>;
  /** No candle lies before this time. */
  readonly firstMs: number;
}

export interface QuoteFeed {
  /** Shown with every price: "simulated", "replay", "fix". */
  readonly source: string;
  /** Instruments that can have a price from this feed; all others are in state `no-price`. */
  readonly instrumentIds: ReadonlySet<InstrumentId>;
  /** `calendar`: instruments keep their sessions. `always`: they count as open as long as the feed runs. */
  readonly hours: 'calendar' | 'always';
  /** Names the series of stored candles that this feed continues; null when its times are not the wall's. */
  readonly storeKey: string | null;
  readonly history: CandleHistory | null;
  /** Restates the prices that stand, then delivers every quote from `fromMs` on. */
  start(sink: QuoteFeedSink, fromMs: number): Promise<void>;
  stop(): Promise<void>;
}
