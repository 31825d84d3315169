import { aggregateCandles, periodStart } from '@candor/domain/calc/candle';
import { tradingDayStart } from '@candor/domain/calc/trading-day';
import type { InstrumentId } from '@candor/domain/values/ids';
import { type Candle, type Period, periodMinutes } from '@candor/domain/values/period';
import type { CandleHistory, QuoteFeed } from '../../ports/market.ts';
import { type AskedBy, WorkEndedError } from '../../ports/work.ts';
import type { InstrumentSeries } from './instrument-series.ts';
import type { CandleRequest } from './market-view.ts';
import { alignedEnd } from './minute-series.ts';

const dayMs = 86_400_000;
/** Span read per piece: short enough to notice between pieces that the caller has left. */
const pieceMs = { hours: 32 * dayMs, minutes: 2 * dayMs };
/** Caller of the market's own look-ups. */
const ownWork = { caller: 'market' };
/** A page spans this many times its length without closed hours, plus the longest holiday. */
const reach = 3;
const holidayMs = 14 * dayMs;
/** Time limit of a page. */
export const pageMaxMs = 10_000;

/** Returns the last candles of a request: those of the series, before it those of the feed's history. */
export async function readCandles(
  series: InstrumentSeries,
  history: CandleHistory | null,
  id: InstrumentId,
  { period, beforeMs, limit, asked }: CandleRequest,
): Promise<Candle[]> {
  const endMs = beforeMs ?? Number.POSITIVE_INFINITY;
  const { cutMs } = series;
  const own = series.candles(period, endMs, limit);
  if (own.length >= limit || history === null) return own;
  const who = asked === undefined ? { asked: ownWork, maxMs: null } : { asked, maxMs: pageMaxMs };
  const request = { id, period, endMs: Math.min(endMs, cutMs), limit: limit - own.length, ...who };
  return [...(await findOlderCandles(history, request)), ...own];
}

interface OlderCandles {
  readonly id: InstrumentId;
  readonly period: Period;
  readonly endMs: number;
  readonly limit: number;
  readonly asked: AskedBy;
  /** Null for no limit. */
  readonly maxMs: number | null;
}

/**
 * Returns the last `limit` candles of a period before `endMs` from a feed's history, ascending. Throws WorkEndedError
 * once the caller has left or the time limit has passed (R-SEC-33).
 */
export async function findOlderCandles(history: CandleHistory, request: OlderCandles): Promise<Candle[]> {
  const { caller, signal } = request.asked;
  const ended = new AbortController();
  const end = () => ended.abort();
  const deadline = request.maxMs === null ? undefined : setTimeout(end, request.maxMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted === true) end();
  try {
    return await collect(history, { ...request, asked: { caller, signal: ended.signal } }, ended.signal);
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', end);
  }
}

/** Does not wait for a pending piece once the page has ended. */
async function collect(history: CandleHistory, request: OlderCandles, signal: AbortSignal): Promise<Candle[]> {
  const gone = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new WorkEndedError('candles')));
  });
  gone.catch(() => undefined);
  const { period, endMs, limit } = request;
  const isCoarse = period === '60min' || period === '1day';
  const lengthMs = period === '1day' ? dayMs : periodMinutes[period] * 60_000;
  const lastMs = alignedEnd(period, endMs);
  const oldestMs = Math.max(history.firstMs, lastMs - reach * limit * lengthMs - holidayMs);
  const pieces: Candle[][] = [];
  let count = 0;
  for (let toMs = lastMs; count < limit && toMs > oldestMs; ) {
    if (signal.aborted) throw new WorkEndedError('candles');
    const wantedMs = Math.max((limit - count) * lengthMs, dayMs);
    const spanMs = Math.min(wantedMs, isCoarse ? pieceMs.hours : pieceMs.minutes);
    const fromMs = Math.max(periodStart(period, toMs - spanMs), history.firstMs);
    const piece = await Promise.race([readSpan(history, request, isCoarse, fromMs, toMs), gone]);
    pieces.push(piece);
    count += piece.length;
    toMs = fromMs;
  }
  return pieces.toReversed().flat().slice(-limit);
}

async function readSpan(
  history: CandleHistory,
  { id, period, asked }: OlderCandles,
  isCoarse: boolean,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const candles = isCoarse
    ? await history.hours(id, fromMs, toMs, asked)
    : await history.minutes(id, fromMs, toMs, asked);
  return period === '1min' ? candles : aggregateCandles(candles, period);
}

/** Days of minutes held in memory if the feed has a history. */
export const daysInMemory = 1;

/** Returns the start of the minutes held in memory. */
export function firstMinuteInMemory(nowMs: number): number {
  return tradingDayStart(nowMs - daysInMemory * dayMs);
}

/** Preloads a feed's history before the market starts, so that the start does not wait for it. */
export async function warmHistory(
  { history, instrumentIds }: Pick<QuoteFeed, 'history' | 'instrumentIds'>,
  nowMs: number,
): Promise<void> {
  if (history === null) return;
  for (const id of instrumentIds) await history.minutes(id, firstMinuteInMemory(nowMs), nowMs);
}
