import type { InstrumentId } from '@candor/domain/values/ids';
import type { Clock } from '../apps/server/src/ports/clock.ts';
import type { QuoteFeed, QuoteFeedSink } from '../apps/server/src/ports/market.ts';
import {
  createMarket,
  quotedInstruments,
  type RunningMarket,
} from '../apps/server/src/services/market/create-market.ts';

/** A feed with quotes set by the test. */
export class HandFeed implements QuoteFeed {
  readonly source = 'test';
  readonly hours = 'always';
  readonly storeKey: string | null = null;
  readonly history = null;
  readonly instrumentIds: ReadonlySet<InstrumentId>;
  #sink: QuoteFeedSink | null = null;

  constructor(ids: readonly number[]) {
    this.instrumentIds = new Set(ids as InstrumentId[]);
  }

  async start(sink: QuoteFeedSink): Promise<void> {
    this.#sink = sink;
  }

  async stop(): Promise<void> {}

  quote(id: number, bid: number, ask: number, timeMs: number): void {
    this.#sink?.quote({ instrumentId: id as InstrumentId, bid, ask, timeMs, feedSeq: null });
  }

  /** Confirms the prices of every instrument. */
  alive(): void {
    this.#sink?.alive(this.instrumentIds);
  }

  restart(id: number): void {
    this.#sink?.restarted(id as InstrumentId);
  }
}

/** Starts the real catalogue and market service on a feed controlled by the test. */
export async function startHandMarket(
  ids: readonly number[],
  clock: Clock,
): Promise<RunningMarket & { feed: HandFeed }> {
  const feed = new HandFeed(ids);
  const instruments = quotedInstruments('open');
  const running = createMarket({
    instruments,
    feed,
    clock,
    tickLog: null,
    candleStore: null,
    onError: (error) => {
      throw error;
    },
  });
  await running.start();
  return { ...running, feed };
}
