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
  last: Raw | null;
  /** A lawful leap that waits for a second quote near it. */
  doubt: Raw | null;
  seq: number;
}

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
    this.#tracks = new Map(instrumentIds.map((id) => [id, { last: null, doubt: null, seq: 0 }]));
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
    if (track === undefined || !this.#isPrice(raw)) return [];
    const before = track.doubt ?? track.last;
    if (before !== null && (raw.timeMs < before.timeMs || isSame(raw, before))) return [];
    const isConfirmed = track.doubt !== null && this.#isNear(raw, track.doubt);
    if (isConfirmed || track.last === null || this.#isNear(raw, track.last)) {
      const lawful = isConfirmed && track.doubt !== null ? [track.doubt, raw] : [raw];
      track.last = raw;
      track.doubt = null;
      return lawful;
    }
    track.doubt = raw;
    return [];
  }

  #isPrice({ bid, ask, timeMs }: Raw): boolean {
    if (![bid, ask, timeMs].every((value) => Number.isInteger(value) && value >= 0)) return false;
    if (bid === 0 || ask < bid) return false;
    return ask - bid <= 1 || (ask - bid) * 10_000 <= bid * this.#limitBp;
  }

  #isNear(raw: Raw, to: Raw): boolean {
    const isWithin = (price: number, from: number) => {
      const away = Math.abs(price - from);
      return away <= 1 || away * 10_000 <= from * this.#limitBp;
    };
    return isWithin(raw.bid, to.bid) && isWithin(raw.ask, to.ask);
  }
}

function isSame(raw: Raw, to: Raw): boolean {
  return raw.timeMs === to.timeMs && raw.bid === to.bid && raw.ask === to.ask;
}
