import type { ConsoleCall } from '@candor/contracts/console/call';
import { useQuery } from '@tanstack/react-query';
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
