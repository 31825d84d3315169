import { pathOf } from '@candor/contracts/http/paths';
import type { Period } from '@candor/domain/values/period';
import type { InfiniteData } from '@tanstack/react-query';
import { QueryCache, QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentLanguage } from '../i18n/text.ts';
import { useSession } from '../session/session-store.ts';
import { acceptOrderList } from './account.ts';
import { api, hasEarlyAnswer } from './api.ts';
import { CallError, passingCodes } from './client.ts';
import { toCompanyInfo } from './company-info.ts';
import { filterFields, type HistoryFilter, useHistoryFilter } from './history-filter.ts';
import type { InstrumentFacts } from './instruments.ts';
import { type Candle, type Category, toCandle, toInstrumentFacts } from './instruments.ts';
import { ListsAge } from './lists-age.ts';
import { type Order, type OrderPage, toOrder, toOrderPage } from './order.ts';
import { quotes } from './quotes.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** Failures of a quiet query are not shown as a toast (R-ERR-02). */
    queryMeta: { readonly isQuiet?: true };
  }
}

let laterFailure: (error: unknown) => void = () => {};

/** Sets the listener for a failed reload of data on screen; the old data stay (DESIGN 6). */
export function onLaterFailure(listener: (error: unknown) => void): void {
  laterFailure = listener;
}

const sparklineFreshMs = 60_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { state, meta }) => {
      if (state.data !== undefined && meta?.isQuiet !== true) laterFailure(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // Offline requests are not retried; queries that failed are repeated once there is a network.
      retry: (count, error) => navigator.onLine && count < retriesAfter(error),
      networkMode: 'always',
    },
  },
});

/** A server that cannot answer now is asked a little longer; it may be about to change its leader. */
function retriesAfter(error: Error): number {
  if (!(error instanceof CallError) || !error.answered) return 2;
  return passingCodes.has(error.code) ? 3 : 0;
}

/** Loads everything on screen that has failed, after an outage. */
export async function reloadFailed(): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
}

/** The key holds the language, as for every answer with texts of the server. */
const instrumentsQuery = () => ({
  queryKey: ['instruments', currentLanguage()],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<InstrumentFacts[]> => {
    const list = await api.call('instruments', {}, { signal });
    quotes.acceptList(list);
    return list.map(toInstrumentFacts);
  },
  // Facts hold bigints, which structural sharing cannot compare.
  structuralSharing: shareEqualFacts,
});

/** Instruments: facts for React, prices for the quote store. Reloaded whenever a list is opened (R-NAV-02). */
export function useInstruments() {
  return useQuery(instrumentsQuery());
}

const orderFreshMs = 60_000;

/** Instruments of Market, which reloads them once a minute if their order is the company's (R-MKT-49). */
export function useMarketList(isCompanyOrder: boolean) {
  return useQuery({ ...instrumentsQuery(), refetchInterval: isCompanyOrder && orderFreshMs });
}

const firstListWaitMs = 60;

/** Waits shortly for the early answer of the page, so that the first screen is drawn with the list. */
export async function takeFirstList(): Promise<void> {
  if (!hasEarlyAnswer(pathOf('instruments'))) return;
  const waited = new Promise<void>((done) => setTimeout(done, firstListWaitMs));
  await Promise.race([queryClient.prefetchQuery(instrumentsQuery()), waited]);
}

/** Keeps the old facts if only prices have changed, so that a reload renders no row again. */
function shareEqualFacts(before: unknown, after: unknown): unknown {
  return before !== undefined && factsText(before) === factsText(after) ? before : after;
}

function factsText(facts: unknown): string {
  return JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

export function useCategories() {
  return useQuery({
    queryKey: ['categories', currentLanguage()],
    queryFn: async ({ signal }): Promise<Category[]> => {
      const list = await api.call('categories', {}, { signal });
      return list.map(({ Id, NameShowTrans }) => ({ id: Id, name: NameShowTrans }));
    },
    staleTime: 10 * 60_000,
  });
}

export async function refreshCategories(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['categories'] });
}

