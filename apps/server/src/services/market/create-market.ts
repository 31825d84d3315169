import type { Clock } from '../../ports/clock.ts';
import type { CandleStore, QuotedInstrument, QuoteFeed, TickLog } from '../../ports/market.ts';
import { type CalendarMode, calendarOf } from './calendars/session-calendars.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { MarketService } from './market-service.ts';

/** Returns the catalogue for feeds, each instrument with its calendar. */
export function quotedInstruments(mode: CalendarMode): QuotedInstrument[] {
  return catalogue.map(({ spec, spreadTicks, referencePrice }) => ({
    spec,
    spreadTicks,
    referencePrice,
    calendar: calendarOf(spec.calendar, mode),
  }));
}

export interface MarketParts {
  readonly instruments: readonly QuotedInstrument[];
  readonly feed: QuoteFeed;
  readonly clock: Clock;
  readonly tickLog: TickLog | null;
  readonly candleStore: CandleStore | null;
  /** Highest sequence in the tick log; new quotes continue above it. */
  readonly newestSeq?: number;
  /** Called if the feed fails or candles cannot be stored. */
  readonly onError: (error: Error) => void;
}

export interface RunningMarket {
  readonly market: MarketService;
  readonly feed: QuoteFeed;
  start(resumeMs?: number | null): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the market from its adapters. */
export function createMarket(parts: MarketParts): RunningMarket {
  const market = new MarketService({ ...parts, entries: catalogue });
  return { market, feed: parts.feed, start: (resumeMs) => market.start(resumeMs), stop: () => market.stop() };
}
