import { expect, test } from 'vitest';
import { acceptsGzip } from './prepared-answer.ts';

test.each([
  ['gzip', true],
  ['gzip, deflate, br', true],
  ['br,GZIP;q=0.5', true],
  ['deflate , x-gzip ; q=0.001', true],
  ['gzip;q=0', false],
  ['gzip ; q=0.000, br', false],
  ['br, identity', false],
  ['gzipped', false],
  ['not-gzip', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %j accepts gzip: %s', (header, accepts) => {
  expect(acceptsGzip(header)).toBe(accepts);
});
