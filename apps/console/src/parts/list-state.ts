import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, session } from '../api/console-api.ts';
import { type ListName, type ListView, listInput, lists, parseView } from '../api/lists.ts';
import { endIfExpired } from '../auth/end-session.ts';

/** A list with its rows and the functions that change its view. */
export interface ListState<Row> extends ListView {
  readonly name: ListName;
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  readonly error: Error | null;
  /** True while the view is the one that the list began with, e.g. what waits. */
  readonly isStartView: boolean;
  /** True if rows are narrowed down by more than the choice of a view. */
  readonly isFiltered: boolean;
  readonly change: (view: Partial<ListView>) => void;
  /** Changes the filters and returns to the first page; empty values remove a filter. */
  readonly setFilter: (filter: Readonly<Record<string, unknown>>) => void;
  readonly reload: () => void;
}

export const ListContext = createContext<ListState<never> | null>(null);

export function useListState<Row>(): ListState<Row> {
  const state = useContext(ListContext);
  if (state === null) throw new Error('Invariant: the component is inside a list');
  return state;
}

interface ListOptions {
  readonly name: ListName;
  /** Filters that cannot be changed, e.g. the account of a ledger. */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
  readonly start: ListView;
  /** True if the address keeps the view, so that a link, a reload and going back show the same rows. */
  readonly isInAddress: boolean;
  /** Refresh interval while the page is visible. */
  readonly everyMs?: number | undefined;
}

/** Reads one page of a list and keeps its view. */
export function useList<Row>({ name, fixed, start, isInAddress, everyMs }: ListOptions): ListState<Row> {
  const inAddress = useViewInAddress(name, start);
  const local = useState(start);
  const [view, setView] = isInAddress ? inAddress : local;
  const input = listInput(name, { ...view, filter: { ...view.filter, ...fixed } });
  const { data, error, refetch } = useQuery({
    queryKey: ['list', name, input],
    queryFn: () => api.call(lists[name].list, input as object),
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  useEffect(() => {
    if (error !== null) endIfExpired(session, error);
  }, [error]);
  const change = (changed: Partial<ListView>) => setView({ ...view, ...changed });
  return {
    ...view,
    name,
    rows: data?.data as readonly Row[] | undefined,
    total: data?.total ?? 0,
    error,
    isStartView: JSON.stringify(view.filter) === JSON.stringify(start.filter),
    isFiltered: Object.keys(view.filter).some((key) => !Object.hasOwn(start.filter, key)),
    change,
    setFilter: (filter) => change({ page: 1, filter: withoutEmpty(filter) }),
    reload: () => void refetch(),
  };
}

function withoutEmpty(filter: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '' && value !== null));
}

/** Address of each list as it was last shown, so that the way back from a row leads to the same rows. */
const lastShown = new Map<ListName, string>();

/** Clears the addresses of lists, for the next operator who signs in. */
export function forgetShownLists(): void {
  lastShown.clear();
}

function useViewInAddress(name: ListName, start: ListView): readonly [ListView, (view: ListView) => void] {
  const [params, setParams] = useSearchParams();
  const kept = params.size === 0 ? new URLSearchParams(lastShown.get(name)) : params;
  const setView = (view: ListView) => {
    const next = new URLSearchParams(
      Object.entries(view).map(([key, value]) => [key, key === 'filter' ? JSON.stringify(value) : String(value)]),
    );
    lastShown.set(name, next.toString());
    setParams(next, { replace: true });
  };
  return [parseView(name, kept, start), setView];
}
