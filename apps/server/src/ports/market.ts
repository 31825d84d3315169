import type { SessionCalendar } from '@candor/domain/calc/session-hours';
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

/** What the trading core and the gateway may know of the market. Prices have no account input (R-ORD-23). */
export interface Market {
  specs(): readonly InstrumentSpec[];
  spec(id: InstrumentId): InstrumentSpec | null;
  /** The last accepted quote. */
  quote(id: InstrumentId): Quote | null;
  state(id: InstrumentId): MarketState;
  /** Its exchange's week; null where it trades at all hours, or is not served. */
  calendar(id: InstrumentId): SessionCalendar | null;
  /** Milliseconds since the feed last vouched for the price (a quote, or a sign that it stands); Infinity before the first. */
  ageMs(id: InstrumentId): number;
  /** True if nothing may be opened at the quote's spread (R-MKT-17). */
  isSpreadWide(quote: Quote): boolean;
  /** False from a start until the feed has told all that was quoted meanwhile: prices still come that are earlier than now. */
  readonly isCaughtUp: boolean;
  /** Every accepted quote, in order, after the tick log has it at `offset`. Returns the way to stop. */
  onQuote(listener: (quote: Quote, offset: number) => void): () => void;
}

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

/** Keeps every accepted quote before anyone acts on it (R-MKT-15). */
export interface TickLog {
  /** Hands the quote over to be written and returns the offset it will stand at. */
  append(quote: Quote): number;
  /** Where the next quote will stand. */
  readonly nextOffset: number;
  /** Everything from an offset on, in order; from the oldest kept one where the offset is older. */
  read(fromOffset: number): AsyncIterable<LoggedQuote>;
  /** The same many at a time: a promise for every quote would cost more than the quote. */
  readPieces(fromOffset: number): AsyncIterable<readonly LoggedQuote[]>;
  /** Leaves offsets out up to this one: they were taken in, and the disk lost them or could not take them. */
  skipTo(offset: number): Promise<void>;
  /** Resolves once every quote before `offset` outlives a crash, however long the disk takes; at once where it does. */
  stored(offset: number): Promise<void>;
  /** Resolves when all quotes handed over so far are stored; rejects when the disk did not take them, which are kept. */
  flush(): Promise<void>;
  /** True while the disk does not take what is written. */
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

/** Keeps finished one-minute candles over restarts. `source` names a series, such as one simulator seed. */
export interface CandleStore {
  /** Ascending by time. */
  load(source: string, fromMs: number): Promise<StoredMinute[]>;
  /** A minute saved twice keeps its first form. */
  save(source: string, minutes: readonly StoredMinute[]): Promise<void>;
  deleteBefore(source: string, beforeMs: number): Promise<void>;
}
