import { expect, test } from 'vitest';
import { type CalendarEntry, nextEntry } from './calendar-entry.ts';

const minute = 60_000;
const entry = (id: number, atMs: number, currency: string, importance: 1 | 2 | 3 = 2): CalendarEntry => ({
  ...{ id, atMs, currency, importance, title: `Sample ${id}`, forecast: '', previous: '', actual: '' },
});

test('R-CAL-08 the ticket names the next entry of its two currencies within an hour, the most important of a moment', () => {
  const now = 1_000 * minute;
  const entries = [
    entry(1, now - minute, 'USD'),
    entry(2, now + 61 * minute, 'EUR', 3),
    entry(3, now + 20 * minute, 'JPY', 3),
    entry(4, now + 30 * minute, 'USD', 1),
    entry(5, now + 30 * minute, 'EUR', 3),
  ];
  expect(nextEntry(entries, ['EUR', 'USD'], now)?.id).toBe(5);
  expect(nextEntry(entries, ['GBP', 'CHF'], now)).toBe(null);
  expect(nextEntry(entries, ['EUR', 'USD'], now + 31 * minute)?.id).toBe(2);
});
