import { type FeedNews, type FeedOrder, type FeedProof, type FeedRow, packRows } from './feed-messages.ts';
import { QuoteQueue } from './quote-queue.ts';
import type { Surroundings } from './surroundings.ts';

/** Time in which quotes are gathered to a batch. */
const batchEveryMs = 10;
const proofEveryMs = 500;
const countsEveryMs = 1_000;

export type TellMarket = (news: FeedNews, moved?: readonly ArrayBuffer[]) => void;
export type SentQuote = Pick<FeedRow, 'instrumentId' | 'bid' | 'ask' | 'timeMs' | 'sequence'>;

/**
 * Sends the quotes of a feed's thread to the market. One batch is on its way at a time, so that a slow market is never sent
 * more than it takes (R-MKT-29).
 */
export class QuoteSender {
  readonly #tell: TellMarket;
  readonly #around: Surroundings;
  readonly #queue = new QuoteQueue();
  #session = 0;
  #number = 0;
  #isTaken = true;
  #isSending = false;
  #proof: FeedProof | null = null;
  #provenMs = Number.NEGATIVE_INFINITY;
  #counts: Record<string, number> = {};
  #venueError: string | null = null;
  #isCounting = false;

  constructor(tell: TellMarket, around: Surroundings) {
    this.#tell = tell;
    this.#around = around;
  }

  start(): void {
    this.#tell({ kind: 'started' });
  }

  /** Begins a session. `isGap`: quotes of the running connection were lost, and what follows is a new series. */
  connected(isGap = false): void {
    this.#session += 1;
    this.#proof = null;
    this.#provenMs = Number.NEGATIVE_INFINITY;
    const news = { kind: 'connected', session: this.#session, atMs: this.#around.monotonicMs() } as const;
    this.#tell(isGap ? { ...news, isGap } : news);
  }

  lost(reason: string, retryMs: number): void {
    this.#proof = null;
    this.#tell({ kind: 'lost', reason, retryMs });
  }

  quote(quote: SentQuote): void {
    this.#add({ ...quote, isQuote: true });
  }

  /** The venue said something of the instrument that is no price. */
  doubt(instrumentId: number): void {
    this.#add({ instrumentId, isQuote: false, bid: 0, ask: 0, timeMs: null, sequence: null });
  }

  /** Notes a proof that unchanged prices are current; it follows the quotes that came before it. */
  confirm(): void {
    const nowMs = this.#around.monotonicMs();
    if (this.#proof !== null || nowMs - this.#provenMs < proofEveryMs) return;
    this.#provenMs = nowMs;
    this.#proof = { session: this.#session, atMs: nowMs };
    this.#sendSoon();
  }

  /** Notes what was not used; `detail` is for the log and holds no key. Sent at most once a second, whatever a venue sends. */
  count(reason: string, by = 1, detail?: string): void {
    this.#counts[reason] = (this.#counts[reason] ?? 0) + by;
    if (detail !== undefined) this.#venueError = detail;
    if (this.#isCounting) return;
    this.#isCounting = true;
    this.#around.schedule(() => {
      this.#isCounting = false;
      this.#tell({ kind: 'counts', counts: this.#counts, venueError: this.#venueError });
      this.#counts = {};
      this.#venueError = null;
    }, countsEveryMs);
  }

  order({ number }: FeedOrder): void {
    if (number !== this.#number) return;
    this.#isTaken = true;
    this.#sendSoon();
  }

  #add(row: Omit<FeedRow, 'session' | 'receivedMs'>): void {
    this.#queue.add({ ...row, session: this.#session, receivedMs: this.#around.monotonicMs() });
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
      if (replaced > 0) this.count('replaced', replaced);
      this.#tell({ kind: 'batch', number: this.#number, rows, alive }, [rows.buffer as ArrayBuffer]);
    }, batchEveryMs);
  }
}
