import { expect, test } from 'vitest';
import { sessionsBetween } from './market-sessions.ts';

const utc = (text: string) => Date.parse(`${text}Z`);
const texts = (from: string, to: string) =>
  sessionsBetween(utc(from), utc(to)).map(
    ({ centre, openMs, closeMs }) =>
      `${centre} ${new Date(openMs).toISOString().slice(8, 16)} ${new Date(closeMs).toISOString().slice(8, 16)}`,
  );

test('R-SCR-91 a trading day in winter has four sessions, by the clock of each centre', () => {
  expect(texts('2026-11-19T22:00', '2026-11-20T22:00')).toEqual([
    'sydney 19T22:00 20T07:00',
    'tokyo 20T00:00 20T09:00',
    'london 20T08:00 20T17:00',
    'new-york 20T13:00 20T22:00',
  ]);
});

test('R-SCR-91 each centre changes to summer time on its own day', () => {
  // New York from 8 March, London from 29 March; Sydney back on 5 April, all by an hour.
  expect(texts('2026-03-06T08:00', '2026-03-06T21:59').slice(-2)).toEqual([
    'london 06T08:00 06T17:00',
    'new-york 06T13:00 06T22:00',
  ]);
  expect(texts('2026-03-09T08:00', '2026-03-09T21:00').slice(-2)).toEqual([
    'london 09T08:00 09T17:00',
    'new-york 09T12:00 09T21:00',
  ]);
  expect(texts('2026-03-30T07:00', '2026-03-30T21:00').slice(-2)).toEqual([
    'london 30T07:00 30T16:00',
    'new-york 30T12:00 30T21:00',
  ]);
  expect(texts('2026-04-02T21:00', '2026-04-03T00:00')[0]).toBe('sydney 02T22:00 03T07:00');
  expect(texts('2026-04-06T21:00', '2026-04-07T00:00')[0]).toBe('sydney 06T23:00 07T08:00');
});

test('R-SCR-91 there are none from the end of Friday in New York to Monday in Sydney', () => {
  expect(texts('2026-11-20T22:00', '2026-11-22T22:00')).toEqual([]);
  expect(texts('2026-11-22T22:00', '2026-11-22T22:01')).toEqual(['sydney 22T22:00 23T07:00']);
});

test('a span without an end is refused', () => {
  expect(() => sessionsBetween(0, Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
});
