import type { BasicInfo } from '@candor/contracts/http/company';
import type { Category, Instrument, WireCandle } from '@candor/contracts/http/market';
import type { OrderList } from '@candor/contracts/http/trade';
import type { Period } from '@candor/domain/values/period';
import { QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session-store.ts';
import { acceptOrderList } from './account.ts';
import { api } from './api.ts';
import { CallError } from './client.ts';
import type { InstrumentFacts } from './instruments.ts';
import { toInstrumentFacts } from './instruments.ts';
import { quotes } from './quotes.ts';

const sparklineFreshMs = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && !(error instanceof CallError && error.answered),
      networkMode: 'always',
    },
  },
});

/** The trade list: facts for React, prices for the quote store. Fetched again whenever a list comes on screen (R-NAV-02). */
export function useInstruments() {
  return useQuery({
    queryKey: ['instruments'],
    queryFn: async ({ signal }): Promise<InstrumentFacts[]> => {
      const list = await api.get<Instrument[]>('/v1/api/forex/trade_list', {}, { signal });
      quotes.acceptList(list);
      return list.map(toInstrumentFacts);
    },
    // Facts hold bigints, which structural sharing cannot compare; identity per answer is cheap enough.
    structuralSharing: shareEqualFacts,
  });
}

/** Keeps the old facts when nothing but prices has changed, so that a refetch re-renders no row. */
function shareEqualFacts(before: unknown, after: unknown): unknown {
  return before !== undefined && factsText(before) === factsText(after) ? before : after;
}

function factsText(facts: unknown): string {
  return JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

export function useInstrument(id: number | null): InstrumentFacts | undefined {
  return useInstruments().data?.find((facts) => facts.id === id);
}

export function useCategories() {
  return useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => api.get<Category[]>('/v1/api/forex/getCategories', {}, { signal }),
    staleTime: 10 * 60_000,
  });
}

export const basicInfoQuery = {
  queryKey: ['basic-info'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<BasicInfo>('/api/basicSet/getBasicInfo', {}, { signal, probe: true }),
  staleTime: 10 * 60_000,
} as const;

export function useBasicInfo() {
  return useQuery(basicInfoQuery);
}

/** At most sixty cached candles, as bid closes, for a row that has come into view. */
export function useSparkline(id: number, isVisible: boolean) {
  return useQuery({
    queryKey: ['sparkline', id],
    queryFn: async ({ signal }) => {
      const fields = { forex_id: id, period: '15min' };
      const candles = await api.get<WireCandle[]>('/v1/api/forex/abbreviated_cache_kline', fields, { signal });
      return candles.map((candle) => Number(candle.Close));
    },
    enabled: isVisible,
    staleTime: sparklineFreshMs,
    refetchInterval: sparklineFreshMs,
  });
}

export async function fetchCandles(
  forexId: number,
  period: Period,
  before: number | null,
  limit: number,
): Promise<WireCandle[]> {
  const fields = { forex_id: forexId, period, limit, ...(before === null ? {} : { before }) };
  return api.get<WireCandle[]>('/v1/api/forex/kline', fields);
}

/** 1 holding, 0 pending, 3 history (R-ORD-21). */
export type OrderListStatus = 0 | 1 | 3;

/** Pages of orders; the list has ended when as many are loaded as there are. */
export function useOrders(status: OrderListStatus) {
  const isLoggedIn = useSession((session) => session.token !== null);
  return useInfiniteQuery({
    queryKey: ['orders', status],
    queryFn: async ({ pageParam, signal }) => {
      const list = await api.get<OrderList>('/v1/api/forex/my_deal', { status, page: pageParam }, { signal });
      if (status === 1 && pageParam === 1) acceptOrderList(list);
      return list;
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
      return loaded < last.total && last.data.length > 0 ? pages.length + 1 : undefined;
    },
    enabled: isLoggedIn,
  });
}
