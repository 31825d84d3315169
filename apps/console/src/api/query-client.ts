import { QueryClient } from '@tanstack/react-query';
import { CallError } from './api.ts';

/** Cache of the calls. A refused query is not retried; one without an answer is retried once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Some reads are recorded, so returning to the window must not read again.
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && error instanceof CallError && error.code === 0 && error.status === 0,
    },
  },
});
