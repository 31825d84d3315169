import { codes } from '@candor/contracts/codes';
import { sparklineCandles } from '@candor/contracts/http/paths';
import type { Language } from '@candor/contracts/languages';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { Candle, Period } from '@candor/domain/values/period';
import type { Clock } from '../../ports/clock.ts';
import type { OfferView } from '../../ports/offers.ts';
import type { AskedBy } from '../../ports/work.ts';
import type { CatalogueEntry } from '../../services/market/catalogue/catalogue-entry.ts';
import type { MarketView } from '../../services/market/market-view.ts';
import { toInstrument, toWireCandle } from '../market-lines.ts';
import { BoundedCache } from './bounded-cache.ts';
import { PreparedAnswer } from './prepared-answer.ts';
import { SharedWork } from './shared-work.ts';
import { textOf } from './texts/text-of.ts';

/** Lists are cached for this time; sockets carry newer quotes. */
const listCachedMs = 100;
export const sparklineCachedMs = 5_000;
const listBytesMax = 32 * 2 ** 20;
const candleBytesMax = 32 * 2 ** 20;
/** At most, as JSON. */
const bytesPerCandle = 130;

/** Candles of a chart up to the forming one. */
export interface NewestCandles {
  readonly id: InstrumentId;
  readonly period: Period;
  readonly limit: number;
  readonly language: Language;
}

/** Returns the codes of a company's own popular instruments; empty for the default ones (R-MKT-49). */
export type PopularOf = (companyId: CompanyId) => readonly string[];

/** A caller that waits for candles, and the signal that it has left. */
export type Caller = AskedBy & { readonly signal: AbortSignal };

interface TimedAnswer {
  readonly answer: PreparedAnswer;
  readonly untilMs: number;
}

/** Finished candles as text, valid until the next candle begins. */
interface ClosedCandles {
  readonly formingMs: number;
  readonly version: number;
  readonly text: SharedWork<string>;
  /** The text, once it is loaded. */
  loaded: string | null;
}

/** Newest candles as an answer, valid until the next quote. */
interface CandleAnswer {
  readonly answer: PreparedAnswer;
  readonly closed: ClosedCandles;
  readonly volume: number;
}

/** Candles of a row as text, and the answers by language. */
interface Sparkline {
  readonly text: SharedWork<string>;
  readonly answers: Map<Language, Buffer>;
  /** Expiry, set once the candles are there. */
  untilMs: number;
}

/**
 * Answers about the market, prepared once for all callers of a company and a language: the bytes are made when what
 * they say has changed, not for each request (R-MKT-40). Their memory is bounded.
 */
export class MarketAnswers {
  readonly #market: MarketView;
  readonly #clock: Clock;
  readonly #offers: OfferView;
  readonly #popularOf: PopularOf;
  readonly #laws = new WeakMap<object, number>();
  #lawCount = 0;
  readonly #lists = new BoundedCache<TimedAnswer>(listBytesMax);
  readonly #closed = new BoundedCache<ClosedCandles>(candleBytesMax);
  readonly #candles = new BoundedCache<CandleAnswer>(candleBytesMax);
  readonly #sparklines = new BoundedCache<Sparkline>(candleBytesMax);

  constructor({
    market,
    clock,
    offers,
    popularOf,
  }: {
    readonly market: MarketView;
    readonly clock: Clock;
    readonly offers: OfferView;
    readonly popularOf: PopularOf;
  }) {
    this.#market = market;
    this.#clock = clock;
    this.#offers = offers;
    this.#popularOf = popularOf;
  }

