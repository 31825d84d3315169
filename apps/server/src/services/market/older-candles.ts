import { aggregateCandles, periodStart } from '@candor/domain/calc/candle';
import type { InstrumentId } from '@candor/domain/values/ids';
import { type Candle, type Period, periodMinutes } from '@candor/domain/values/period';
import type { CandleHistory } from '../../ports/quote-feed.ts';
import { alignedEnd } from './minute-series.ts';

const minuteMs = 60_000;
/** Each round reaches twice as far back: enough to cross the longest holiday from the first guess. */
const roundsMax = 16;

/** The last `limit` candles of a period that start before `endMs`, from a feed's history; ascending. */
export async function findOlderCandles(
  history: CandleHistory,
  request: { readonly id: InstrumentId; readonly period: Period; readonly endMs: number; readonly limit: number },
): Promise<Candle[]> {
  const { id, period, endMs, limit } = request;
  const lengthMs = (period === '1day' ? 1_440 : periodMinutes[period]) * minuteMs;
  let toMs = alignedEnd(period, endMs);
  let spanMs = Math.ceil(limit * 1.1) * lengthMs;
  let candles: Candle[] = [];
  for (let round = 0; round < roundsMax && candles.length < limit && toMs > history.firstMs; round += 1) {
    const fromMs = Math.max(periodStart(period, toMs - spanMs), history.firstMs);
    candles = [...(await readSpan(history, id, period, fromMs, toMs)), ...candles];
    toMs = fromMs;
    spanMs *= 2;
  }
  return candles.slice(-limit);
}

async function readSpan(
  history: CandleHistory,
  id: InstrumentId,
  period: Period,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const isCoarse = period === '60min' || period === '1day';
  const candles = isCoarse ? await history.hours(id, fromMs, toMs) : await history.minutes(id, fromMs, toMs);
  return period === '1min' ? candles : aggregateCandles(candles, period);
}
