import type { InstrumentId } from '@candor/domain/values/ids';
import type { QuoteFeedSink, RawQuote } from '../../../ports/market.ts';

/** Rules for several sources, from the file of `FEED=several:<file>`. */
export interface SeveralRules {
  /** A source that neither gives nor confirms a price of an instrument for this long is silent. */
  readonly silenceMs: number;
  /** A source that was silent or put aside is used again once its prices have been current, and near the others', for this long. */
  readonly returnMs: number;
  /** Largest distance of a source's middle price from that of the others, in 10⁻⁴; null checks nothing. */
  readonly outlierBp: number | null;
  /** A distance that lasts this long puts a source aside. */
  readonly outlierMs: number;
  /** For this long, at least. */
  readonly asideMs: number;
  /** While no majority of the sources agrees, as of two without a third: `pause` gives nobody a price, `first` believes the first. */
  readonly twoDisagree: 'pause' | 'first';
}

/** Why another source prices an instrument now. */
export type SwitchReason = 'first' | 'silent' | 'outlier' | 'back';

export type SourceEvent =
  | {
      readonly kind: 'switched';
      readonly instrumentId: InstrumentId;
      readonly from: number | null;
      readonly to: number;
      readonly reason: SwitchReason;
    }
  | {
      readonly kind: 'aside';
      readonly instrumentId: InstrumentId;
      readonly source: number;
      readonly distanceBp: number;
    }
  | { readonly kind: 'disagree'; readonly instrumentId: InstrumentId; readonly distanceBp: number };

export interface ConsolidatorDeps {
  /** Names of the sources, the most trusted one first, each with its instruments. */
  readonly sources: readonly { readonly source: string; readonly instrumentIds: ReadonlySet<InstrumentId> }[];
  readonly rules: SeveralRules;
  readonly monotonicMs: () => number;
  /** True while the source has a connection. */
  readonly isConnected: (source: number) => boolean;
  readonly sink: Pick<QuoteFeedSink, 'quote' | 'alive'>;
  readonly report: (event: SourceEvent) => void;
}

/** State of one source for one instrument. */
interface Lane {
  last: RawQuote | null;
  /** Monotonic time of its last quote or confirmation; −∞ before the first. */
  lastWordMs: number;
  /** Monotonic time at which `last` was last confirmed unchanged; null if it has not been. */
  confirmedMs: number | null;
  /** Since when it has been current without a silence. */
  currentSinceMs: number;
  /** Since when it has been far from the others; null if it is not. */
  farSinceMs: number | null;
  /** Until when it is put aside; 0 for not. */
  asideUntilMs: number;
  /** True while `last` has not been passed on as the instrument's price. */
  isNew: boolean;
}

interface Track {
  readonly lanes: ReadonlyMap<number, Lane>;
  /** Source that prices the instrument; null before the first price. */
  active: number | null;
  /** Number of the instrument's series; each change of source or of its session begins another. */
  session: number;
  /** Session of the active source at the last price. */
  activeSession: number | null;
  /** Market time of the last price that was passed on. */
  timeMs: number;
  isDisagreeing: boolean;
}

/** State of a source for people: what it prices, and what it lacks. */
export interface SourceState {
  readonly source: string;
  readonly isConnected: boolean;
  /** Milliseconds since its last word about any instrument; null before the first. */
  readonly ageMs: number | null;
  /** Instruments that it could price, that it prices now, on which it is silent, and for which it is put aside. */
  readonly instruments: number;
  readonly active: number;
  readonly silent: number;
  readonly aside: number;
}

/**
 * Makes one series of prices from several sources (R-MKT-42): of each instrument the first source, in the order of the file,
 * that is current and not put aside. Every price keeps the name, the time and the prices of its source; none is made from two.
 * A price far from the others' is held until they follow or the source is put aside; a held price is neither shown nor traded
 * at. Memory: one quote of each source and instrument. Cost of a quote: the number of sources.
 */
export class Consolidator {
  readonly #deps: ConsolidatorDeps;
  readonly #tracks = new Map<InstrumentId, Track>();

  constructor(deps: ConsolidatorDeps) {
    this.#deps = deps;
    const { sources } = deps;
    for (const id of new Set(sources.flatMap(({ instrumentIds }) => [...instrumentIds]))) {
      const lanes = new Map<number, Lane>();
      for (const [at, { instrumentIds }] of sources.entries()) if (instrumentIds.has(id)) lanes.set(at, newLane());
      const empty = { active: null, session: 0, activeSession: null, timeMs: 0, isDisagreeing: false };
      this.#tracks.set(id, { lanes, ...empty });
    }
  }

