import { expect, test } from 'vitest';
import { signInPath, wantedPage } from './wanted-page.ts';

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