  /** Returns the list that every caller of a company gets; null if it depends on the caller. */
  listForAll(companyId: CompanyId, language: Language): PreparedAnswer | null {
    const known = this.#lists.get(this.#forAllKey(companyId, language));
    if (known !== undefined && known.untilMs > this.#clock.monotonicMs()) return known.answer;
    return this.#offers.hasUnoffered(companyId) ? null : this.list(companyId, language);
  }

  /** Returns the list for callers without orders in instruments that are no longer offered. */
  list(companyId: CompanyId, language: Language): PreparedAnswer {
    const offers = this.#offers;
    const scope = offers.hasOwn(companyId) ? companyId : `law ${this.#lawOf(companyId)}`;
    const key = `${scope} ${this.#popularOf(companyId).join()} ${language}`;
    const nowMs = this.#clock.monotonicMs();
    let timed = this.#lists.get(key);
    if (timed === undefined || timed.untilMs <= nowMs) {
      const entries = this.#market.entries.filter(({ spec }) => offers.isOffered(companyId, spec.id));
      const body = toAnswer(this.listText(entries, companyId, language), language);
      const answer = timed?.answer.body.equals(body) ? timed.answer : new PreparedAnswer(body);
      timed = { answer, untilMs: nowMs + listCachedMs };
      this.#lists.set(key, timed, bytesOf(answer));
    }
    if (!offers.hasUnoffered(companyId))
      this.#lists.set(this.#forAllKey(companyId, language), timed, bytesOf(timed.answer));
    return timed.answer;
  }

  listText(entries: readonly CatalogueEntry[], companyId: CompanyId, language: Language): string {
    const offers = this.#offers;
    const told = { language, popular: this.#popularOf(companyId) };
    const lines = entries.map((entry) => toInstrument(this.#market, entry, offers.of(companyId, entry.spec), told));
    return JSON.stringify(lines);
  }

  /** Returns the newest candles as of the last quote; null if closed ones must be loaded. */
  newestInMemory(request: NewestCandles): PreparedAnswer | null {
    const { id, period, limit } = request;
    const closed = this.#closed.get(`${id}:${period}:${limit}`);
    const forming = closed === undefined ? null : this.#market.forming(id, period);
    if (closed === undefined || forming === null || !this.#isBefore(closed, id, forming)) return null;
    const known = this.#candles.get(answerKey(request));
    if (known?.closed === closed && known.volume === forming.volume) return known.answer;
    return closed.loaded === null ? null : this.#join(request, closed, forming);
  }

  /** Returns the newest candles. After a quote only the forming candle is serialised again. */
  async newestCandles(request: NewestCandles, asked: Caller): Promise<PreparedAnswer> {
    const { id, period, limit, language } = request;
    const forming = this.#market.forming(id, period);
    if (forming === null || limit === 1)
      return new PreparedAnswer(
        toAnswer(await this.candleText({ id, period, beforeMs: null, limit, asked }), language),
      );
    const key = `${id}:${period}:${limit}`;
    let closed = this.#closed.get(key);
    if (closed === undefined || !this.#isBefore(closed, id, forming) || closed.text.isEnded) {
      closed = this.#loadClosed(request, forming, asked);
      this.#closed.set(key, closed, limit * bytesPerCandle);
    }
    closed.loaded = await waitFor(this.#closed, key, closed, asked.signal);
    // Quotes may have arrived while the closed candles were loaded.
    return this.newestInMemory(request) ?? this.#join(request, closed, forming);
  }

  #loadClosed({ id, period, limit }: NewestCandles, { timeMs }: Candle, asked: Caller): ClosedCandles {
    // Other callers may wait for the same candles: the first may leave, and the last one to leave aborts the work.
    const text = new SharedWork((signal) =>
      this.candleText({ id, period, beforeMs: timeMs, limit: limit - 1, asked: { ...asked, signal } }),
    );
    return { formingMs: timeMs, version: this.#market.candleVersion(id), text, loaded: null };
  }

  /** Prepares the closed candles with the one that is forming. */
  #join(request: NewestCandles, closed: ClosedCandles, forming: Candle): PreparedAnswer {
    const last = JSON.stringify(toWireCandle(forming, this.#market.spec(request.id)?.digits ?? 0));
    const before = (closed.loaded ?? '[]').slice(1, -1);
    const text = before === '' ? `[${last}]` : `[${before},${last}]`;
    const answer = new PreparedAnswer(toAnswer(text, request.language));
    this.#candles.set(answerKey(request), { answer, closed, volume: forming.volume }, bytesOf(answer));
    return answer;
  }

  /** True if closed candles end where the forming one begins. */
  #isBefore({ formingMs, version }: ClosedCandles, id: InstrumentId, forming: Candle): boolean {
    return forming.timeMs === formingMs && this.#market.candleVersion(id) === version;
  }

  async sparkline({ id, period, language }: Omit<NewestCandles, 'limit'>, asked: Caller): Promise<Buffer> {
    const key = `${id}:${period}`;
    let known = this.#sparklines.get(key);
    if (known === undefined || known.untilMs <= this.#clock.monotonicMs() || known.text.isEnded) {
      const text = new SharedWork((signal) =>
        this.candleText({ id, period, beforeMs: null, limit: sparklineCandles, asked: { ...asked, signal } }),
      );
      known = { text, answers: new Map(), untilMs: Number.POSITIVE_INFINITY };
      this.#sparklines.set(key, known, 2 * sparklineCandles * bytesPerCandle);
    }
    const text = await waitFor(this.#sparklines, key, known, asked.signal);
    if (known.untilMs === Number.POSITIVE_INFINITY) known.untilMs = this.#clock.monotonicMs() + sparklineCachedMs;
    const answer = known.answers.get(language) ?? toAnswer(text, language);
    known.answers.set(language, answer);
    return answer;
  }

  async candleText({
    id,
    ...request
  }: {
    readonly id: InstrumentId;
    readonly period: Period;
    readonly beforeMs: number | null;
    readonly limit: number;
    readonly asked: AskedBy;
  }): Promise<string> {
    const candles = (await this.#market.candles(id, request)) ?? [];
    const digits = this.#market.spec(id)?.digits ?? 0;
    return JSON.stringify(candles.map((candle) => toWireCandle(candle, digits)));
  }

  #forAllKey(companyId: CompanyId, language: Language): string {
    return `all ${companyId} ${this.#popularOf(companyId).join()} ${language}`;
  }

  /** Number of a company's law: companies of one law share their lists. */
  #lawOf(companyId: CompanyId): number {
    const caps = this.#offers.leverageCaps(companyId);
    const known = this.#laws.get(caps);
    if (known !== undefined) return known;
    this.#lawCount += 1;
    this.#laws.set(caps, this.#lawCount);
    return this.#lawCount;
  }
}

/** Wraps serialised data in an envelope, encoded once for all callers of a language. */
export function toAnswer(data: string, language: Language): Buffer {
  return Buffer.from(`{"code":${codes.ok},"msg":${JSON.stringify(textOf(codes.ok, language))},"data":${data}}`);
}

/** Bytes of an answer, counted as if compression gained nothing. */
function bytesOf({ body }: PreparedAnswer): number {
  return 2 * body.length;
}

function answerKey({ id, period, limit, language }: NewestCandles): string {
  return `${id}:${period}:${limit}:${language}`;
}

/** Waits with other callers; failed candles are not cached. */
async function waitFor<Kept extends { readonly text: SharedWork<string> }>(
  cache: BoundedCache<Kept>,
  key: string,
  kept: Kept,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await kept.text.wait(signal);
  } catch (error) {
    // A caller that leaves must not cancel the others.
    if (cache.get(key) === kept && (kept.text.isDone || kept.text.isEnded)) cache.delete(key);
    throw error;
  }
}
