import { useQueries } from '@tanstack/react-query';
import { fetchCandles } from './queries.ts';

const hourMs = 3_600_000;

/** Candles from which the price at the beginning of a range is read. */
const candlesOf = {
  hour: { period: '1min', limit: 62, backMs: hourMs },
  week: { period: '1day', limit: 9, backMs: 7 * 24 * hourMs },
} as const;

/**
 * Returns the bids of instruments at the beginning of the range that ends at an instant, in their order; undefined while one
 * is not known. Null as range asks for nothing.
 */
export function useRangeOpens(
  ids: readonly number[],
  range: keyof typeof candlesOf | null,
  nowMs: number,
): readonly (number | undefined)[] {
  return useQueries({
    queries: (range === null ? [] : ids).map((id) => ({
      queryKey: ['range-open', range, id],
      queryFn: () => firstOpen(id, range ?? 'hour', nowMs),
      staleTime: 60_000,
      meta: { isQuiet: true } as const,
    })),
    combine: (answers) => answers.map(({ data }) => data ?? undefined),
  });
}

async function firstOpen(id: number, range: keyof typeof candlesOf, nowMs: number): Promise<number | null> {
  const { period, limit, backMs } = candlesOf[range];
  const candles = await fetchCandles(id, period, null, limit);
  return candles.find(({ timeMs }) => timeMs >= nowMs - backMs)?.open ?? null;
}