export const basicInfoQuery = {
  queryKey: ['basic-info'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    toCompanyInfo(await api.call('basicInfo', {}, { signal, probe: true })),
  staleTime: 10 * 60_000,
  meta: { isQuiet: true },
} as const;

export function useBasicInfo() {
  return useQuery(basicInfoQuery);
}

/** At most sixty cached candles, as bid closes, for a visible row. */
export function useSparkline(id: number, isVisible: boolean) {
  return useQuery({
    queryKey: ['sparkline', id],
    queryFn: async ({ signal }) => {
      const candles = await api.call('sparkline', { forex_id: id, period: '15min' }, { signal });
      return candles.map((candle) => Number(candle.Close));
    },
    enabled: isVisible,
    staleTime: sparklineFreshMs,
    meta: { isQuiet: true },
    refetchInterval: sparklineFreshMs,
  });
}

export async function fetchCandles(
  forexId: number,
  period: Period,
  before: number | null,
  limit: number,
): Promise<Candle[]> {
  const fields = { forex_id: forexId, period, limit, ...(before === null ? {} : { before }) };
  return (await api.call('candles', fields)).map(toCandle);
}

/** 1 holding, 0 pending, 3 history (R-ORD-21). */
export type OrderListStatus = 0 | 1 | 3;

/** Reloads the order lists; called after every change (R-ORD-22). */
export function refreshOrders(): void {
  void queryClient.invalidateQueries({ queryKey: ['orders'] });
  listsChanged();
}

let listsChanged: () => void = () => {};

/** Sets the listener for lists of orders that have changed on the server. */
export function onListsChanged(listener: () => void): void {
  listsChanged = listener;
}

export const listsAge = new ListsAge(() => {
  listsChanged();
  return queryClient.invalidateQueries({ queryKey: ['orders'] }, { throwOnError: true });
});

/** Key of a list; a filtered history is a list of its own. */
function ordersKey(status: OrderListStatus, history: HistoryFilter): readonly unknown[] {
  const filter = status === 3 ? filterFields(history) : {};
  return Object.keys(filter).length === 0 ? ['orders', status] : ['orders', status, filter];
}

/** Reloads a list from its first page, after a pull to refresh. */
export async function reloadOrders(status: OrderListStatus): Promise<void> {
  const queryKey = ordersKey(status, useHistoryFilter.getState());
  queryClient.setQueryData<InfiniteData<OrderPage>>(queryKey, (lists) =>
    lists === undefined ? lists : { pages: lists.pages.slice(0, 1), pageParams: lists.pageParams.slice(0, 1) },
  );
  await queryClient.refetchQueries({ queryKey, exact: true });
}

/** Pages of orders; the list ends when all are loaded. */
export function useOrders(status: OrderListStatus) {
  const isLoggedIn = useSession((session) => session.token !== null);
  const history = useHistoryFilter();
  const filter = status === 3 ? filterFields(history) : {};
  return useInfiniteQuery({
    queryKey: ordersKey(status, history),
    queryFn: async ({ pageParam, signal }): Promise<OrderPage> => {
      const list = await api.call('orders', { status, page: pageParam, ...filter }, { signal });
      if (status === 1 && pageParam === 1) {
        acceptOrderList(list);
        listsAge.listed(list.orders_stamp);
      }
      return toOrderPage(list);
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.orders.length, 0);
      return loaded < last.total && last.orders.length > 0 ? pages.length + 1 : undefined;
    },
    enabled: isLoggedIn,
  });
}

/** One order of the account in any state; null if there is no such order (R-ORD-42). */
export function useOrder(id: number) {
  return useQuery({
    queryKey: ['order', id],
    queryFn: async ({ signal }): Promise<Order | null> => {
      const { data } = await api.call('orders', { id }, { signal });
      return data[0] === undefined ? null : toOrder(data[0]);
    },
    meta: { isQuiet: true },
  });
}

/** Largest number of open and pending orders of an account (R-ORD-19). */
const holdingMax = 200;

/** Loads all pages of open orders while the caller is mounted. */
export const useAllHolding = (): void => useAllOrders(1);

/** Loads all pages of pending orders while the caller is mounted. */
export const useAllPending = (): void => useAllOrders(0);

function useAllOrders(status: OrderListStatus): void {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useOrders(status);
  const loaded = data?.pages.reduce((sum, page) => sum + page.orders.length, 0) ?? 0;
  const mayFetch = hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (mayFetch && loaded < holdingMax) void fetchNextPage({ cancelRefetch: false });
  }, [mayFetch, loaded, fetchNextPage]);
}
