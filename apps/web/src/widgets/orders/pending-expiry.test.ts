import { expect, test } from 'vitest';
import { type Expiry, endOfDate, expiryAt } from './pending-expiry.ts';

test.each([
  ['2026-11-18T12:00:00Z', 'day', '2026-11-18T22:00:00Z'],
  ['2026-11-18T21:59:59Z', 'day', '2026-11-18T22:00:00Z'],
  ['2026-11-18T22:00:00Z', 'day', '2026-11-19T22:00:00Z'],
  ['2026-11-18T12:00:00Z', 'week', '2026-11-20T22:00:00Z'],
  ['2026-11-20T21:59:59Z', 'week', '2026-11-20T22:00:00Z'],
  ['2026-11-20T22:00:00Z', 'week', '2026-11-27T22:00:00Z'],
  // Sunday, after the clocks of New York went back.
  ['2026-11-01T23:00:00Z', 'week', '2026-11-06T22:00:00Z'],
  ['2026-10-29T12:00:00Z', 'day', '2026-10-29T21:00:00Z'],
  ['2026-11-18T12:00:00Z', 'never', null],
] as const)('R-ORD-05 at %s the end of a %s is %s', (now, expiry: Expiry, end) => {
  expect(expiryAt(expiry, Date.parse(now))).toBe(end === null ? null : Date.parse(end));
});

test.each([
  ['2026-11-20', '2026-11-20T22:00:00Z'],
  ['2026-07-01', '2026-07-01T21:00:00Z'],
  ['', null],
  ['20 Nov', null],
])('R-ORD-43 an order picked to end on %s ends at the end of that trading day', (date, end) => {
  expect(endOfDate(date)).toBe(end === null ? null : Date.parse(end));
});
