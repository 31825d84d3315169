import { doWork } from '@candor/work-proof/work';
import { createApi } from './api.ts';
import { SessionKeeper } from './session.ts';

/** Session of this tab. */
export const session = new SessionKeeper(window.sessionStorage);

export const api = createApi({
  fetch: (...args) => window.fetch(...args),
  token: () => session.current?.token ?? null,
  doWork,
});
