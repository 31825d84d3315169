import { describe, expect, it } from 'vitest';
import {
  easterSunday,
  hongKongHolidays,
  hongKongLunarYears,
  nthWeekday,
  ukBankHolidays,
  weekdayOf,
} from './holidays.ts';

const text = (date: number) => new Date(date).toISOString().slice(0, 10);

describe('holiday rules (R-MKT-09)', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2038, '2038-04-25'],
  ])('Easter %i is %s', (year, date) => {
    expect(text(easterSunday(year))).toBe(date);
  });

  it('finds Thanksgiving and the bank holidays', () => {
    expect(text(nthWeekday(2026, 11, 4, 4))).toBe('2026-11-26');
    expect(ukBankHolidays(2026).map(text)).toEqual([
      '2026-01-01',
      '2026-04-03',
      '2026-04-06',
      '2026-05-04',
      '2026-05-25',
      '2026-08-31',
      '2026-12-25',
      '2026-12-28',
    ]);
    expect(ukBankHolidays(2027).map(text).slice(-2)).toEqual(['2027-12-27', '2027-12-28']);
    expect(ukBankHolidays(2022).map(text).slice(-2)).toEqual(['2022-12-26', '2022-12-27']);
  });

  it('every lunar holiday of the table on a weekday matches the lunar calendar', () => {
    const lunar = new Intl.DateTimeFormat('en-u-ca-chinese', { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
    const feasts = new Set(['1/1', '1/2', '1/3', '4/8', '5/5', '8/16', '9/9']);
    for (let year = hongKongLunarYears.from; year <= hongKongLunarYears.to; year += 1) {
      const kept = new Set(hongKongHolidays(year));
      for (let date = Date.UTC(year, 0, 1); date < Date.UTC(year + 1, 0, 1); date += 86_400_000) {
        const parts = Object.fromEntries(lunar.formatToParts(date).map((part) => [part.type, part.value]));
        const isFeast = feasts.has(`${parts.month}/${parts.day}`);
        if (isFeast && weekdayOf(date) % 6 !== 0) expect(kept.has(date), text(date)).toBe(true);
      }
    }
  });
});
