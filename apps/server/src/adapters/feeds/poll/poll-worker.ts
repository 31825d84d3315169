import type { FeedOrder } from '../live/feed-messages.ts';
import type { PlannedSymbol } from '../live/live-plan.ts';
import { QuoteSender, type TellMarket } from '../live/quote-sender.ts';
import { RetryDelays } from '../live/retry-delays.ts';
import type { Surroundings } from '../live/surroundings.ts';
import type { PollPlan } from './poll-config.ts';
import { type Rate, readRates } from './rate-table.ts';

const answerMaxMs = 10_000;
/** Longest pause that a venue can ask for. */
const pauseMaxMs = 3_600_000;

class PollError extends Error {
  readonly pauseMs: number;

  constructor(message: string, pauseMs = 0) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

/**
 * The side of a polled feed in its thread (R-MKT-39, R-MKT-41): asks for the table at its interval, one request at a time, with
 * the mark of the last answer (ETag, Last-Modified). Redirects are not followed, certificates are checked.
 */
export class PollWorker {
  readonly #plan: PollPlan;
  readonly #sender: QuoteSender;
  readonly #around: Surroundings;
  readonly #delays: RetryDelays;
  readonly #ending = new AbortController();
  #marks: Record<string, string> = {};
  #given = new Map<PlannedSymbol, Rate>();
  #sinceMs: number | null = null;
  #cancel: () => void = () => undefined;

  constructor(plan: PollPlan, tell: TellMarket, around: Surroundings) {
    this.#plan = plan;
    this.#around = around;
    this.#sender = new QuoteSender(tell, around);
    this.#delays = new RetryDelays(() => around.random());
  }

  start(): void {
    this.#sender.start();
    void this.#poll();
  }

  stop(): void {
    this.#cancel();
    this.#ending.abort();
  }

  order(order: FeedOrder): void {
    this.#sender.order(order);
  }

  async #poll(): Promise<void> {
    let waitMs = this.#plan.everyMs;
    try {
      const content = await this.#ask();
      if (this.#ending.signal.aborted) return;
      if (this.#sinceMs === null) this.#connected();
      if (content === null) this.#sender.confirm();
      else this.#take(content);
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      waitMs = this.#failed(error);
    }
    this.#cancel = this.#around.schedule(() => void this.#poll(), waitMs);
  }

  #connected(): void {
    this.#sinceMs = this.#around.monotonicMs();
    this.#given = new Map();
    this.#sender.connected();
  }

  /** Returns the time until the next attempt: never sooner than the interval, or than the venue wants. */
  #failed(error: unknown): number {
    const lastedMs = this.#sinceMs === null ? 0 : this.#around.monotonicMs() - this.#sinceMs;
    this.#sinceMs = null;
    // The next session gets the whole table again.
    this.#marks = {};
    const pauseMs = error instanceof PollError ? error.pauseMs : 0;
    const waitMs = Math.max(this.#plan.everyMs, this.#delays.next(lastedMs), pauseMs);
    this.#sender.lost(error instanceof PollError ? error.message : 'the venue cannot be reached', waitMs);
    return waitMs;
  }

  /** Resolves to the table, or to null if it is that of the last answer. Texts of errors hold no part of the address. */
  async #ask(): Promise<string | null> {
    const { url, headers } = this.#plan;
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(answerMaxMs)]);
    const answer = await fetch(url, { headers: { ...headers, ...this.#marks }, redirect: 'manual', signal });
    if (answer.status === 304) return null;
    if (answer.status !== 200) {
      await answer.body?.cancel();
      throw new PollError(`the venue answered with status ${answer.status}`, pauseOf(answer.headers));
    }
    const content = await this.#readBody(answer);
    const [etag, modified] = [answer.headers.get('etag'), answer.headers.get('last-modified')];
    this.#marks = {
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(modified === null ? {} : { 'if-modified-since': modified }),
    };
    return content;
  }

  async #readBody(answer: Response): Promise<string> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > this.#plan.bytesMax) throw new PollError(`the answer is larger than ${this.#plan.bytesMax} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  }

  #take(content: string): void {
    const table = readRates(content, this.#plan);
    if ('fault' in table) {
      this.#sender.count(table.fault);
      for (const symbol of this.#given.keys()) this.#sender.doubt(symbol.instrumentId);
      this.#given.clear();
      return;
    }
    for (const [symbol, rate] of table.rates) {
      const { instrumentId } = symbol;
      if (typeof rate === 'string') {
        this.#sender.count(rate);
        if (this.#given.delete(symbol)) this.#sender.doubt(instrumentId);
        continue;
      }
      const before = this.#given.get(symbol);
      this.#given.set(symbol, rate);
      const isAgain = before?.bid === rate.bid && before.ask === rate.ask && before.timeMs === rate.timeMs;
      if (!isAgain) this.#sender.quote({ instrumentId, ...rate, sequence: null });
    }
    if (this.#given.size > 0) this.#sender.confirm();
  }
}

/**
 * Returns the milliseconds of a Retry-After header (RFC 9110), at most an hour; 0 without one that can be read. A date is
 * compared with the answer's own Date, so that the venue's clock may be wrong.
 */
function pauseOf(headers: Headers): number {
  const text = headers.get('retry-after') ?? '';
  const pauseMs = /^\d{1,9}$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return pauseMs > 0 ? Math.min(pauseMs, pauseMaxMs) : 0;
}
