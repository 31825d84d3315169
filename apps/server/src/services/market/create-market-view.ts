import type { Clock } from '../../ports/clock.ts';
import type { CandleHistory, CandleStore, QuotedInstrument } from '../../ports/market.ts';
import type { FeedFacts, TickLine, TickPosition, TickPrices, TickStatus } from '../../ports/tick-stream.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { minutesMaxOf } from './market-service.ts';
import { SeriesCopies } from './series-copies.ts';
import { StoredHistory } from './stored-history.ts';
import { StreamMarket } from './stream-market.ts';
import { TickFollower, type TickSink } from './tick-follower.ts';
import type { TickMirror } from './tick-mirror.ts';

interface ViewParts {
  readonly instruments: readonly QuotedInstrument[];
  readonly clock: Clock;
}

export interface FollowedMarket {
  readonly market: StreamMarket;
  /** True while the market role cannot be followed. */
  readonly isAway: boolean;
  stop(): void;
}

/** Creates the market of a process without a tick log, such as a gateway: prices and candles, no missed ticks. */
export function createMarketView(
  parts: ViewParts & {
    readonly line: TickLine;
    /** Feed's history that this process can read, and the key of the feed that it belongs to; null for none. */
    readonly history: { readonly storeKey: string; readonly candles: CandleHistory } | null;
    /** Stored candles, for a feed without a history of its own; null if this process has a history. */
    readonly candleStore?: CandleStore | null;
    readonly onError: (error: Error) => void;
  },
): FollowedMarket {
  const { line, history, clock, instruments, onError, candleStore = null } = parts;
  const ids = instruments.map(({ spec }) => spec.id);
  const copies = new SeriesCopies({ ids, line, minutesMax: minutesMaxOf(false), onError });
  const market: StreamMarket = new StreamMarket({
    entries: catalogue,
    instruments,
    clock,
    copies,
    historyOf: (feed) =>
      candleStore === null || feed.storeKey === null
        ? findHistory(feed, history, onError)
        : new StoredHistory(candleStore, feed.storeKey, clock),
    isCaughtUp: () => follower.isCaughtUp,
  });
  const follower: TickFollower = new TickFollower({ line, sink: new ViewSink(market), clock, onError });
  return {
    market,
    get isAway() {
      return follower.isFailing;
    },
    stop() {
      void follower.stop();
      market.stop();
    },
  };
}

/** Creates the market of a trading core, which acts on the ticks of its mirror; it has no candles. */
export function createMirroredMarket({ mirror, ...parts }: ViewParts & { readonly mirror: TickMirror }): StreamMarket {
  return new StreamMarket({
    ...parts,
    entries: catalogue,
    copies: null,
    historyOf: () => null,
    isCaughtUp: () => mirror.isCaughtUp,
  });
}

/** Returns the history if it is the feed's; reports settings that differ from the market role's. */
function findHistory(
  { storeKey }: FeedFacts,
  history: { readonly storeKey: string; readonly candles: CandleHistory } | null,
  onError: (error: Error) => void,
): CandleHistory | null {
  if (storeKey === null || history === null) return null;
  if (history.storeKey === storeKey) return history.candles;
  onError(
    new Error(
      `The market role's prices are ${storeKey}, this process is set to ${history.storeKey}: no older candles.`,
    ),
  );
  return null;
}

/** Follows without a log: after missed ticks it continues with the current prices. */
class ViewSink implements TickSink {
  readonly #market: StreamMarket;
  #run = '';
  position: TickPosition | null = null;

  constructor(market: StreamMarket) {
    this.#market = market;
  }

  async describe(status: TickStatus): Promise<void> {
    this.#run = status.run;
    this.#market.describe(status);
  }

  async begin(): Promise<void> {}

  async take(ticks: Parameters<TickSink['take']>[0]): Promise<void> {
    this.#market.take(ticks);
    if (this.position !== null) this.position = { ...this.position, offset: this.position.offset + ticks.length };
  }

  alive(...about: Parameters<TickSink['alive']>): void {
    this.#market.alive(...about);
  }

  renew(versions: Parameters<TickSink['renew']>[0]): void {
    this.#market.renew(this.#run, versions);
  }

  async skip(): Promise<void> {}

  async whenDrained(): Promise<void> {}

  replace({ logId, next, ticks }: TickPrices): void {
    this.position = { logId, offset: next };
    this.#market.replace(ticks);
  }
}
