import { require, show } from './compare.ts';
import type { Tick } from './facts.ts';

/** A quote as the feed sends it. */
export interface Raw {
  readonly instrumentId: number;
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
}

interface Track {
  last: Raw | null;
  /** Quote that later ones must follow; null after ten in a row did not. */
  order: Raw | null;
  /** A lawful leap waiting for a second quote, and the number of quotes in a row on its side. */
  doubt: Raw | null;
  run: number;
  /** Late quotes in a row that are in order among themselves. */
  late: { readonly last: Raw; readonly count: number } | null;
  wide: { readonly sinceMs: number; readonly count: number } | null;
  seq: number;
}

/** Latest possible time, and elapsed time. */
export interface PriceClocks {
  readonly latestMs: number;
  readonly elapsedMs: number;
}

const futureMs = 5_000;
const [lateMax, runMax] = [10, 3];
const [wideMin, wideMs, wideTimes] = [3, 10_000, 10n];
/**
 * Allowed distance from the compared price for a wide spread's sides and for a continuing move, in deviation limits.
 */
const far = 3n;

/**
 * Judges which of the feed's quotes may become prices (R-MKT-06, R-MKT-16, R-MKT-17), one process after another. It
 * shares no code with the product's filter: no unlawful quote is accepted, and no lawful one rejected.
 */
export class PriceAudit {
  readonly #limitBp: bigint;
  readonly #tracks: Map<number, Track>;

  constructor(instrumentIds: readonly number[], limitBp: number) {
    this.#limitBp = BigInt(limitBp);
    const fresh = { last: null, order: null, doubt: null, run: 0, late: null, wide: null, seq: 0 };
    this.#tracks = new Map(instrumentIds.map((id) => [id, { ...fresh }]));
  }

  /** Compares the quotes accepted after one offered quote with the lawful ones. */
  offered(raw: Raw, accepted: readonly Tick[], clocks: PriceClocks): void {
    const wanted = this.#judge(raw, clocks);
    const about = () => `offered ${show(raw)}, accepted ${show(accepted)}, lawful would be ${show(wanted)}`;
    require(accepted.length === wanted.length, accepted.length > wanted.length ? 'M1-unlawful' : 'M2-kept-out', about);
    for (const [at, tick] of accepted.entries()) {
      const { instrumentId, bid, ask, timeMs } = wanted[at] ?? raw;
      const isTrue = tick.instrumentId === instrumentId && tick.bid === bid && tick.ask === ask;
      require(isTrue && tick.timeMs === timeMs, 'M1-unlawful', about);
      const track = this.#tracks.get(instrumentId);
      require(track !== undefined && tick.seq > track.seq, 'M3-numbers', about);
      track.seq = tick.seq;
    }
  }

  #judge(raw: Raw, { latestMs, elapsedMs }: PriceClocks): Raw[] {
    const track = this.#tracks.get(raw.instrumentId);
    if (track === undefined || !isPrice(raw) || raw.timeMs > latestMs + futureMs) return [];
    if (!isInOrder(track, raw, latestMs) || !this.#hasRoom(track, raw, elapsedMs)) return [];
    const { doubt, last } = track;
    if (doubt !== null && this.#isConfirmed(raw, doubt, track)) {
      return this.#accept(track, raw.timeMs < doubt.timeMs ? [raw] : [doubt, raw]);
    }
    if (last === null || this.#isNear(raw, last, this.#reach(raw))) return this.#accept(track, [raw]);
    track.run = doubt !== null && isSameWay(raw, doubt, last) ? track.run + 1 : 1;
    track.doubt = raw;
    return [];
  }

  #accept(track: Track, lawful: Raw[]): Raw[] {
    if (lawful.some((raw) => !this.#isWider(raw, 1n))) track.wide = null;
    const last = lawful.at(-1) ?? null;
    Object.assign(track, { last, order: last, doubt: null, run: 0 });
    return lawful;
  }

  /** A wide spread is accepted only after ten seconds without another quote. */
  #hasRoom(track: Track, raw: Raw, nowMs: number): boolean {
    if (!this.#isWider(raw, 1n)) return true;
    if (this.#isWider(raw, wideTimes)) return false;
    track.wide = { sinceMs: track.wide?.sinceMs ?? nowMs, count: (track.wide?.count ?? 0) + 1 };
    return track.wide.count >= wideMin && nowMs - track.wide.sinceMs >= wideMs;
  }

  #isConfirmed(raw: Raw, doubt: Raw, { last, run }: Track): boolean {
    if (this.#isNear(raw, doubt, this.#reach(raw))) return true;
    if (last === null || this.#isNear(raw, last, 1n) || !isSameWay(raw, doubt, last)) return false;
    return this.#isNear(raw, doubt, far) || run + 1 >= runMax;
  }

  #isWider({ bid, ask }: Raw, times: bigint): boolean {
    return ask - bid > 1 && BigInt(ask - bid) * 10_000n > BigInt(bid) * this.#limitBp * times;
  }

  #reach(raw: Raw): bigint {
    return this.#isWider(raw, 1n) ? far : 1n;
  }

  #isNear(raw: Raw, to: Raw, times: bigint): boolean {
    const isWithin = (price: number, from: number) => {
      const away = Math.abs(price - from);
      return away <= 1 || BigInt(away) * 10_000n <= BigInt(from) * this.#limitBp * times;
    };
    return isWithin(raw.bid, to.bid) && isWithin(raw.ask, to.ask);
  }
}

function isPrice({ bid, ask, timeMs }: Raw): boolean {
  return [bid, ask, timeMs].every((value) => Number.isInteger(value) && value >= 0) && bid > 0 && ask >= bid;
}

/** True if the quote is neither a repeat nor older than the last, unless a new order has begun. */
function isInOrder(track: Track, raw: Raw, nowMs: number): boolean {
  const { order, doubt, late } = track;
  if ([order, doubt].some((before) => before !== null && isSame(raw, before))) return false;
  if (order === null || raw.timeMs >= order.timeMs || order.timeMs > nowMs + futureMs) {
    track.late = null;
    return true;
  }
  if (late !== null && isSame(raw, late.last)) return false;
  const count = late !== null && raw.timeMs >= late.last.timeMs ? late.count + 1 : 1;
  track.late = count < lateMax ? { last: raw, count } : null;
  if (count >= lateMax) track.order = null;
  return count >= lateMax;
}

function isSame(raw: Raw, to: Raw): boolean {
  return raw.timeMs === to.timeMs && raw.bid === to.bid && raw.ask === to.ask;
}

function isSameWay(raw: Raw, other: Raw, from: Raw): boolean {
  const way = ({ bid, ask }: Raw) => Math.sign(bid + ask - from.bid - from.ask);
  return way(raw) === way(other);
}
