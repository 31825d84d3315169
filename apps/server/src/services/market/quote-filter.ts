import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';
import type { RawQuote } from '../../ports/market.ts';
import { futureMaxMs } from './logged-ticks.ts';

/** Reasons for refusing a raw quote. `contradiction`: a number again, with other prices. `unconfirmed` waits for a second one; `spike` waited and was not confirmed. */
const refusalReasons = [
  'unknown-instrument',
  'not-a-price',
  'crossed',
  'from-the-future',
  'duplicate',
  'contradiction',
  'out-of-order',
  'spread-too-wide',
  'unconfirmed',
  'spike',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export interface FilterLimits {
  readonly instrumentId: InstrumentId;
  /** In 10⁻⁴ of the price: maximum leap and spread of a quote. */
  readonly deviationLimitBp: number;
}

/** Clock for checking quote times; null for a feed with recorded times. */
export interface FilterClock {
  /** Latest possible time now: product time, or the wall clock during an unconfirmed step. */
  latestMs(): number;
  monotonicMs(): number;
}

interface Track {
  readonly limit: number;
  seq: number;
  /** Last accepted quote, reference for prices. */
  last: RawQuote | null;
  /** Quote that later ones must follow; null while any order is accepted. */
  lastSeen: RawQuote | null;
  /** Leap awaiting confirmation by the next quote; does not affect the order. */
  held: RawQuote | null;
  /** Consecutive leaps to the same side, including `held`. */
  leaps: number;
  /** Consecutive refused quotes that are in order among themselves. */
  disorder: { readonly last: RawQuote; readonly count: number } | null;
  isInDoubt: boolean;
  /** Consecutive quotes with too wide a spread. */
  wide: { readonly sinceMs: number; readonly count: number } | null;
}

/** Consecutive quotes in order, after which the sequence restarts from them. */
const disorderMax = 10;
/** Consecutive leaps to the same side that count as a move. */
const leapsMax = 3;
/** Wide spreads are accepted after this long without a normal one (R-MKT-17). */
const wideAfterMs = 10_000;
const wideQuotesMin = 3;
/** A spread beyond this multiple of the limit is never accepted. */
const absurdFactor = 10;

/** True if nothing may be opened at this spread. One tick is never wide. */
export function isSpreadWide({ bid, ask }: { readonly bid: number; readonly ask: number }, limitBp: number): boolean {
  return ask - bid > Math.max(1, (bid * limitBp) / 10_000);
}

/**
 * Accepts valid quotes and numbers them (R-MKT-06). Order is by session and number, or by time if the feed has no
 * numbers. A leap beyond the class's limit is held: a second quote near it, or further the same way, releases both in
 * order, so a real move loses nothing; any other quote discards it, so a lone spike triggers no stop. A steady stream
 * of valid quotes is accepted after a bounded number, whatever came before (R-MKT-16).
 */
export class QuoteFilter {
  readonly #source: string;
  readonly #clock: FilterClock | null;
  readonly #tracks = new Map<InstrumentId, Track>();
  readonly #counts = new Map<RefusalReason, number>();

  constructor(source: string, limits: readonly FilterLimits[], firstSeq: number, clock: FilterClock | null = null) {
    this.#source = source;
    this.#clock = clock;
    for (const { instrumentId, deviationLimitBp } of limits) {
      const empty = { last: null, lastSeen: null, held: null, leaps: 0, disorder: null, wide: null, isInDoubt: false };
      this.#tracks.set(instrumentId, { limit: deviationLimitBp / 10_000, seq: firstSeq, ...empty });
    }
  }

  /**
   * Accepts nothing, the quote, or the held leap and the quote. Returns null if the quote was accepted, else the
   * reason.
   */
  offer(raw: RawQuote, accept: (quote: Quote, raw: RawQuote) => void): RefusalReason | null {
    const track = this.#tracks.get(raw.instrumentId);
    if (track === undefined) return this.#refuse('unknown-instrument');
    const reason = this.#judge(raw, track, accept);
    // A repetition adds nothing to what it repeats.
    if (reason !== 'duplicate') track.isInDoubt = reason !== null;
    return reason;
  }

  #judge(raw: RawQuote, track: Track, accept: (quote: Quote, raw: RawQuote) => void): RefusalReason | null {
    const reason = findIllegality(raw) ?? this.#findMistiming(raw, track) ?? this.#findWidth(raw, track);
    if (reason !== null) return this.#refuse(reason);
    const { last, held } = track;
    if (held !== null && isConfirmed(raw, track)) {
      track.held = null;
      // The held quote is dropped unless it is older than its confirmation.
      if (!isBefore(raw, held)) this.#accept(held, track, accept);
      this.#accept(raw, track, accept);
      return null;
    }
    if (held !== null) this.#count('spike');
    if (last === null || isNear(raw, last, reachOf(raw, track.limit))) {
      this.#accept(raw, track, accept);
      return null;
    }
    track.leaps = held !== null && isSameWay(raw, held, last) ? track.leaps + 1 : 1;
    track.held = raw;
    return this.#refuse('unconfirmed');
  }

  /** True if the feed's last word about the instrument was refused or is held: its last accepted price may be of the past. */
  isInDoubt(instrumentId: InstrumentId): boolean {
    return this.#tracks.get(instrumentId)?.isInDoubt === true;
  }

  /** Restarts the order for recorded times; sequence numbers continue. */
  restart(instrumentId: InstrumentId): void {
    const track = this.#tracks.get(instrumentId);
    if (track === undefined) return;
    Object.assign(track, {
      last: null,
      lastSeen: null,
      held: null,
      leaps: 0,
      disorder: null,
      wide: null,
      isInDoubt: false,
    });
  }

  counts(): Readonly<Record<RefusalReason, number>> {
    const counts = refusalReasons.map((reason) => [reason, this.#counts.get(reason) ?? 0] as const);
    return Object.fromEntries(counts) as Record<RefusalReason, number>;
  }

  #findMistiming(raw: RawQuote, track: Track): RefusalReason | null {
    const latestMs = this.#clock === null ? Number.POSITIVE_INFINITY : this.#clock.latestMs() + futureMaxMs;
    if (raw.timeMs > latestMs) return 'from-the-future';
    const { lastSeen, held, disorder } = track;
    if ((lastSeen !== null && isSame(raw, lastSeen)) || (held !== null && isSame(raw, held))) return 'duplicate';
    const isContrary = [lastSeen, held].some((one) => one !== null && isSameNumber(raw, one));
    // A reference time in the future was left by a fast clock and is ignored.
    const isInOrder = lastSeen === null || !isBefore(raw, lastSeen) || lastSeen.timeMs > latestMs;
    if (isInOrder && !isContrary) {
      track.disorder = null;
      return null;
    }
    if (disorder !== null && isSame(raw, disorder.last)) return 'duplicate';
    const count = disorder !== null && !isBefore(raw, disorder.last) ? disorder.count + 1 : 1;
    track.disorder = { last: raw, count };
    if (count < disorderMax) return isContrary ? 'contradiction' : 'out-of-order';
    track.disorder = null;
    track.lastSeen = null;
    return null;
  }

  #findWidth(raw: RawQuote, track: Track): RefusalReason | null {
    const { limit } = track;
    if (!isSpreadWide(raw, limit * 10_000)) return null;
    if (isSpreadWide(raw, limit * 10_000 * absurdFactor)) return 'spread-too-wide';
    const nowMs = this.#clock?.monotonicMs() ?? raw.timeMs;
    const wide = { sinceMs: track.wide?.sinceMs ?? nowMs, count: (track.wide?.count ?? 0) + 1 };
    track.wide = wide;
    return wide.count >= wideQuotesMin && nowMs - wide.sinceMs >= wideAfterMs ? null : 'spread-too-wide';
  }

  #accept(raw: RawQuote, track: Track, accept: (quote: Quote, raw: RawQuote) => void): void {
    if (!isSpreadWide(raw, track.limit * 10_000)) track.wide = null;
    Object.assign(track, { last: raw, lastSeen: raw, held: null, leaps: 0 });
    track.seq += 1;
    const { instrumentId, timeMs, source = this.#source } = raw;
    const { seq } = track;
    accept({ instrumentId, seq, bid: raw.bid as Price, ask: raw.ask as Price, timeMs, source }, raw);
  }

  #refuse(reason: RefusalReason): RefusalReason {
    this.#count(reason);
    return reason;
  }

  #count(reason: RefusalReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }
}

