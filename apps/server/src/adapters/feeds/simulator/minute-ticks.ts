import { createSessionCursor } from '@candor/domain/calc/session-hours';
import { nextTradingDayStart, tradingDayStart } from '@candor/domain/calc/trading-day';
import type { QuotedInstrument } from '../../../ports/market.ts';
import { activityOf } from './activity.ts';
import { rhythms } from './factors.ts';
import { dayMs, nodeMs } from './latent-path.ts';
import type { PriceField } from './price-field.ts';
import { hash, uniform } from './random.ts';

/**
 * Ticks of one minute. Prices are linear (in logarithms) between nodes and every node is a tick, so that a minute's
 * open, close and extremes are those of its nodes: candles of the history need no ticks (R-SIM-03).
 */

export const minuteMs = 60_000;
export const nodesPerMinute = minuteMs / nodeMs;
/** Minimum ticks of a minute: 30 nodes, 29 between them and one near each end. */
const ticksAtLeast = nodesPerMinute + 31;
const extrasPerGap = 10;
/** Activity at which 63 % of a minute's extra ticks occur; more of it adds less and less. */
const usualActivity = 3;
const extrasAtMost = (nodesPerMinute - 1) * extrasPerGap;

export interface MinuteTicks {
  readonly startMs: number;
  readonly count: number;
  /** Milliseconds after the start, ascending and distinct. */
  readonly offsets: Uint16Array;
  readonly bids: Float64Array;
  readonly asks: Float64Array;
}

export interface MinuteShape {
  readonly halfSpreadTicks: number;
  readonly volume: number;
}

const scales = Array.from({ length: 12 }, (_, digits) => 10 ** digits);

const realFxHours = createSessionCursor({
  name: 'fx-week',
  zone: 'America/New_York',
  windows: [[17 * 60, 5 * 1_440 + 17 * 60]],
  closures: () => [],
});

export interface FieldView {
  readonly field: PriceField;
  readonly seed: number;
}

/**
 * Returns spread and number of ticks of a minute. The spread depends on the hour and is wider at the roll and at
 * weekends; the number of ticks, which is the candle's volume, follows `range`, the highest logarithm of the minute minus
 * the lowest, and the time of the day (R-MKT-47).
 */
export function findMinuteShape(
  view: FieldView,
  instrument: QuotedInstrument,
  minute: number,
  range: number,
): MinuteShape {
  const startMs = minute * minuteMs;
  const isCoin = instrument.spec.assetClass === 'crypto';
  const { hours } = isCoin ? rhythms.coins : rhythms.europe;
  const shape = hours[Math.floor(startMs / 3_600_000) % 24] as number;
  const isWeekend = !isCoin && !realFxHours(startMs).isOpen;
  const noise = 0.75 + 0.5 * uniform(view.seed, minute, instrument.spec.id, 7);
  const variances = view.field.minuteVariances(instrument);
  const activity = activityOf({ minute, variances, range, hasSessions: !isCoin }) * (isWeekend ? 0.2 : 1) * noise;
  const widening = isCoin ? 1 : (isWeekend ? 1.8 : 1) * rollWidening(startMs) * (shape < 0.5 ? 1.2 : 1);
  const spread = instrument.spreadTicks * widening * (0.94 + 0.12 * uniform(view.seed, minute, instrument.spec.id, 8));
  return {
    halfSpreadTicks: Math.max(1, spread) / 2,
    volume: ticksAtLeast + Math.round((1 - Math.exp(-activity / usualActivity)) * extrasAtMost),
  };
}

/** Returns the widening at the roll: three times the usual spread at 17:00 New York, decreasing over half an hour. */
function rollWidening(timeMs: number): number {
  const sinceRoll = (timeMs - tradingDayStart(timeMs)) / minuteMs;
  const untilRoll = (nextTradingDayStart(timeMs) - timeMs) / minuteMs;
  if (sinceRoll < 30) return 1 + 2 * (1 - sinceRoll / 30);
  return untilRoll <= 5 ? 1.5 : 1;
}

