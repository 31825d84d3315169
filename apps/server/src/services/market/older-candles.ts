import { aggregateCandles, periodStart } from '@candor/domain/calc/candle';
import { tradingDayStart } from '@candor/domain/calc/trading-day';
import type { InstrumentId } from '@candor/domain/values/ids';
import { type Candle, type Period, periodMinutes } from '@candor/domain/values/period';
import type { CandleHistory, QuoteFeed } from '../../ports/market.ts';
import { type AskedBy, WorkEndedError } from '../../ports/work.ts';
import { alignedEnd } from './minute-series.ts';

const dayMs = 86_400_000;
/** Read at once: a piece is short work, and between two a caller who has left is noticed. */
const pieceMs = { hours: 32 * dayMs, minutes: 2 * dayMs };
/** A page reaches back so many times what it would take without a closed hour, and the longest holiday. */
const reach = 3;
const holidayMs = 14 * dayMs;
/** A page that is not there by then is given up. */
export const pageMaxMs = 10_000;

interface OlderCandles {
  readonly id: InstrumentId;
  readonly period: Period;
  readonly endMs: number;
  readonly limit: number;
  readonly asked: AskedBy;
  /** Null: it may take its time. */
  readonly maxMs: number | null;
}

/**
 * The last `limit` candles of a period that start before `endMs`, from a feed's history; ascending. Throws
 * WorkEndedError once the caller has left, and when it takes longer than it may (R-SEC-33).
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

/** A piece under way is not waited for once the page has ended. */
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

/** Days of minutes that a market holds in memory where a history can give older ones. */
export const daysInMemory = 1;

/** Where the minutes begin that a market starts with. */
export function firstMinuteInMemory(nowMs: number): number {
  return tradingDayStart(nowMs - daysInMemory * dayMs);
}

/** Has a feed's history made ready for a market that will start soon, so that its start need not wait for it. */
export async function warmHistory(
  { history, instrumentIds }: Pick<QuoteFeed, 'history' | 'instrumentIds'>,
  nowMs: number,
): Promise<void> {
  if (history === null) return;
  for (const id of instrumentIds) await history.minutes(id, firstMinuteInMemory(nowMs), nowMs);
}
