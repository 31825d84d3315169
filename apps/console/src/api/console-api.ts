import { doWork } from '@candor/work-proof/work';
import { QueryClient } from '@tanstack/react-query';
import { CallError, createApi } from './api.ts';
import { SessionKeeper } from './session.ts';

/** Session of this tab. */
export const session = new SessionKeeper(window.sessionStorage);

export const api = createApi({
  fetch: (...args) => window.fetch(...args),
  token: () => session.current?.token ?? null,
  doWork,
});

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
