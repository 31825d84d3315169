import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';
import type { RawQuote } from '../../ports/quote-feed.ts';

/** Why a raw quote was not accepted. `unconfirmed` waits for a second one; `spike` waited and was not confirmed. */
export const refusalReasons = [
  'unknown-instrument',
  'not-a-price',
  'crossed',
  'duplicate',
  'out-of-order',
  'spread-too-wide',
  'unconfirmed',
  'spike',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export interface FilterLimits {
  readonly instrumentId: InstrumentId;
  /** In 10⁻⁴ of the price: how far one quote may leap, and how wide a spread may be. */
  readonly deviationLimitBp: number;
}

interface Track {
  readonly limit: number;
  seq: number;
  last: RawQuote | null;
  /** A leap that the next quote confirms or refutes. */
  held: RawQuote | null;
}

/**
 * Lets only legal quotes into the platform and numbers them (R-MKT-06). A leap beyond the class's limit is held back: a
 * second quote near it releases both in order, so a true move loses nothing; any other quote discards it, so a lone
 * spike fires no stop.
 */
export class QuoteFilter {
  readonly #source: string;
  readonly #tracks = new Map<InstrumentId, Track>();
  readonly #counts = new Map<RefusalReason, number>();

  constructor(source: string, limits: readonly FilterLimits[], firstSeq: number) {
    this.#source = source;
    for (const { instrumentId, deviationLimitBp } of limits) {
      this.#tracks.set(instrumentId, { limit: deviationLimitBp / 10_000, seq: firstSeq, last: null, held: null });
    }
  }

  /** Hands over what the quote makes acceptable: nothing, itself, or the held leap and itself. Null when it is accepted. */
  offer(raw: RawQuote, accept: (quote: Quote, raw: RawQuote) => void): RefusalReason | null {
    const track = this.#tracks.get(raw.instrumentId);
    if (track === undefined) return this.#refuse('unknown-instrument');
    const reason = findIllegality(raw, track.held ?? track.last, track.limit);
    if (reason !== null) return this.#refuse(reason);
    const { held, last } = track;
    if (held !== null) {
      track.held = null;
      if (isNear(raw, held, track.limit)) {
        this.#accept(held, track, accept);
        this.#accept(raw, track, accept);
        return null;
      }
      this.#count('spike');
    }
    if (last !== null && !isNear(raw, last, track.limit)) {
      track.held = raw;
      return this.#refuse('unconfirmed');
    }
    this.#accept(raw, track, accept);
    return null;
  }

  /** Recorded times start over: order begins anew, sequence numbers grow on. */
  restart(instrumentId: InstrumentId): void {
    const track = this.#tracks.get(instrumentId);
    if (track === undefined) return;
    track.last = null;
    track.held = null;
  }

  counts(): Readonly<Record<RefusalReason, number>> {
    const counts = refusalReasons.map((reason) => [reason, this.#counts.get(reason) ?? 0] as const);
    return Object.fromEntries(counts) as Record<RefusalReason, number>;
  }

  #accept(raw: RawQuote, track: Track, accept: (quote: Quote, raw: RawQuote) => void): void {
    track.last = raw;
    track.seq += 1;
    const { instrumentId, timeMs } = raw;
    const { seq } = track;
    accept({ instrumentId, seq, bid: raw.bid as Price, ask: raw.ask as Price, timeMs, source: this.#source }, raw);
  }

  #refuse(reason: RefusalReason): RefusalReason {
    this.#count(reason);
    return reason;
  }

  #count(reason: RefusalReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }
}

function findIllegality(raw: RawQuote, before: RawQuote | null, limit: number): RefusalReason | null {
  const { bid, ask, timeMs } = raw;
  const isPrice = Number.isSafeInteger(bid) && Number.isSafeInteger(ask) && bid > 0 && ask > 0;
  if (!isPrice || !Number.isSafeInteger(timeMs) || timeMs < 0) return 'not-a-price';
  if (bid > ask) return 'crossed';
  if (before !== null) {
    if (isDuplicate(raw, before)) return 'duplicate';
    if (timeMs < before.timeMs) return 'out-of-order';
    if (raw.feedSeq !== null && before.feedSeq !== null && raw.feedSeq < before.feedSeq) return 'out-of-order';
  }
  // A spread of one tick is always legal, however cheap the instrument.
  return ask - bid > Math.max(1, bid * limit) ? 'spread-too-wide' : null;
}

/** Numbered quotes repeat by number; others by time and both prices. */
function isDuplicate(raw: RawQuote, before: RawQuote): boolean {
  if (raw.feedSeq !== null && before.feedSeq !== null) return raw.feedSeq === before.feedSeq;
  return raw.timeMs === before.timeMs && raw.bid === before.bid && raw.ask === before.ask;
}

function isNear(raw: RawQuote, reference: RawQuote, limit: number): boolean {
  const isBidNear = Math.abs(raw.bid - reference.bid) <= Math.max(1, reference.bid * limit);
  return isBidNear && Math.abs(raw.ask - reference.ask) <= Math.max(1, reference.ask * limit);
}
