import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import type { LineClient, LineServer } from './lines.ts';
import type { QuoteFeed, TickLog } from './market.ts';

/** Topic of the stream on a line. */
export const tickTopic = 'ticks';

/** Questions that the market role answers on a line. */
export const tickQuestions = {
  status: 'ticks.status',
  read: 'ticks.read',
  prices: 'ticks.prices',
  minutes: 'ticks.minutes',
} as const;

/** Maximum ticks of one message or page. */
export const tickPageMax = 2_000;
/** Maximum minutes of one page of a series. */
export const minutePageMax = 4_000;

/** A place in the market role's tick log; offsets of another log mean nothing. */
export interface TickPosition {
  readonly logId: string;
  readonly offset: number;
}

/** Facts of the market role's feed that followers need. */
export type FeedFacts = Pick<QuoteFeed, 'source' | 'hours' | 'storeKey'> & {
  readonly instrumentIds: readonly InstrumentId[];
};

/** One tick of the stream. */
export interface StreamedTick {
  readonly offset: number;
  readonly quote: Quote;
  /**
   * Monotonic time at which the feed confirmed the price: the market role's in messages, the follower's after mapping.
   * Null for a tick read from the log, and while the follower cannot map it.
   */
  readonly confirmedMs: number | null;
  /** True for a price from before the feed started: it counts in no candle. */
  readonly isRestated: boolean;
  /** True for the unchanged last price of a quiet instrument, logged again. It has the sequence of its first tick. */
  readonly isRepeat: boolean;
}

/** Version of an instrument's closed candles at the market role. */
export interface SeriesVersion {
  readonly id: InstrumentId;
  readonly version: number;
}

/** One process start of the market role: its monotonic times and series versions mean nothing in another run. */
interface OfRun {
  readonly logId: string;
  readonly run: string;
}

/** One message on the topic: ticks without a gap, then what the feed confirmed. */
export interface TickBatch extends OfRun {
  /** Offset of the first tick; offset of the next one if there is none. */
  readonly from: number;
  readonly ticks: readonly StreamedTick[];
  /** Prices confirmed by a heartbeat after these ticks; null for none. */
  readonly alive: { readonly ids: readonly InstrumentId[]; readonly confirmedMs: number } | null;
  /** Series whose closed candles changed other than by a new one, before these ticks. */
  readonly renewed: readonly SeriesVersion[];
  readonly isCaughtUp: boolean;
}

export interface TickStatus extends OfRun {
  /** Offset of the oldest tick when the run began; the log may have deleted it since. */
  readonly first: number;
  /** Offset of the next tick to be published. */
  readonly next: number;
  /** The market role's monotonic clock. */
  readonly monotonicMs: number;
  readonly isCaughtUp: boolean;
  readonly feed: FeedFacts;
  readonly versions: readonly SeriesVersion[];
}

export interface TickRead {
  readonly from: number;
  readonly limit: number;
  /** True to answer only from memory, with all facts of the ticks. */
  readonly isRecentOnly: boolean;
}

/** `isGone`: memory no longer holds the ticks. Ticks start above the requested offset if the log has deleted it. */
export type TickPage = OfRun &
  (
    | { readonly isGone: true }
    | {
        readonly isGone: false;
        readonly from: number;
        readonly ticks: readonly StreamedTick[];
        /** Offset of the next tick to be published. */
        readonly end: number;
      }
  );

/** Last tick of each instrument, at a position. */
export interface TickPrices extends OfRun {
  readonly next: number;
  readonly ticks: readonly StreamedTick[];
}

export interface MinutesRequest {
  readonly id: InstrumentId;
  /** Only minutes that start before this time; null for the newest, with the forming one. */
  readonly beforeMs: number | null;
}

/** Newest minutes before a time of a series in the market role's memory. */
export interface MinutesPage {
  readonly run: string;
  readonly version: number;
  /** Start of the series; earlier candles come from the feed's history. */
  readonly cutMs: number;
  /** Offset of the first tick that the candles lack. */
  readonly next: number;
  /** Ascending. */
  readonly minutes: readonly Candle[];
  /** True if the series has earlier minutes. */
  readonly hasMore: boolean;
}

/** Missing ticks that no log has any more. */
export interface TickGap extends TickPosition {
  /** Offset of the next tick that exists. */
  readonly untilOffset: number;
}

/** A tick log of a process that follows the stream, with the market role's log id and offsets. */
export interface MirroredLog extends TickLog {
  /** Id of the market role's log; null before the first contact. */
  readonly logId: string | null;
  /** The feed as last described; null before the first contact. */
  readonly feed: FeedFacts | null;
  describe(feed: FeedFacts): Promise<void>;
  /** Continues at `offset` of a log; deletes what is stored at or above it. */
  begin(position: TickPosition): Promise<void>;
  /** Prepares for ticks of this source. */
  useSource(source: string): Promise<void>;
}

/** The market role's end of a line. */
export type TickAnswers = Pick<LineServer, 'answer' | 'publish'>;

/** A follower's end of a line. */
export type TickLine = Pick<LineClient, 'ask' | 'follow'>;
