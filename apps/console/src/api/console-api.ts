import { createApi } from './api.ts';
import { SessionKeeper } from './session.ts';
import { doWork } from './work.ts';

/** This tab's session, and the calls that are made with it. */
export const session = new SessionKeeper(window.sessionStorage);

export const api = createApi({
  fetch: (...args) => window.fetch(...args),
  token: () => session.current?.token ?? null,
  doWork,
});
