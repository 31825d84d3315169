import { createSessionCursor, openSpans, type SessionState } from '@candor/domain/calc/session-hours';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Clock } from '../../../ports/clock.ts';
import type { CandleHistory, QuotedInstrument, QuoteFeed, QuoteFeedSink, RawQuote } from '../../../ports/market.ts';
import { type FieldView, type MinuteTicks, makeMinuteTicks, minuteMs } from './minute-ticks.ts';
import { PriceField } from './price-field.ts';
import { hashText } from './random.ts';
import { SimulatedHistory } from './simulated-history.ts';

/** Interval of delivering due ticks. */
const pumpMs = 40;
const aliveMs = 1_000;
/** After a longer stop the missed ticks belong to the history, not to the market. */
const catchUpMs = 600_000;
/** Product time that is further back than this was set back by an operator. */
const backMs = 5_000;
/** An instrument closed for longer has no price to restate. */
const lastSessionDays = 12;

interface Lane {
  readonly instrument: QuotedInstrument;
  readonly session: (timeMs: number) => SessionState;
  ticks: MinuteTicks | null;
  /** Ticks of the next minute, computed in advance. */
  ahead: MinuteTicks | null;
  next: number;
}

export interface SimulatorFeedOptions {
  readonly instruments: readonly QuotedInstrument[];
  readonly seed: string;
  readonly clock: Clock;
  /** Source of the same candles; if omitted, they are computed in this thread. */
  readonly history?: CandleHistory;
}

/** Simulated prices, labelled as such: a function of seed and time alone (R-SIM-01). */
export class SimulatorFeed implements QuoteFeed {
  readonly source = 'simulated';
  readonly hours = 'calendar';
  readonly instrumentIds: ReadonlySet<InstrumentId>;
  readonly storeKey: string;
  readonly history: CandleHistory;
  readonly #view: FieldView;
  readonly #clock: Clock;
  readonly #lanes: readonly Lane[];
  #timer: NodeJS.Timeout | null = null;
  #pumpedMs = 0;
  #heartbeatMs = 0;
  #session = 0;
  #nextAhead = 0;

