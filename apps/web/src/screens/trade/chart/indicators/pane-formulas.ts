import type { PriceSource } from '../../../../session/indicators.ts';
import type { Bar, Formula } from './calculation.ts';
import {
  exponential,
  extremes,
  mean,
  pushed,
  readerOf,
  type Smoothed,
  smoothed,
  total,
  trueRange,
  unsmoothed,
  wilder,
} from './smoothing.ts';

/**
 * Moving average convergence and divergence (Appel, “Technical Analysis”, 2005): the fast exponential average minus the
 * slow one; its signal, an exponential average of it; and the histogram, their difference. Each average begins with the
 * mean of its first values.
 */
export function convergence(
  fast: number,
  slow: number,
  signal: number,
  source: PriceSource,
): Formula<Readonly<Record<'fast' | 'slow' | 'signal', Smoothed>>> {
  const read = readerOf(source);
  return {
    start: { fast: unsmoothed, slow: unsmoothed, signal: unsmoothed },
    step: (before, bars, at) => {
      const price = read(bars[at] as Bar);
      const quick = smoothed(before.fast, price, fast, exponential(fast));
      const late = smoothed(before.slow, price, slow, exponential(slow));
      const state = { fast: quick, slow: late, signal: before.signal };
      if (quick.average === null || late.average === null) return { state, values: {} };
      const macd = quick.average - late.average;
      const line = smoothed(before.signal, macd, signal, exponential(signal));
      const values = line.average === null ? { macd } : { macd, signal: line.average, hist: macd - line.average };
      return { state: { ...state, signal: line }, values };
    },
  };
}

/**
 * Relative strength index (Wilder, “New Concepts in Technical Trading Systems”, 1978): 100 × average gain ÷ (average
 * gain + average loss), by Wilder's averages of the changes, begun by the mean of the first `period` changes. Where
 * nothing has changed it is 50.
 */
export function relativeStrength(
  period: number,
  source: PriceSource,
): Formula<Readonly<Record<'gain' | 'loss', Smoothed>>> {
  const read = readerOf(source);
  return {
    start: { gain: unsmoothed, loss: unsmoothed },
    step: (before, bars, at) => {
      if (at === 0) return { state: before, values: {} };
      const change = read(bars[at] as Bar) - read(bars[at - 1] as Bar);
      const gain = smoothed(before.gain, Math.max(0, change), period, wilder(period));
      const loss = smoothed(before.loss, Math.max(0, -change), period, wilder(period));
      const state = { gain, loss };
      if (gain.average === null || loss.average === null) return { state, values: {} };
      const both = gain.average + loss.average;
      return { state, values: { rsi: both === 0 ? 50 : (100 * gain.average) / both } };
    },
  };
}

interface Place {
  /** Distance of the close from the lowest low, and from there to the highest high. */
  readonly above: number;
  readonly range: number;
}

interface StochasticState {
  readonly places: readonly Place[];
  readonly ks: readonly number[];
}

/**
 * Stochastic oscillator (Lane, “Lane’s Stochastics”, 1984), slowed by sums as in MetaTrader 5: %K = 100 × the sum of (close − lowest low of `k` bars) over `slowing` bars ÷
 * the sum of (highest high − lowest low), %D the simple average of `d` values of %K. In a flat range %K is 50.
 */
export function stochastic(k: number, d: number, slowing: number): Formula<StochasticState> {
  return {
    start: { places: [], ks: [] },
    step: (before, bars, at) => {
      const range = extremes(bars, at, k);
      if (range === null) return { state: before, values: {} };
      const place = { above: (bars[at] as Bar).close - range.low, range: range.high - range.low };
      const places = pushed(before.places, place, slowing);
      if (places.length < slowing) return { state: { places, ks: before.ks }, values: {} };
      const wide = total(places.map((one) => one.range));
      const percent = wide === 0 ? 50 : (100 * total(places.map(({ above }) => above))) / wide;
      const ks = pushed(before.ks, percent, d);
      const values = ks.length < d ? { k: percent } : { k: percent, d: total(ks) / d };
      return { state: { places, ks }, values };
    },
  };
}

/**
 * Average true range (Wilder, “New Concepts in Technical Trading Systems”, 1978): Wilder's average of the true ranges,
 * begun by the mean of the first `period`. The first bar has none before it: its true range is high − low.
 */
export function averageTrueRange(period: number): Formula<Smoothed> {
  return {
    start: unsmoothed,
    step: (before, bars, at) => {
      const state = smoothed(before, trueRange(bars[at] as Bar, bars[at - 1]), period, wilder(period));
      return { state, values: state.average === null ? {} : { atr: state.average } };
    },
  };
}

/**
 * Commodity channel index (Lambert, “Commodity Channel Index”, 1980): distance of the typical price from its mean ÷
 * (0.015 × mean deviation). In a flat range it is 0.
 */
export function channelIndex(period: number): Formula<null> {
  const typical = readerOf('hlc3');
  return {
    start: null,
    step: (state, bars, at) => {
      const middle = mean(bars, at, period, typical);
      if (middle === null) return { state, values: {} };
      const deviation = mean(bars, at, period, (bar) => Math.abs(typical(bar) - middle)) ?? 0;
      const cci = deviation === 0 ? 0 : (typical(bars[at] as Bar) - middle) / (0.015 * deviation);
      return { state, values: { cci } };
    },
  };
}

type Movement = Readonly<Record<'plus' | 'minus' | 'range' | 'adx', Smoothed>>;

/**
 * Directional movement (Wilder, 1978): +DI and −DI are 100 × Wilder's average of the upward or downward movement ÷ that
 * of the true range; ADX is Wilder's average of 100 × |+DI − −DI| ÷ (+DI + −DI).
 */
export function directionalMovement(period: number): Formula<Movement> {
  const add = (before: Smoothed, value: number) => smoothed(before, value, period, wilder(period));
  return {
    start: { plus: unsmoothed, minus: unsmoothed, range: unsmoothed, adx: unsmoothed },
    step: (before, bars, at) => {
      if (at === 0) return { state: before, values: {} };
      const [bar, last] = [bars[at] as Bar, bars[at - 1] as Bar];
      const [up, down] = [bar.high - last.high, last.low - bar.low];
      const plus = add(before.plus, up > down && up > 0 ? up : 0);
      const minus = add(before.minus, down > up && down > 0 ? down : 0);
      const range = add(before.range, trueRange(bar, last));
      const state = { plus, minus, range, adx: before.adx };
      if (plus.average === null || minus.average === null || range.average === null) return { state, values: {} };
      const share = (movement: number) => (range.average === 0 ? 0 : (100 * movement) / (range.average ?? 1));
      const [pdi, mdi] = [share(plus.average), share(minus.average)];
      const adx = add(before.adx, pdi + mdi === 0 ? 0 : (100 * Math.abs(pdi - mdi)) / (pdi + mdi));
      const values = adx.average === null ? { pdi, mdi } : { pdi, mdi, adx: adx.average };
      return { state: { ...state, adx }, values };
    },
  };
}

/** Awesome oscillator (Williams, “New Trading Dimensions”, 1998): fast minus slow average of the middle prices. */
export function awesomeOscillator(fast: number, slow: number): Formula<null> {
  const middle = readerOf('hl2');
  return {
    start: null,
    step: (state, bars, at) => {
      const [quick, late] = [mean(bars, at, fast, middle), mean(bars, at, slow, middle)];
      return { state, values: quick === null || late === null ? {} : { ao: quick - late } };
    },
  };
}
