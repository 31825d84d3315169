import { type Blotter, createBlotter } from './blotter.ts';
import { type FeedNews, type FeedOrder, type FeedProof, packRows } from './feed-messages.ts';
import type { FeedPlan } from './feed-plan.ts';
import { FrameReader } from './frame-reader.ts';
import { QuoteQueue } from './quote-queue.ts';
import { type Surroundings, VenueConnection } from './venue-connection.ts';

/** Time in which quotes are gathered to a batch. */
const batchEveryMs = 10;
const proofEveryMs = 500;
const countsEveryMs = 1_000;
const detailMax = 200;

/**
 * The feed's side of its thread: socket, frames and queue. One batch is on its way to the market at a time, so that a slow
 * market is never sent more than it takes (R-MKT-29).
 */
export class FeedWorker {
  readonly #plan: FeedPlan;
  readonly #tell: (news: FeedNews, moved?: readonly ArrayBuffer[]) => void;
  readonly #around: Surroundings;
  readonly #connection: VenueConnection;
  readonly #blot: Blotter;
  readonly #queue = new QuoteQueue();
  #reader: FrameReader;
  #session = 0;
  #number = 0;
  #isTaken = true;
  #isSending = false;
  #proof: FeedProof | null = null;
  #provenMs = Number.NEGATIVE_INFINITY;
  #counts: Record<string, number> = {};
  #venueError: string | null = null;
  #isCounting = false;

  constructor(plan: FeedPlan, tell: (news: FeedNews, moved?: readonly ArrayBuffer[]) => void, around: Surroundings) {
    this.#plan = plan;
    this.#tell = tell;
    this.#around = around;
    this.#blot = createBlotter(plan);
    this.#reader = this.#createReader(0);
    this.#connection = new VenueConnection(
      plan,
      {
        connected: () => this.#connected(),
        frame: (text) => this.#frame(text),
        binary: () => this.#count('binary'),
        pong: () => {
          if (plan.unchanged === 'connection') this.#confirm();
        },
        lost: (reason, retryMs) => {
          this.#proof = null;
          tell({ kind: 'lost', reason, retryMs });
        },
      },
      around,
    );
  }

  start(): void {
    this.#tell({ kind: 'started' });
    this.#connection.open();
  }

  stop(): void {
    this.#connection.close();
  }

  order({ number }: FeedOrder): void {
    if (number !== this.#number) return;
    this.#isTaken = true;
    this.#sendSoon();
  }

  #connected(): void {
    this.#session += 1;
    this.#reader = this.#createReader(this.#session);
    this.#proof = null;
    this.#provenMs = Number.NEGATIVE_INFINITY;
    this.#tell({ kind: 'connected', session: this.#session, atMs: this.#around.monotonicMs() });
  }

  #frame(text: string): void {
    const kind = this.#reader.read(text);
    // An error, garbage or a frame that no rule describes is no sign that prices are current, whatever the mapping claims.
    if (kind !== 'other' && this.#plan.unchanged !== 'never') this.#confirm();
  }

  #createReader(session: number): FrameReader {
    const add = (
      instrumentId: number,
      isQuote: boolean,
      row: { bid: number; ask: number },
      of: { timeMs: number | null; sequence: number | null },
    ) => {
      this.#queue.add({ instrumentId, isQuote, ...row, ...of, session, receivedMs: this.#around.monotonicMs() });
      this.#sendSoon();
    };
    return new FrameReader(this.#plan, {
      quote: ({ symbol, bid, ask, timeMs, sequence }) =>
        add(symbol.instrumentId, true, { bid, ask }, { timeMs, sequence }),
      doubt: (symbol) => add(symbol.instrumentId, false, { bid: 0, ask: 0 }, { timeMs: null, sequence: null }),
      fault: (fault, detail) => {
        this.#count(fault);
        if (detail !== undefined) this.#venueError = this.#blot(detail, detailMax);
      },
    });
  }

  /** Notes a proof; it follows the quotes that came before it. */
  #confirm(): void {
    const nowMs = this.#around.monotonicMs();
    if (this.#proof !== null || nowMs - this.#provenMs < proofEveryMs) return;
    this.#provenMs = nowMs;
    this.#proof = { session: this.#session, atMs: nowMs };
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#isSending || !this.#isTaken || (this.#queue.length === 0 && this.#proof === null)) return;
    this.#isSending = true;
    this.#around.schedule(() => {
      this.#isSending = false;
      this.#isTaken = false;
      this.#number += 1;
      const rows = packRows(this.#queue.take());
      // Rows that still wait may be doubts, which a proof must not overtake.
      const alive = this.#queue.length === 0 ? this.#proof : null;
      if (alive !== null) this.#proof = null;
      const replaced = this.#queue.takeReplaced();
      if (replaced > 0) this.#count('replaced', replaced);
      this.#tell({ kind: 'batch', number: this.#number, rows, alive }, [rows.buffer as ArrayBuffer]);
    }, batchEveryMs);
  }

  /** Counts are sent at most once a second, whatever a venue sends. */
  #count(reason: string, by = 1): void {
    this.#counts[reason] = (this.#counts[reason] ?? 0) + by;
    if (this.#isCounting) return;
    this.#isCounting = true;
    this.#around.schedule(() => {
      this.#isCounting = false;
      this.#tell({ kind: 'counts', counts: this.#counts, venueError: this.#venueError });
      this.#counts = {};
      this.#venueError = null;
    }, countsEveryMs);
  }
}
