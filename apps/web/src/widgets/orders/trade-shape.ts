import { type Period, periodMinutes } from '@candor/domain/values/period';
import type { Candle } from '../../data/instruments.ts';

/** Periods of served candles, shortest first. */
const ladder = ['1min', '5min', '15min', '30min', '60min', '1day'] as const satisfies readonly Period[];
const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Bars from entry to exit at most, and bars that are shown before and after. */
const heldMax = 60;
const around = 12;
/** Most candles of one request. */
const requestMax = 1_000;

export interface TradeSpan {
  readonly openMs: number;
  readonly closeMs: number;
}

export interface TradeWindow {
  readonly period: Period;
  /** Candles that start before this time are asked for. */
  readonly beforeMs: number;
  readonly limit: number;
}

/** Returns the candles that show a trade: the shortest period in which it has at most 60 bars, and 12 around it. */
export function windowOf({ openMs, closeMs }: TradeSpan): TradeWindow {
  const heldMs = Math.max(0, closeMs - openMs);
  const period = ladder.find((one) => heldMs / barMsOf(one) <= heldMax) ?? '1day';
  const barMs = barMsOf(period);
  const limit = Math.min(requestMax, Math.ceil(heldMs / barMs) + 2 * around + 2);
  return { period, beforeMs: closeMs + around * barMs, limit };
}

/** Returns the usual length of a bar; a trading day may be an hour longer or shorter. */
function barMsOf(period: Period): number {
  return period === '1day' ? dayMs : periodMinutes[period] * minuteMs;
}

export interface TradeLevels {
  readonly entry: number;
  readonly exit: number;
  readonly stopLoss: number | null;
  readonly takeProfit: number | null;
}

/** A bar in parts of the drawing: x of its middle, y of its prices; all from 0 to 1, y from the top. */
export interface DrawnBar {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly open: number;
  readonly close: number;
}

export interface TradeShape {
  readonly bars: readonly DrawnBar[];
  /** Width of a bar with its gap. */
  readonly step: number;
  readonly openX: number;
  readonly closeX: number;
  readonly entryY: number;
  readonly exitY: number;
  /** Null also for a level so far away that the candles could not be read beside it. */
  readonly stopY: number | null;
  readonly targetY: number | null;
  /** First bar that is shown, and the last one. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly low: number;
  readonly high: number;
}

/** Levels may make the scale this many times as high as the candles. */
const levelStretch = 2.5;
/** Room above and below, in which a label fits. */
const padding = 0.14;

/** Returns where candles, entry, exit, stop and target of a trade are drawn; null without a candle around it. */
export function shapeOf(candles: readonly Candle[], span: TradeSpan, levels: TradeLevels): TradeShape | null {
  const openAt = lastBefore(candles, span.openMs);
  const from = Math.max(0, openAt - around);
  const shown = candles.slice(from);
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return null;
  let low = Math.min(levels.entry, levels.exit, ...shown.map((candle) => candle.low));
  let high = Math.max(levels.entry, levels.exit, ...shown.map((candle) => candle.high));
  const height = high - low;
  const drawn = [levels.stopLoss, levels.takeProfit].map((level) => {
    if (level === null || Math.max(high, level) - Math.min(low, level) > height * levelStretch) return null;
    low = Math.min(low, level);
    high = Math.max(high, level);
    return level;
  });
  const spread = (high - low || 1) * (1 + 2 * padding);
  const top = high + (spread - (high - low)) / 2;
  const yOf = (price: number) => (top - price) / spread;
  const step = 1 / shown.length;
  const xOf = (timeMs: number) => (Math.max(0, lastBefore(shown, timeMs)) + 0.5) * step;
  const [stop = null, target = null] = drawn;
  return {
    bars: shown.map((candle, at) => ({
      x: (at + 0.5) * step,
      top: yOf(candle.high),
      bottom: yOf(candle.low),
      open: yOf(candle.open),
      close: yOf(candle.close),
    })),
    step,
    openX: xOf(span.openMs),
    closeX: xOf(span.closeMs),
    entryY: yOf(levels.entry),
    exitY: yOf(levels.exit),
    stopY: stop === null ? null : yOf(stop),
    targetY: target === null ? null : yOf(target),
    firstMs: first.timeMs,
    lastMs: last.timeMs,
    low: top - spread,
    high: top,
  };
}

/** Returns the place of the last candle that starts at or before an instant; -1 for none. */
function lastBefore(candles: readonly Candle[], timeMs: number): number {
  return candles.findLastIndex((candle) => candle.timeMs <= timeMs);
}

/** Returns round prices of a scale, about four to ten of them, lowest first. */
export function scalePrices(low: number, high: number): number[] {
  const rough = (high - low) / 4;
  if (!(rough > 0)) return [];
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = ([5, 2].find((factor) => factor * unit <= rough) ?? 1) * unit;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => (first + at) * step);
}