  quote(source: number, raw: RawQuote): void {
    const track = this.#tracks.get(raw.instrumentId);
    const lane = track?.lanes.get(source);
    if (track === undefined || lane === undefined) return;
    lane.last = raw;
    lane.isNew = true;
    lane.confirmedMs = null;
    this.#note(lane);
    this.#decide(raw.instrumentId, track);
  }

  /** The source confirms its last prices of these instruments; passed on for those that it prices. */
  alive(source: number, instrumentIds: Iterable<InstrumentId>): void {
    const confirmed: InstrumentId[] = [];
    for (const id of instrumentIds) {
      const track = this.#tracks.get(id);
      const lane = track?.lanes.get(source);
      if (track === undefined || lane?.last == null) continue;
      this.#note(lane);
      lane.confirmedMs = lane.lastWordMs;
      this.#decide(id, track);
      if (track.active === source && !lane.isNew && !this.#isHeld(track, lane)) confirmed.push(id);
    }
    this.#deps.sink.alive(confirmed);
  }

  /** Looks for silent sources and for the ends of waits; called every 100 ms. */
  check(): void {
    for (const [id, track] of this.#tracks) this.#decide(id, track);
  }

  states(): SourceState[] {
    const nowMs = this.#deps.monotonicMs();
    return this.#deps.sources.map(({ source, instrumentIds }, at) => {
      const lanes = [...this.#tracks.values()].flatMap((track) => {
        const lane = track.lanes.get(at);
        return lane === undefined ? [] : [{ lane, isActive: track.active === at }];
      });
      const lastWordMs = Math.max(...lanes.map(({ lane }) => lane.lastWordMs));
      return {
        source,
        isConnected: this.#deps.isConnected(at),
        ageMs: Number.isFinite(lastWordMs) ? Math.max(0, nowMs - lastWordMs) : null,
        instruments: instrumentIds.size,
        active: lanes.filter(({ isActive }) => isActive).length,
        silent: lanes.filter(({ lane }) => !this.#isCurrent(at, lane, nowMs)).length,
        aside: lanes.filter(({ lane }) => lane.asideUntilMs !== 0).length,
      };
    });
  }

