import type { ConsoleCall } from '@candor/contracts/console/call';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { endIfExpired } from '../auth/end-session.ts';
import type { CallInput } from './api.ts';
import { api, session } from './console-api.ts';

export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

export interface CallOptions {
  readonly everyMs?: number;
  readonly isWanted?: boolean;
  /** True if the server records each read: the call is made once when the page opens, and its answer is not cached. */
  readonly isRecorded?: boolean;
}

const recordedOnce = {
  meta: { isRecorded: true },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Reads by one call; refreshes after every action and, on a visible page, every `everyMs`. */
export function useCall<Call extends ConsoleCall>(
  call: Call,
  input: CallInput<Call> = {},
  { everyMs, isWanted = true, isRecorded = false }: CallOptions = {},
): Loaded<z.output<Call['answer']>> {
  const query = useQuery({
    queryKey: [call.path, input.params ?? null, input.query ?? null],
    queryFn: () => api.call(call, input),
    enabled: isWanted,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(isRecorded && recordedOnce),
  });
  const { data, error, isLoading, refetch } = query;
  useEffect(() => {
    if (error !== null) endIfExpired(session, error);
  }, [error]);
  return { data, error, isLoading, reload: () => void refetch() };
}

/** Reads several things by the same call, each kept as `useCall` keeps it; the data is in the order of the inputs. */
export function useCalls<Call extends ConsoleCall>(
  call: Call,
  inputs: readonly CallInput<Call>[],
): Loaded<readonly z.output<Call['answer']>[]> {
  const queries = useQueries({
    queries: inputs.map((input) => ({
      queryKey: [call.path, input.params ?? null, input.query ?? null],
      queryFn: () => api.call(call, input),
    })),
  });
  const error = queries.find((query) => query.error !== null)?.error ?? null;
  useEffect(() => {
    if (error !== null) endIfExpired(session, error);
  }, [error]);
  const read = queries.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const reload = () => {
    for (const { refetch } of queries) void refetch();
  };
  const isLoading = queries.some((query) => query.isLoading);
  return { data: read.length === inputs.length ? read : undefined, error, isLoading, reload };
}
