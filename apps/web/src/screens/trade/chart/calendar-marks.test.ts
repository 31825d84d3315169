import { expect, test } from 'vitest';
import type { CalendarEntry } from '../../../data/calendar-entry.ts';
import { barOf, groupMarks, hasMarks } from './calendar-marks.ts';

const entry = (id: number, atMs: number): CalendarEntry => ({
  id,
  atMs,
  currency: 'USD',
  importance: 2,
  title: `Sample ${id}`,
  forecast: '',
  previous: '',
  actual: '',
});
const minutes = (count: number) => count * 60_000;

test('R-CHT-10 an entry belongs to the bar during which it was due, and to none at a gap, before or after the bars', () => {
  const bars = [0, 15, 30, 90].map((at) => ({ timestamp: minutes(at) }));
  const at = (minute: number) => barOf(bars, minutes(minute), '15min');
  expect([0, 14, 15, 44, 45, 89, 90, 104, 105].map(at)).toEqual([0, 0, 1, 2, null, null, 3, 3, null]);
  expect(barOf(bars, -1, '15min')).toBeNull();
  expect(barOf([], 5, '15min')).toBeNull();
});

test('R-CHT-10 entries at about one place share a mark, in the order of their times; those out of view have none', () => {
  const entries = [entry(3, 30), entry(1, 10), entry(2, 10), entry(4, 90), entry(5, 20)];
  const marks = groupMarks(entries, ({ atMs }) => (atMs === 90 ? null : atMs));
  expect(marks.map(({ x, entries: own }) => [x, own.map(({ id }) => id)])).toEqual([[10, [1, 2, 5, 3]]]);
  expect(groupMarks(entries, ({ atMs }) => atMs * 3).map(({ entries: own }) => own.length)).toEqual([2, 1, 1, 1]);
});

test('R-CHT-10 bars of a day, of four hours and ticks have no marks', () => {
  expect((['tick', '1min', '60min', '4hour', '1day', '1week'] as const).filter(hasMarks)).toEqual(['1min', '60min']);
});
