import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import { CallError, createApi } from '../api/api.ts';
import { SessionKeeper } from '../api/session.ts';
import { endIfExpired, endSession, signInPath, wantedPage } from './end-session.ts';

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

const searchOf = (address: string) => new URL(address, 'https://m.example.com').search;

test('R-OPS-83 the requested page and its filters are kept through sign-in', () => {
  expect(wantedPage(searchOf(signInPath({ pathname: '/deposits', search: '?tab=all&page=2' })))).toBe(
    '/deposits?tab=all&page=2',
  );
});

test.each(['', '/'])('R-OPS-83 %s leads to a sign-in without a requested page', (pathname) => {
  expect(signInPath({ pathname, search: '' })).toBe('/login');
  expect(wantedPage('')).toBeUndefined();
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'deposits',
  '/login',
  '/login?from=/',
  '/a b',
])('R-OPS-83 %s is refused as a page to open after sign-in', (from) => {
  expect(wantedPage(`?from=${encodeURIComponent(from)}`)).toBeUndefined();
});
