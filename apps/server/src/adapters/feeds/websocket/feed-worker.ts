import type { FeedOrder } from '../live/feed-messages.ts';
import { QuoteSender, type TellMarket } from '../live/quote-sender.ts';
import type { Surroundings } from '../live/surroundings.ts';
import { type Blotter, createBlotter } from './blotter.ts';
import type { FeedPlan } from './feed-plan.ts';
import { FrameReader } from './frame-reader.ts';
import { VenueConnection } from './venue-connection.ts';

const detailMax = 200;

/** The side of a WebSocket feed in its thread: socket and frames. */
export class FeedWorker {
  readonly #plan: FeedPlan;
  readonly #sender: QuoteSender;
  readonly #connection: VenueConnection;
  readonly #blot: Blotter;
  #reader: FrameReader;

  constructor(plan: FeedPlan, tell: TellMarket, around: Surroundings) {
    this.#plan = plan;
    this.#sender = new QuoteSender(tell, around);
    this.#blot = createBlotter(plan);
    this.#reader = this.#createReader();
    this.#connection = new VenueConnection(
      plan,
      {
        connected: () => {
          this.#reader = this.#createReader();
          this.#sender.connected();
        },
        frame: (text) => this.#frame(text),
        binary: () => this.#sender.count('binary'),
        pong: () => {
          if (plan.unchanged === 'connection') this.#sender.confirm();
        },
        lost: (reason, retryMs) => this.#sender.lost(reason, retryMs),
      },
      around,
    );
  }

  start(): void {
    this.#sender.start();
    this.#connection.open();
  }

  stop(): void {
    this.#connection.close();
  }

  order(order: FeedOrder): void {
    this.#sender.order(order);
  }

  #frame(text: string): void {
    const kind = this.#reader.read(text);
    // An error, garbage or a frame that no rule describes is no sign that prices are current, whatever the mapping claims.
    if (kind !== 'other' && this.#plan.unchanged !== 'never') this.#sender.confirm();
  }

  #createReader(): FrameReader {
    return new FrameReader(this.#plan, {
      quote: ({ symbol, bid, ask, timeMs, sequence }) =>
        this.#sender.quote({ instrumentId: symbol.instrumentId, bid, ask, timeMs, sequence }),
      doubt: ({ instrumentId }) => this.#sender.doubt(instrumentId),
      fault: (fault, detail) =>
        this.#sender.count(fault, 1, detail === undefined ? undefined : this.#blot(detail, detailMax)),
    });
  }
}