  #note(lane: Lane): void {
    const nowMs = this.#deps.monotonicMs();
    if (nowMs - lane.lastWordMs > this.#deps.rules.silenceMs) {
      lane.currentSinceMs = nowMs;
      lane.farSinceMs = null;
    }
    lane.lastWordMs = nowMs;
  }

  #isCurrent(source: number, lane: Lane, nowMs: number): boolean {
    return (
      lane.last !== null && nowMs - lane.lastWordMs <= this.#deps.rules.silenceMs && this.#deps.isConnected(source)
    );
  }

  #decide(id: InstrumentId, track: Track): void {
    const nowMs = this.#deps.monotonicMs();
    const current = [...track.lanes].filter(([at, lane]) => this.#isCurrent(at, lane, nowMs));
    this.#compare(id, track, current, nowMs);
    const usable = current.filter(([, lane]) => lane.asideUntilMs === 0);
    this.#choose(id, track, usable, nowMs);
    this.#pass(track, usable);
  }

  /** Finds who is far from the others, and puts aside who stays so. */
  #compare(id: InstrumentId, track: Track, current: readonly [number, Lane][], nowMs: number): void {
    const { outlierBp, outlierMs, asideMs } = this.#deps.rules;
    for (const [, lane] of current) if (lane.asideUntilMs !== 0 && nowMs >= lane.asideUntilMs) endAside(lane, nowMs);
    const judged = current.filter(([, lane]) => lane.asideUntilMs === 0);
    const middle = medianOf(judged.map(([, lane]) => middleOf(lane)));
    const distances = judged.map(([source, lane]) => {
      const distanceBp = judged.length < 2 ? 0 : (Math.abs(middleOf(lane) - middle) / middle) * 10_000;
      // The middle between two sources is half of their distance away from each.
      const isFar = outlierBp !== null && distanceBp * (judged.length === 2 ? 2 : 1) > outlierBp;
      lane.farSinceMs = isFar ? (lane.farSinceMs ?? nowMs) : null;
      return { source, lane, distanceBp };
    });
    const near = judged.filter(([, lane]) => lane.farSinceMs === null).length;
    // Half of the sources put nobody aside: the order of the file would decide who is right.
    const isMajority = near * 2 > judged.length;
    const out = distances.find(({ lane }) => lane.farSinceMs !== null && nowMs - lane.farSinceMs >= outlierMs);
    if (isMajority && out !== undefined) {
      out.lane.asideUntilMs = nowMs + asideMs;
      this.#deps.report({ kind: 'aside', instrumentId: id, source: out.source, distanceBp: out.distanceBp });
      // The others are compared without it.
      return this.#compare(id, track, current, nowMs);
    }
    this.#noteDisagreement(
      id,
      track,
      judged.map(([, lane]) => middleOf(lane)),
      !isMajority && judged.length > 1,
    );
  }

  #noteDisagreement(id: InstrumentId, track: Track, middles: readonly number[], isDisagreeing: boolean): void {
    if (isDisagreeing && !track.isDisagreeing) {
      const [low, high] = [Math.min(...middles), Math.max(...middles)];
      this.#deps.report({ kind: 'disagree', instrumentId: id, distanceBp: ((high - low) / low) * 10_000 });
    }
    track.isDisagreeing = isDisagreeing;
  }

  #choose(id: InstrumentId, track: Track, usable: readonly [number, Lane][], nowMs: number): void {
    const from = track.active;
    const isUsable = usable.some(([source]) => source === from);
    // One that comes back waits; if nothing else is current, it need not.
    const settled = usable.filter(
      ([source, lane]) => source === from || !isUsable || nowMs - lane.currentSinceMs >= this.#deps.rules.returnMs,
    );
    const to = settled[0]?.[0] ?? from;
    if (to === from || to === null) return;
    track.active = to;
    const lane = track.lanes.get(to);
    if (lane !== undefined) lane.isNew = true;
    const wasAside = from !== null && track.lanes.get(from)?.asideUntilMs !== 0;
    const reason = from === null ? 'first' : isUsable ? 'back' : wasAside ? 'outlier' : 'silent';
    this.#deps.report({ kind: 'switched', instrumentId: id, from, to, reason });
  }

  /** Passes the active source's price on, unless it is held. */
  #pass(track: Track, usable: readonly [number, Lane][]): void {
    const [source, lane] = usable.find(([at]) => at === track.active) ?? [];
    if (source === undefined || lane?.last == null || !lane.isNew || this.#isHeld(track, lane)) return;
    lane.isNew = false;
    const { last } = lane;
    const session = source * sessionsOfSource + (last.feedSession ?? 0);
    if (session !== track.activeSession) track.session += 1;
    track.activeSession = session;
    // The price of another source from before the last one is current, and no movement.
    const isRestated = last.isRestated === true || last.timeMs < track.timeMs;
    track.timeMs = Math.max(track.timeMs, last.timeMs);
    const name = this.#deps.sources[source]?.source ?? '';
    const price = { ...last, feedSession: track.session, isRestated, source: name };
    if (lane.confirmedMs === null) return this.#deps.sink.quote(price);
    this.#deps.sink.quote({ ...price, confirmedAgoMs: this.#deps.monotonicMs() - lane.confirmedMs });
  }

  #isHeld(track: Track, lane: Lane): boolean {
    if (track.isDisagreeing) return this.#deps.rules.twoDisagree === 'pause';
    return lane.farSinceMs !== null;
  }
}

/** More sessions than a source has. */
const sessionsOfSource = 2 ** 32;

function newLane(): Lane {
  const never = Number.NEGATIVE_INFINITY;
  const unheard = { last: null, confirmedMs: null, isNew: false };
  return { ...unheard, lastWordMs: never, currentSinceMs: never, farSinceMs: null, asideUntilMs: 0 };
}

/** It is compared again, and prices again once it agrees for a while. */
function endAside(lane: Lane, nowMs: number): void {
  lane.asideUntilMs = 0;
  lane.farSinceMs = null;
  lane.currentSinceMs = nowMs;
}

function middleOf({ last }: Lane): number {
  return last === null ? Number.NaN : (last.bid + last.ask) / 2;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? ((sorted[half - 1] ?? upper) + upper) / 2 : upper;
}
