import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSessionCursor, isOpen, nextClose, nextOpen, openSpans, type SessionCalendar } from './session-hours.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (text: string) => Date.parse(text);
const minuteOf = (weekday: number, hours: number, minutes = 0) => weekday * 1440 + hours * 60 + minutes;

const fx: SessionCalendar = {
  name: 'fx',
  zone: 'America/New_York',
  windows: [[minuteOf(0, 17), minuteOf(5, 17)]],
  closures: (year) => [
    { fromMs: Date.UTC(year, 11, 24, 17), toMs: Date.UTC(year, 11, 25, 17) },
    { fromMs: Date.UTC(year - 1, 11, 31, 17), toMs: Date.UTC(year, 0, 1, 17) },
  ],
};
const hongKong: SessionCalendar = {
  name: 'hk',
  zone: 'Asia/Hong_Kong',
  windows: [1, 2, 3, 4, 5].flatMap((weekday) => [
    [minuteOf(weekday, 9, 15), minuteOf(weekday, 12)] as const,
    [minuteOf(weekday, 13), minuteOf(weekday, 16, 30)] as const,
    [minuteOf(weekday, 17, 15), minuteOf(weekday + 1, 3)] as const,
  ]),
  closures: () => [],
};
const always: SessionCalendar = { name: 'always', zone: 'UTC', windows: [[0, 10_080]], closures: () => [] };
const wrapping: SessionCalendar = {
  name: 'w',
  zone: 'UTC',
  windows: [[minuteOf(6, 22), minuteOf(7, 2)]],
  closures: () => [],
};

describe('session hours (R-MKT-09)', () => {
  it.each([
    ['Sunday before the open, winter', '2026-01-11T21:59:59Z', false],
    ['Sunday open, winter', '2026-01-11T22:00:00Z', true],
    ['Friday before the close, winter', '2026-01-16T21:59:59Z', true],
    ['Friday close, winter', '2026-01-16T22:00:00Z', false],
    ['Sunday open, summer', '2026-07-12T21:00:00Z', true],
    ['Friday close, summer', '2026-07-17T21:00:00Z', false],
    ['Sunday of the spring switch opens an hour earlier in UTC', '2026-03-08T21:00:00Z', true],
    ['the same Sunday just before', '2026-03-08T20:59:59Z', false],
    ['Friday before the spring switch closes on winter time', '2026-03-06T21:59:59Z', true],
    ['Sunday of the autumn switch opens an hour later in UTC', '2026-11-01T21:30:00Z', false],
    ['the same Sunday at the open', '2026-11-01T22:00:00Z', true],
    ['Christmas Day is closed until 17:00 New York', '2026-12-25T21:59:59Z', false],
    ['Christmas Eve trades until 17:00', '2026-12-24T21:59:59Z', true],
    ['New Year night is closed from the old year on', '2026-12-31T22:00:00Z', false],
    ['New Year opens again at 17:00', '2026-01-01T22:00:00Z', true],
  ])('FX: %s', (_, time, expected) => {
    expect(isOpen(fx, at(time))).toBe(expected);
  });

  it.each([
    ['before the morning', '2026-11-17T01:14:59Z', false],
    ['morning', '2026-11-17T01:15:00Z', true],
    ['lunch break', '2026-11-17T04:30:00Z', false],
    ['afternoon', '2026-11-17T05:00:00Z', true],
    ['evening session past midnight', '2026-11-17T18:59:59Z', true],
    ['night', '2026-11-17T19:00:00Z', false],
    ['Friday evening runs into Saturday', '2026-11-20T18:00:00Z', true],
    ['Saturday daytime', '2026-11-21T02:00:00Z', false],
  ])('Hong Kong: %s', (_, time, expected) => {
    expect(isOpen(hongKong, at(time))).toBe(expected);
  });

  it('finds the next open over a weekend and a holiday', () => {
    expect(nextOpen(fx, at('2026-11-21T12:00:00Z'))).toBe(at('2026-11-22T22:00:00Z'));
    expect(nextClose(fx, at('2026-11-23T12:00:00Z'))).toBe(at('2026-11-27T22:00:00Z'));
    // Friday 25 December is a holiday: from its eve the market stays closed over the weekend.
    expect(nextOpen(fx, at('2026-12-24T22:00:00Z'))).toBe(at('2026-12-27T22:00:00Z'));
    expect(nextClose(hongKong, at('2026-11-17T02:00:00Z'))).toBe(at('2026-11-17T04:00:00Z'));
  });

  it('finds no change for a market that never closes', () => {
    expect(isOpen(always, at('2026-11-21T12:00:00Z'))).toBe(true);
    expect(nextOpen(always, at('2026-11-21T12:00:00Z'))).toBeNull();
    expect(nextClose(always, at('2026-11-21T12:00:00Z'))).toBeNull();
  });

  it('accepts a session over the end of the week', () => {
    expect(isOpen(wrapping, at('2026-11-22T01:59:59Z'))).toBe(true);
    expect(isOpen(wrapping, at('2026-11-22T02:00:00Z'))).toBe(false);
    expect(openSpans(wrapping, at('2026-11-20T00:00:00Z'), at('2026-11-29T00:00:00Z'))).toEqual([
      { fromMs: at('2026-11-21T22:00:00Z'), toMs: at('2026-11-22T02:00:00Z') },
      { fromMs: at('2026-11-28T22:00:00Z'), toMs: at('2026-11-29T00:00:00Z') },
    ]);
  });

  it('changes state exactly at nextOpen and nextClose, and nowhere between', () => {
    const anyTime = fc.integer({ min: at('2025-12-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z') });
    fc.assert(
      fc.property(fc.constantFrom(fx, hongKong, wrapping), anyTime, (calendar, time) => {
        const open = isOpen(calendar, time);
        const change = (open ? nextClose(calendar, time) : nextOpen(calendar, time)) as number;
        expect(isOpen(calendar, change - 1)).toBe(open);
        expect(isOpen(calendar, change)).toBe(!open);
        for (let probe = time; probe < change; probe += 7 * minute + 13_000) expect(isOpen(calendar, probe)).toBe(open);
      }),
      { numRuns: 60, seed: 20_261_120 },
    );
  });

  it('a cursor returns the same as the functions, forwards and backwards', () => {
    const cursor = createSessionCursor(hongKong);
    for (let step = 0; step < 2_000; step += 1) {
      const time = at('2026-11-16T00:00:00Z') + ((step * 7_919) % (14 * 1_440)) * minute;
      const { isOpen: open, nextOpenMs, nextCloseMs } = cursor(time);
      expect(open).toBe(isOpen(hongKong, time));
      expect(nextOpenMs).toBe(nextOpen(hongKong, time));
      expect(nextCloseMs).toBe(nextClose(hongKong, time));
    }
  });

  it('lists open spans that cover exactly the open minutes', () => {
    const from = at('2026-11-19T00:00:00Z');
    const spans = openSpans(hongKong, from, from + 5 * day);
    for (let time = from; time < from + 5 * day; time += minute) {
      expect(spans.some((span) => time >= span.fromMs && time < span.toMs)).toBe(isOpen(hongKong, time));
    }
  });
});