  constructor({ instruments, seed, clock, history }: SimulatorFeedOptions) {
    const byId = new Map(instruments.map((instrument) => [instrument.spec.id, instrument]));
    this.instrumentIds = new Set(byId.keys());
    this.storeKey = `simulated/${seed}`;
    this.#clock = clock;
    const number = hashText(seed);
    this.#view = { field: new PriceField(instruments, number), seed: number };
    this.history = history ?? new SimulatedHistory(this.#view, byId);
    this.#lanes = instruments.map((instrument) => ({
      instrument,
      session: createSessionCursor(instrument.calendar),
      ticks: null,
      ahead: null,
      next: 0,
    }));
  }

  async start(sink: QuoteFeedSink, fromMs: number): Promise<void> {
    this.#pumpedMs = fromMs;
    this.#heartbeatMs = fromMs;
    for (const lane of this.#lanes) {
      const standing = this.#standingQuote(lane, fromMs);
      if (standing !== null) sink.quote(standing);
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#pump(sink);
    this.#timer = setInterval(() => this.#pump(sink), pumpMs);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Returns every tick in [fromMs, toMs) in order of time. */
  ticksBetween(fromMs: number, toMs: number): RawQuote[] {
    const quotes: RawQuote[] = [];
    for (const lane of this.#lanes) this.#collect(lane, fromMs, toMs, quotes);
    return quotes.sort((left, right) => left.timeMs - right.timeMs);
  }

  #pump(sink: QuoteFeedSink): void {
    const nowMs = this.#clock.nowMs();
    const isBehind = this.#pumpedMs - nowMs > backMs;
    if (nowMs <= this.#pumpedMs && !isBehind) return;
    if (isBehind || nowMs - this.#pumpedMs > catchUpMs) {
      // An operator confirmed an earlier time: the same seconds are quoted again, with a new session number.
      if (isBehind) this.#session += 1;
      this.#heartbeatMs = Math.min(this.#heartbeatMs, nowMs);
      this.#pumpedMs = nowMs;
      sink.skipped(nowMs);
      return;
    }
    const fromMs = this.#pumpedMs;
    // One minute per turn, so that catching up does not block the server.
    const toMs = Math.min(nowMs, fromMs + minuteMs);
    this.#pumpedMs = toMs;
    for (const quote of this.ticksBetween(fromMs, toMs)) sink.quote(quote);
    this.#makeAhead(toMs);
    // While it catches up, its last prices are not current: no heartbeat.
    if (toMs < nowMs || toMs - this.#heartbeatMs < aliveMs) return;
    this.#heartbeatMs = toMs;
    sink.alive(this.#openIds(toMs));
  }

  /**
   * Computes one instrument's next minute per turn: all of them at once would block the thread for tens of
   * milliseconds.
   */
  #makeAhead(nowMs: number): void {
    const lane = this.#lanes[this.#nextAhead];
    this.#nextAhead = (this.#nextAhead + 1) % Math.max(1, this.#lanes.length);
    const minute = Math.floor(nowMs / minuteMs) + 1;
    if (lane === undefined || lane.ahead?.startMs === minute * minuteMs) return;
    lane.ahead = makeMinuteTicks(this.#view, lane.instrument, minute);
  }

  #openIds(timeMs: number): InstrumentId[] {
    return this.#lanes.filter((lane) => lane.session(timeMs).isOpen).map((lane) => lane.instrument.spec.id);
  }

  #collect(lane: Lane, fromMs: number, toMs: number, quotes: RawQuote[]): void {
    for (let minute = Math.floor(fromMs / minuteMs); minute * minuteMs < toMs; minute += 1) {
      if (!lane.session(minute * minuteMs).isOpen) continue;
      if (lane.ticks?.startMs !== minute * minuteMs) {
        const isAhead = lane.ahead?.startMs === minute * minuteMs;
        lane.ticks = isAhead ? lane.ahead : makeMinuteTicks(this.#view, lane.instrument, minute);
        lane.next = 0;
      }
      const { ticks } = lane;
      if (ticks === null) continue;
      while (lane.next > 0 && ticks.startMs + (ticks.offsets[lane.next - 1] as number) >= fromMs) lane.next -= 1;
      while (lane.next < ticks.count && ticks.startMs + (ticks.offsets[lane.next] as number) < fromMs) lane.next += 1;
      while (lane.next < ticks.count && ticks.startMs + (ticks.offsets[lane.next] as number) < toMs) {
        quotes.push(this.#quoteAt(lane.instrument, ticks, lane.next));
        lane.next += 1;
      }
    }
  }

  #quoteAt(instrument: QuotedInstrument, ticks: MinuteTicks, index: number): RawQuote {
    const timeMs = ticks.startMs + (ticks.offsets[index] as number);
    return {
      instrumentId: instrument.spec.id,
      bid: ticks.bids[index] as number,
      ask: ticks.asks[index] as number,
      timeMs,
      // Ticks of one instrument have distinct milliseconds.
      feedSeq: timeMs,
      feedSession: this.#session,
    };
  }

  /** Returns the last tick before a time, in the current session or at the end of the previous one. */
  #standingQuote(lane: Lane, beforeMs: number): RawQuote | null {
    const spans = openSpans(lane.instrument.calendar, beforeMs - lastSessionDays * 86_400_000, beforeMs);
    const endMs = spans.at(-1)?.toMs;
    if (endMs === undefined) return null;
    for (const minute of [Math.floor((endMs - 1) / minuteMs), Math.floor((endMs - 1) / minuteMs) - 1]) {
      const ticks = makeMinuteTicks(this.#view, lane.instrument, minute);
      let index = ticks.count - 1;
      while (index >= 0 && ticks.startMs + (ticks.offsets[index] as number) >= beforeMs) index -= 1;
      if (index >= 0) return { ...this.#quoteAt(lane.instrument, ticks, index), isRestated: true };
    }
    return null;
  }
}
