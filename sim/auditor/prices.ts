import { require, show } from './compare.ts';
import type { Tick } from './facts.ts';

/** What the feed says, as it says it. */
export interface Raw {
  readonly instrumentId: number;
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
}

interface Track {
  /** The last price. */
  last: Raw | null;
  /** Whether later quotes must follow the last price in time. */
  isOrdered: boolean;
  /** Lawful leaps that wait for a quote that shows them to be a move; all on the same side of the last price. */
  doubts: Raw[];
  /** Late quotes in a row, each at or after the one before it. */
  late: Raw[];
  /** When the present run of wide spreads began, and how many there were. */
  wide: { readonly sinceMs: number; readonly count: number } | null;
  seq: number;
}

/** A run of so many late quotes is a feed that counts its time anew (R-MKT-16). */
const lateRun = 10;
/** Leaps in a row to one side that make a move. */
const moveRun = 3;
/** Only wide spreads for so long are the market's own (R-MKT-17). */
const wideMs = 10_000;

/**
 * Judges which of the feed's quotes may become prices (R-MKT-06), one process after another, and shares nothing with
 * the product's filter: no quote that is not a price, is older or the same, too wide or an unconfirmed leap comes in, and
 * none of the others is kept out.
 */
export class PriceAudit {
  readonly #limitBp: number;
  readonly #tracks: Map<number, Track>;

  constructor(instrumentIds: readonly number[], limitBp: number) {
    this.#limitBp = limitBp;
    this.#tracks = new Map(
      instrumentIds.map((id) => [id, { last: null, isOrdered: false, doubts: [], late: [], wide: null, seq: 0 }]),
    );
  }

  /** One quote was offered, and these came of it. */
  offered(raw: Raw, accepted: readonly Tick[]): void {
    const wanted = this.#judge(raw);
    const about = () => `offered ${show(raw)}, accepted ${show(accepted)}, lawful would be ${show(wanted)}`;
    require(accepted.length === wanted.length, accepted.length > wanted.length ? 'M1-unlawful' : 'M2-kept-out', about);
    for (const [at, tick] of accepted.entries()) {
      const { instrumentId, bid, ask, timeMs } = wanted[at] ?? raw;
      const isSame = tick.instrumentId === instrumentId && tick.bid === bid && tick.ask === ask;
      require(isSame && tick.timeMs === timeMs, 'M1-unlawful', about);
      const track = this.#tracks.get(instrumentId);
      require(track !== undefined && tick.seq > track.seq, 'M3-numbers', about);
      track.seq = tick.seq;
    }
  }

  #judge(raw: Raw): Raw[] {
    const track = this.#tracks.get(raw.instrumentId);
    if (track === undefined || !isPrice(raw) || this.#isOutOfOrder(raw, track) || this.#isTooWide(raw, track))
      return [];
    const { last, doubts } = track;
    const doubt = doubts.at(-1);
    if (doubt !== undefined && this.#isMove(raw, track)) {
      // A leap that is later than the quote which confirms it is not said after it.
      return this.#priced(raw, track, raw.timeMs < doubt.timeMs ? [raw] : [doubt, raw]);
    }
    if (last === null || this.#isNear(raw, last, this.#reach(raw))) return this.#priced(raw, track, [raw]);
    track.doubts = doubt !== undefined && sideOf(raw, last) === sideOf(doubt, last) ? [...doubts, raw] : [raw];
    return [];
  }

  #priced(raw: Raw, track: Track, lawful: Raw[]): Raw[] {
    if (!this.#isWide(raw, 1)) track.wide = null;
    Object.assign(track, { last: raw, isOrdered: true, doubts: [] });
    return lawful;
  }

  /** True for a repetition, and for a quote that is late, unless it is the tenth late one of a run. */
  #isOutOfOrder(raw: Raw, track: Track): boolean {
    const { last, isOrdered, doubts, late } = track;
    const doubt = doubts.at(-1);
    if ((isOrdered && last !== null && isSame(raw, last)) || (doubt !== undefined && isSame(raw, doubt))) return true;
    if (!isOrdered || last === null || raw.timeMs >= last.timeMs) {
      track.late = [];
      return false;
    }
    const before = late.at(-1);
    if (before !== undefined && isSame(raw, before)) return true;
    track.late = before !== undefined && raw.timeMs >= before.timeMs ? [...late, raw] : [raw];
    if (track.late.length < lateRun) return true;
    Object.assign(track, { late: [], isOrdered: false });
    return false;
  }

  #isTooWide(raw: Raw, track: Track): boolean {
    if (!this.#isWide(raw, 1)) return false;
    if (this.#isWide(raw, 10)) return true;
    const { sinceMs, count } = track.wide ?? { sinceMs: raw.timeMs, count: 0 };
    track.wide = { sinceMs, count: count + 1 };
    return track.wide.count < 3 || raw.timeMs - sinceMs < wideMs;
  }

  /** True if the quote shows the last doubt to be a move: near it, or further the same way. */
  #isMove(raw: Raw, { last, doubts }: Track): boolean {
    const doubt = doubts.at(-1);
    if (doubt === undefined) return false;
    if (this.#isNear(raw, doubt, this.#reach(raw))) return true;
    if (last === null || this.#isNear(raw, last, 1) || sideOf(raw, last) !== sideOf(doubt, last)) return false;
    return this.#isNear(raw, doubt, 3) || doubts.length + 1 >= moveRun;
  }

  #isWide({ bid, ask }: Raw, times: number): boolean {
    return ask - bid > 1 && (ask - bid) * 10_000 > bid * this.#limitBp * times;
  }

  /** How many limits a quote may lie away: bid and ask of a wide one wander further. */
  #reach(raw: Raw): number {
    return this.#isWide(raw, 1) ? 3 : 1;
  }

  #isNear(raw: Raw, to: Raw, times: number): boolean {
    const isWithin = (price: number, from: number) => {
      const away = Math.abs(price - from);
      return away <= 1 || away * 10_000 <= from * this.#limitBp * times;
    };
    return isWithin(raw.bid, to.bid) && isWithin(raw.ask, to.ask);
  }
}

function isSame(raw: Raw, to: Raw): boolean {
  return raw.timeMs === to.timeMs && raw.bid === to.bid && raw.ask === to.ask;
}

function isPrice({ bid, ask, timeMs }: Raw): boolean {
  if (![bid, ask, timeMs].every((value) => Number.isInteger(value) && value >= 0)) return false;
  return bid > 0 && ask >= bid;
}

/** Which way a quote lies from another, by its middle. */
function sideOf({ bid, ask }: Raw, from: Raw): number {
  return Math.sign(bid + ask - from.bid - from.ask);
}
