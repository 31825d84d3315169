import { expect, it } from 'vitest';
import { findRoute, keptScreen, safeFrom } from './routes.ts';

it.each([
  ['/order', '/order'],
  ['/rank?view=copy', '/rank?view=copy'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?from=/login', '/'],
  ['/register?from=/order', '/'],
  ['/forgot', '/'],
  ['/%6cogin', '/'],
  ['/./login', '/'],
  ['/trade/../login', '/'],
  ['/%2e/login', '/'],
  ['/trade/%2E%2e/register?x=1', '/'],
  ['/%2Flogin', '/'],
  ['/.//evil.example', '/'],
  ['/trade/..//evil.example', '/'],
  ['/%E0%A4%A', '/'],
  ['/./order?tab=history&x=a%20b#end', '/order?tab=history&x=a%20b#end'],
  ['/mine/charge?view=records', '/mine/charge?view=records'],
  ['/registered', '/registered'],
  ['\t//evil.example', '/'],
  ['/a b', '/'],
  [undefined, '/'],
])('follows %s as %s (R-NAV-05)', (from, path) => expect(safeFrom(from)).toBe(path));

it('distinguishes the two views of /rank (R-NAV-04)', () => {
  expect(keptScreen('/rank', 'copy')).toBe('documentary');
  expect(keptScreen('/rank', undefined)).toBe('rank');
  expect(keptScreen('/product', undefined)).toBeNull();
});

it('knows the routes that need a log-in (R-NAV-01)', () => {
  expect(findRoute('/order')?.needsLogin).toBe(true);
  expect(findRoute('/trade')?.needsLogin).toBeUndefined();
  expect(findRoute('/nowhere')).toBeUndefined();
});
