import { nextTradingDayStart, tradingDayStart } from '@candor/domain/calc/trading-day';
import type { PriceSource } from '../../../../session/indicators.ts';
import type { Bar, Formula } from './calculation.ts';
import { exponential, mean, readerOf, type Smoothed, smoothed, unsmoothed } from './smoothing.ts';

const stateless = { start: null } as const;

/** Simple moving average: the mean of the last `period` prices (Murphy, “Technical Analysis of the Financial Markets”, 1999). */
export function movingAverage(period: number, source: PriceSource): Formula<null> {
  const read = readerOf(source);
  return {
    ...stateless,
    step: (state, bars, at) => {
      const ma = mean(bars, at, period, read);
      return { state, values: ma === null ? {} : { ma } };
    },
  };
}

/**
 * Exponential moving average: moves by 2 ÷ (period + 1) of its distance from the price, so that its prices are as old on
 * average as those of a simple one (Brown, “Smoothing, Forecasting and Prediction of Discrete Time Series”, 1963). It
 * begins with the mean of the first `period` prices.
 */
export function exponentialAverage(period: number, source: PriceSource): Formula<Smoothed> {
  const read = readerOf(source);
  return {
    start: unsmoothed,
    step: (state, bars, at) => {
      const next = smoothed(state, read(bars[at] as Bar), period, exponential(period));
      return { state: next, values: next.average === null ? {} : { ema: next.average } };
    },
  };
}

/**
 * Bollinger Bands: a simple average, and lines above and below it by a multiple of the standard deviation of the whole
 * population (Bollinger, “Bollinger on Bollinger Bands”, 2001).
 */
export function bollingerBands(period: number, deviations: number, source: PriceSource): Formula<null> {
  const read = readerOf(source);
  return {
    ...stateless,
    step: (state, bars, at) => {
      const middle = mean(bars, at, period, read);
      if (middle === null) return { state, values: {} };
      const variance = mean(bars, at, period, (bar) => (read(bar) - middle) ** 2) ?? 0;
      const width = deviations * Math.sqrt(variance);
      return { state, values: { middle, upper: middle + width, lower: middle - width } };
    },
  };
}

interface Trend {
  readonly isUp: boolean;
  readonly sar: number;
  /** Highest high of a rising trend, lowest low of a falling one. */
  readonly extreme: number;
  readonly speed: number;
}

/**
 * Parabolic SAR (Wilder, 1978): it moves towards the extreme of the trend by a share that grows by `step` with each new
 * extreme up to `maximum`, never into the range of the two bars before, and jumps to the extreme when it is crossed.
 */
export function parabolicSar(step: number, maximum: number): Formula<Trend | null> {
  return {
    start: null,
    step: (trend, bars, at) => {
      if (at === 0) return { state: null, values: {} };
      const [bar, before] = [bars[at] as Bar, bars[at - 1] as Bar];
      const next = trend === null ? firstTrend(bar, before, step) : nextTrend(trend, bars, at, step, maximum);
      return { state: next, values: { sar: next.sar } };
    },
  };
}

function firstTrend(bar: Bar, before: Bar, step: number): Trend {
  return bar.close >= before.close
    ? { isUp: true, sar: Math.min(bar.low, before.low), extreme: Math.max(bar.high, before.high), speed: step }
    : { isUp: false, sar: Math.max(bar.high, before.high), extreme: Math.min(bar.low, before.low), speed: step };
}

function nextTrend(
  { isUp, sar, extreme, speed }: Trend,
  bars: readonly Bar[],
  at: number,
  step: number,
  maximum: number,
): Trend {
  const bar = bars[at] as Bar;
  const two = bars.slice(Math.max(0, at - 2), at);
  const moved = sar + speed * (extreme - sar);
  const held = isUp ? Math.min(moved, ...two.map(({ low }) => low)) : Math.max(moved, ...two.map(({ high }) => high));
  if (isUp ? bar.low < held : bar.high > held) {
    const turned = isUp ? Math.max(extreme, bar.high) : Math.min(extreme, bar.low);
    return { isUp: !isUp, sar: turned, extreme: isUp ? bar.low : bar.high, speed: step };
  }
  const reached = isUp ? Math.max(extreme, bar.high) : Math.min(extreme, bar.low);
  return { isUp, sar: held, extreme: reached, speed: reached === extreme ? speed : Math.min(speed + step, maximum) };
}

interface DayVolume {
  /** End of the trading day; -Infinity before the first bar. */
  readonly endMs: number;
  /** False for a day of which the first bars are missing. */
  readonly isWhole: boolean;
  readonly worth: number;
  readonly volume: number;
}

/**
 * Volume-weighted average price of the trading day, which begins at 17:00 in New York: the sum of price × volume divided
 * by the sum of the volumes (Berkowitz, Logue and Noser, “The Total Cost of Transactions on the NYSE”, 1988). The price
 * of a bar is (high + low + close) ÷ 3. A day that is not loaded from its start has none, nor has one without volume.
 */
export const volumeWeightedPrice: Formula<DayVolume> = {
  start: { endMs: Number.NEGATIVE_INFINITY, isWhole: false, worth: 0, volume: 0 },
  step: (day, bars, at) => {
    const bar = bars[at] as Bar;
    const own = bar.timestamp < day.endMs ? day : newDay(bar.timestamp, at > 0);
    const volume = Math.max(0, bar.volume ?? 0);
    const next = {
      ...own,
      worth: own.worth + readerOf('hlc3')(bar) * volume,
      volume: own.volume + volume,
    };
    return { state: next, values: next.isWhole && next.volume > 0 ? { vwap: next.worth / next.volume } : {} };
  },
};

function newDay(timestamp: number, hasBarsBefore: boolean): DayVolume {
  return {
    endMs: nextTradingDayStart(timestamp),
    isWhole: hasBarsBefore || timestamp === tradingDayStart(timestamp),
    worth: 0,
    volume: 0,
  };
}
