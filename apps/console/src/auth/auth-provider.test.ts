import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import { createApi } from '../api/api.ts';
import { SessionKeeper } from '../api/session.ts';
import { createAuthProvider } from './auth-provider.ts';

test('R-OPS-74 sign-out ends the session on the server even if the page is left at that moment', async () => {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    asked.push({ url: String(url), init });
    return Response.json({ code: codes.ok, msg: '', data: {} });
  };
  const session = new SessionKeeper({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  const provider = createAuthProvider(session, createApi({ fetch, token: () => null }));
  session.begin({ token: 'of-this-tab', operator: { id: 1, email: 'a@b.c', role: 'admin', is_installation: true } });
  await provider.logout({});
  expect(session.current).toBeNull();
  expect(asked).toMatchObject([
    {
      url: '/api/console/logout',
      init: { method: 'POST', headers: { authorization: 'of-this-tab' }, keepalive: true },
    },
  ]);
});
