import { useQuery } from '@tanstack/react-query';
import { fetchCandles, queryClient } from './queries.ts';

/** Bids at the beginning of the last 7 and of the last 30 days; null where there are no candles. */
export interface DayOpens {
  readonly week: number | null;
  readonly month: number | null;
}

const dayMs = 86_400_000;
const daysMax = 33;

const keyOf = (id: number) => ['day-opens', id] as const;

/** Opens of an instrument's week and month, from its daily candles; undefined until they are loaded. */
export function useDayOpens(id: number, isWanted: boolean): DayOpens | undefined {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async (): Promise<DayOpens> => {
      const candles = await fetchCandles(id, '1day', null, daysMax);
      const nowMs = Date.now();
      const openOf = (days: number) => candles.find(({ timeMs }) => timeMs >= nowMs - days * dayMs)?.open ?? null;
      return { week: openOf(7), month: openOf(30) };
    },
    enabled: isWanted,
    staleTime: 10 * 60_000,
    meta: { isQuiet: true },
  }).data;
}

/** Opens that are loaded. */
export function dayOpensOf(id: number): DayOpens | undefined {
  return queryClient.getQueryData<DayOpens>(keyOf(id));
}
