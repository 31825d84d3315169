import type { SessionCalendar, Sessions } from '@candor/domain/calc/session-hours';
import type { MarketNow } from '@candor/domain/engine/market-now';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Candle } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import type { AskedBy } from './work.ts';

export interface MarketState {
  /** `no-price`: the running feed does not serve the instrument. */
  readonly kind: 'open' | 'closed' | 'no-price';
  readonly nextOpenMs: number | null;
  readonly nextCloseMs: number | null;
}

/** The market for the trading core and the gateway. Prices depend on no account (R-ORD-23). */
export interface Market {
  specs(): readonly InstrumentSpec[];
  spec(id: InstrumentId): InstrumentSpec | null;
  /** Last accepted quote. */
  quote(id: InstrumentId): Quote | null;
  state(id: InstrumentId): MarketState;
  /** Sessions that decide whether a market is open, for `state` and for the core. */
  readonly sessions: Sessions;
  /** Weekly trading sessions of its exchange; null if it trades at all hours or is not served. */
  calendar(id: InstrumentId): SessionCalendar | null;
  /** Milliseconds since the feed last confirmed the price, by a quote or a heartbeat; Infinity before the first. */
  ageMs(id: InstrumentId): number;
  /** True if nothing may be opened at the quote's spread (R-MKT-17). */
  isSpreadWide(quote: Quote): boolean;
  /** False after a start until the feed has delivered the quotes missed meanwhile, whose times are in the past. */
  readonly isCaughtUp: boolean;
  /**
   * Delivers every accepted quote, in order, after the tick log has it at `offset`. Returns the unsubscribe function.
   */
  onQuote(listener: (quote: Quote, offset: number) => void): () => void;
}

/** Returns the market of an instrument for a command to the core. */
export function marketNow(market: Pick<Market, 'state' | 'ageMs'>, id: InstrumentId): MarketNow {
  return { kind: market.state(id).kind, ageMs: market.ageMs(id) };
}

/** An instrument that a feed is asked to quote. */
export interface QuotedInstrument {
  readonly spec: InstrumentSpec;
  /** Typical spread, in price ticks. */
  readonly spreadTicks: number;
  /** A plausible price for the simulator, as a decimal number; never used as a quote. */
  readonly referencePrice: number;
  readonly calendar: SessionCalendar;
}

/** A quote as a feed delivers it, untrusted and unfiltered. Prices are in ticks. */
export interface RawQuote {
  readonly instrumentId: InstrumentId;
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
  /** The feed's own sequence number, increasing per instrument; null if the feed has none. */
  readonly feedSeq: number | null;
  /** Increases with each logon or renumbering of the feed, after which `feedSeq` may start again. 0 if omitted. */
  readonly feedSession?: number;
  /**
   * True for a price from before the feed started: it becomes the current price, but counts as no tick and in no
   * candle.
   */
  readonly isRestated?: boolean;
  /** Source of the quote, in a feed of several; that of the feed if omitted. */
  readonly source?: string;
  /** Milliseconds since its source confirmed the price unchanged; it counts as no older than that. Unconfirmed if omitted. */
  readonly confirmedAgoMs?: number;
}

export interface QuoteFeedSink {
  quote(raw: RawQuote): void;
  /** Heartbeat: the last prices of these instruments are still current, although unchanged (ADR 0010). */
  alive(instrumentIds: Iterable<InstrumentId>): void;
  /** The recorded times of an instrument start again: its candles belong to the previous run. */
  restarted(instrumentId: InstrumentId): void;
  /** Quotes up to this time were skipped, e.g. after the machine was suspended; the history has them. */
  skipped(untilMs: number): void;
  /** The feed cannot continue; the message names file and line, or peer. */
  failed(error: Error): void;
}

/**
 * Candles that a feed can derive for any past time. Answers are in ascending order, without minutes outside of
 * sessions.
 */
export interface CandleHistory {
  /** One-minute candles in [fromMs, toMs); if `toMs` is inside a minute, that minute up to just before it. */
  minutes(instrumentId: InstrumentId, fromMs: number, toMs: number, asked?: AskedBy): Promise<Candle[]>;
  /** 60-minute candles that start in the span, which must be whole hours. */
  hours(instrumentId: InstrumentId, fromMs: number, toMs: number, asked?: AskedBy): Promise<Candle[]>;
  /** Time of the earliest candle. */
  readonly firstMs: number;
}

export interface QuoteFeed {
  /** Shown with every price: "simulated", "replay", "fix"; the names of several sources are separated by commas. */
  readonly source: string;
  /** Instruments that this feed can price; all others have the state `no-price`. */
  readonly instrumentIds: ReadonlySet<InstrumentId>;
  /** `calendar`: instruments keep their sessions. `always`: they are open as long as the feed runs. */
  readonly hours: 'calendar' | 'always';
  /** Names the series of stored candles that this feed continues; null if its times are not wall-clock times. */
  readonly storeKey: string | null;
  readonly history: CandleHistory | null;
  /** Restates the current prices, then delivers every quote from `fromMs` on. */
  start(sink: QuoteFeedSink, fromMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Stores every accepted quote before any code acts on it (R-MKT-15). */
export interface TickLog {
  /** Queues the quote for writing and returns its offset. */
  append(quote: Quote): number;
  /** Offset of the next quote. */
  readonly nextOffset: number;
  /** Reads every quote from an offset on, in order; from the oldest stored one if the offset is older. */
  read(fromOffset: number): AsyncIterable<LoggedQuote>;
  /** Reads the same in batches: a promise per quote would cost more than the quote. */
  readPieces(fromOffset: number): AsyncIterable<readonly LoggedQuote[]>;
  /** Skips offsets up to this one: their quotes were processed, but the disk lost or never stored them. */
  skipTo(offset: number): Promise<void>;
  /** Resolves when every quote before `offset` would survive a crash, however long the disk takes. */
  stored(offset: number): Promise<void>;
  /** Resolves when all queued quotes are stored; rejects if the disk failed, and keeps the quotes queued. */
  flush(): Promise<void>;
  /** True while the disk fails to write. */
  readonly isFailing: boolean;
  close(): Promise<void>;
}

export interface LoggedQuote {
  readonly offset: number;
  readonly quote: Quote;
}

export interface StoredMinute {
  readonly instrumentId: InstrumentId;
  readonly candle: Candle;
}

/** Stores finished one-minute candles, and older ones packed (R-MKT-46). `source` names a series, such as one simulator seed. */
export interface CandleStore {
  /** Returns candles in ascending order of time. */
  load(source: string, fromMs: number): Promise<StoredMinute[]>;
  /** A minute saved twice keeps its first version. */
  save(source: string, minutes: readonly StoredMinute[]): Promise<void>;
  deleteBefore(source: string, beforeMs: number): Promise<void>;
  /** Packs stored minutes before a time, the oldest first, in at most `blocksMax` steps; returns the number of steps. */
  pack(source: string, beforeMs: number, blocksMax: number): Promise<number>;
  /** Returns an instrument's minutes in [fromMs, toMs), packed or not, ascending. */
  minutes(source: string, id: InstrumentId, fromMs: number, toMs: number): Promise<Candle[]>;
  /** Returns packed candles of 60 minutes that start in [fromMs, toMs), ascending. */
  packedHours(source: string, id: InstrumentId, fromMs: number, toMs: number): Promise<Candle[]>;
  /** Time before which an instrument's minutes are packed; 0 if none are. */
  packedUntil(source: string, id: InstrumentId): Promise<number>;
  deletePackedBefore(source: string, beforeMs: number): Promise<void>;
}