function findIllegality({ bid, ask, timeMs }: RawQuote): RefusalReason | null {
  const isPrice = Number.isSafeInteger(bid) && Number.isSafeInteger(ask) && bid > 0 && ask > 0;
  if (!isPrice || !Number.isSafeInteger(timeMs) || timeMs < 0) return 'not-a-price';
  return bid > ask ? 'crossed' : null;
}

/** True if this quote precedes the other: by session, then number, or by time if either has none. */
function isBefore(raw: RawQuote, other: RawQuote): boolean {
  const sessions = (raw.feedSession ?? 0) - (other.feedSession ?? 0);
  if (sessions !== 0) return sessions < 0;
  if (raw.feedSeq !== null && other.feedSeq !== null) return raw.feedSeq < other.feedSeq;
  return raw.timeMs < other.timeMs;
}

/** True for a repeat: both prices, and session and number, or the time if either has no number. */
function isSame(raw: RawQuote, other: RawQuote): boolean {
  if ((raw.feedSession ?? 0) !== (other.feedSession ?? 0) || raw.bid !== other.bid || raw.ask !== other.ask)
    return false;
  return hasNumbers(raw, other) ? raw.feedSeq === other.feedSeq : raw.timeMs === other.timeMs;
}

/** True for the same session and number: with other prices one of the two is wrong, and nobody can say which. */
function isSameNumber(raw: RawQuote, other: RawQuote): boolean {
  const isSession = (raw.feedSession ?? 0) === (other.feedSession ?? 0);
  return isSession && hasNumbers(raw, other) && raw.feedSeq === other.feedSeq;
}

function hasNumbers(raw: RawQuote, other: RawQuote): boolean {
  return raw.feedSeq !== null && other.feedSeq !== null;
}

/** True if the quote confirms the held leap: it is near it, or continues the same way. */
function isConfirmed(raw: RawQuote, { held, last, limit, leaps }: Track): boolean {
  if (held === null) return false;
  if (isNear(raw, held, reachOf(raw, limit))) return true;
  if (last === null || isNear(raw, last, limit) || !isSameWay(raw, held, last)) return false;
  return isNear(raw, held, limit * 3) || leaps + 1 >= leapsMax;
}

/** Maximum distance between two quotes; larger for a wide spread. */
function reachOf(raw: RawQuote, limit: number): number {
  return isSpreadWide(raw, limit * 10_000) ? limit * 3 : limit;
}

function isSameWay(raw: RawQuote, other: RawQuote, from: RawQuote): boolean {
  const start = from.bid + from.ask;
  return Math.sign(raw.bid + raw.ask - start) === Math.sign(other.bid + other.ask - start);
}

function isNear(raw: RawQuote, reference: RawQuote, limit: number): boolean {
  const isBidNear = Math.abs(raw.bid - reference.bid) <= Math.max(1, reference.bid * limit);
  return isBidNear && Math.abs(raw.ask - reference.ask) <= Math.max(1, reference.ask * limit);
}
