import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import { CallError, createApi } from '../api/api.ts';
import { SessionKeeper } from '../api/session.ts';
import { endIfExpired, endSession } from './end-session.ts';

test('R-OPS-74 sign-out ends the session on the server even if the page is left at that moment', async () => {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    asked.push({ url: String(url), init });
    return Response.json({ code: codes.ok, msg: '', data: {} });
  };
  const session = new SessionKeeper({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  session.begin({ token: 'of-this-tab', operator: { id: 1, email: 'a@b.c', role: 'admin', is_installation: true } });
  await endSession(session, createApi({ fetch, token: () => null }));
  expect(session.current).toBeNull();
  expect(asked).toMatchObject([
    {
      url: '/api/console/logout',
      init: { method: 'POST', headers: { authorization: 'of-this-tab' }, keepalive: true },
    },
  ]);
});

test('R-OPS-74 only an expired session is ended by a refusal', () => {
  const session = new SessionKeeper({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  session.begin({ token: 'of-this-tab', operator: { id: 1, email: 'a@b.c', role: 'admin', is_installation: true } });
  expect(endIfExpired(session, new CallError(codes.notPermitted, 'Not permitted', 403))).toBe(false);
  expect(session.current).not.toBeNull();
  expect(endIfExpired(session, new CallError(codes.sessionExpired, 'Expired', 401))).toBe(true);
  expect(session.current).toBeNull();
});