/** Returns the bid, in ticks, for the logarithm of the middle price; monotonic in the logarithm. */
export function toBid(instrument: QuotedInstrument, log: number, halfSpreadTicks: number): number {
  return Math.max(1, Math.round(Math.exp(log) * (scales[instrument.spec.digits] as number) - halfSpreadTicks));
}

/**
 * Returns the offset of a node in its minute, the same for all instruments: even milliseconds, first and last near the
 * ends.
 */
function nodeOffset(seed: number, minute: number, node: number): number {
  const share = uniform(seed, minute, node, 9);
  const base = node * nodeMs;
  if (node === 0) return base + 2 * Math.floor(share * 250);
  if (node === nodesPerMinute - 1) return base + 1_400 + 2 * Math.floor(share * 295);
  return base + 700 + 2 * Math.floor(share * 300);
}

/** Returns odd milliseconds within 150 of a point, so that no tick has the time of a node. */
function near(seed: number, minute: number, id: number, pointMs: number): number {
  const share = uniform(seed, minute, id, pointMs);
  return pointMs - 149 + 2 * Math.floor(share * 149);
}

export function makeMinuteTicks(view: FieldView, instrument: QuotedInstrument, minute: number): MinuteTicks {
  const startMs = minute * minuteMs;
  const day = Math.floor(startMs / dayMs);
  const firstNode = (startMs - day * dayMs) / nodeMs;
  const logs = view.field.logPrices(instrument, day, firstNode, nodesPerMinute);
  const shape = findMinuteShape(view, instrument, minute, Math.max(...logs) - Math.min(...logs));
  const offsets = new Uint16Array(shape.volume);
  const bids = new Float64Array(shape.volume);
  const asks = new Float64Array(shape.volume);
  let count = 0;
  const add = (offset: number, log: number) => {
    const bid = toBid(instrument, log, shape.halfSpreadTicks);
    // The ask flickers by up to a sixth of the spread; the bid's path stays monotonic in the price.
    const flicker = 1 + (hash(view.seed, minute, instrument.spec.id, offset) % 1_000) / 6_000;
    offsets[count] = offset;
    bids[count] = bid;
    asks[count] = bid + Math.max(1, Math.round(2 * shape.halfSpreadTicks * flicker));
    count += 1;
  };
  for (let node = 0; node < nodesPerMinute; node += 1) {
    const from = nodeOffset(view.seed, minute, node);
    const fromLog = logs[node] as number;
    add(from, fromLog);
    if (node === nodesPerMinute - 1) break;
    const to = nodeOffset(view.seed, minute, node + 1);
    const toLog = logs[node + 1] as number;
    for (const offset of fillGap(view.seed, instrument, minute, { node, from, volume: shape.volume })) {
      add(offset, between(fromLog, toLog, (offset - from) / (to - from)));
    }
  }
  return { startMs, count, offsets, bids, asks };
}

function between(from: number, to: number, share: number): number {
  const value = from + (to - from) * share;
  return Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to));
}

/** Ticks between a node and the next: one or two near whole seconds, so that none is waited for long, and the minute's extras. */
function fillGap(
  seed: number,
  instrument: QuotedInstrument,
  minute: number,
  gap: { readonly node: number; readonly from: number; readonly volume: number },
): number[] {
  const { id } = instrument.spec;
  const gaps = nodesPerMinute - 1;
  const extras = gap.volume - ticksAtLeast;
  const count = Math.floor(extras / gaps) + ((gap.node + minute) % gaps < extras % gaps ? 1 : 0);
  const boundary = near(seed, minute, id, (gap.node + 1) * nodeMs);
  const offsets = [boundary];
  let from = gap.from;
  if (gap.node === 0) {
    from = near(seed, minute, id, nodeMs / 2);
    offsets.unshift(from);
  }
  const step = (boundary - from) / (count + 1);
  const extraOffsets = Array.from({ length: count }, (_, index) => (Math.floor(from + step * (index + 1)) & ~1) + 1);
  offsets.splice(offsets.length - 1, 0, ...extraOffsets);
  if (gap.node === gaps - 1) offsets.push(near(seed, minute, id, (gap.node + 1) * nodeMs + nodeMs / 2));
  return offsets;
}
