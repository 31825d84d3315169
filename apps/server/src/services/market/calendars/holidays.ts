import type { LocalSpan } from '@candor/domain/calc/session-hours';

/** Holiday rules. Days are local dates as milliseconds of their local midnight since 1970. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function dateOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day);
}

export function weekdayOf(date: number): number {
  return new Date(date).getUTCDay();
}

/** Returns the n-th given weekday of a month, n from 1. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  const first = dateOf(year, month, 1);
  return first + (((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7) * dayMs;
}

function lastWeekday(year: number, month: number, weekday: number): number {
  const last = dateOf(year, month + 1, 1) - dayMs;
  return last - ((weekdayOf(last) - weekday + 7) % 7) * dayMs;
}

/** Returns Gregorian Easter (anonymous computus). */
export function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const leapShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - leapShift + 15) % 30;
  const weekdayShift = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekdayShift) / 451);
  const monthDay = epact + weekdayShift - 7 * correction + 114;
  return dateOf(year, Math.floor(monthDay / 31), (monthDay % 31) + 1);
}

export const goodFriday = (year: number): number => easterSunday(year) - 2 * dayMs;
export const easterMonday = (year: number): number => easterSunday(year) + dayMs;

/** Observed day in the United States: Saturday's holiday on Friday, Sunday's on Monday. */
export function observedNearest(date: number): number {
  const weekday = weekdayOf(date);
  if (weekday === 6) return date - dayMs;
  return weekday === 0 ? date + dayMs : date;
}

/** Observed day in the United Kingdom, Hong Kong and Australia: a weekend holiday on the next Monday. */
function observedMonday(date: number): number {
  const weekday = weekdayOf(date);
  if (weekday === 6) return date + 2 * dayMs;
  return weekday === 0 ? date + dayMs : date;
}

/** Closed between two local hours; hours below 0 or above 24 extend into the neighbouring days. */
export function closed(date: number, fromHour: number, toHour: number): LocalSpan {
  return { fromMs: date + fromHour * hourMs, toMs: date + toHour * hourMs };
}

export const closedDay = (date: number): LocalSpan => closed(date, 0, 24);

/** Early-close days of United States exchanges. */
export function usEarlyCloseDays(year: number): number[] {
  return [
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    lastWeekday(year, 5, 1),
    observedNearest(dateOf(year, 6, 19)),
    observedNearest(dateOf(year, 7, 4)),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 11, 4, 4),
  ];
}

/** The day after Thanksgiving. */
export const usBlackFriday = (year: number): number => nthWeekday(year, 11, 4, 4) + dayMs;

export function ukBankHolidays(year: number): number[] {
  const christmas = dateOf(year, 12, 25);
  const boxing = dateOf(year, 12, 26);
  const christmasKept = observedMonday(christmas);
  // Two consecutive weekend holidays are observed on Monday and Tuesday.
  const boxingKept = weekdayOf(boxing) === 6 || weekdayOf(boxing) === 0 ? boxing + 2 * dayMs : boxing;
  return [
    observedMonday(dateOf(year, 1, 1)),
    goodFriday(year),
    easterMonday(year),
    nthWeekday(year, 5, 1, 1),
    lastWeekday(year, 5, 1),
    lastWeekday(year, 8, 1),
    christmasKept,
    weekdayOf(boxing) === 1 && weekdayOf(christmas) === 0 ? boxing + dayMs : boxingKept,
  ];
}

/**
 * Hong Kong's lunar holidays as gazetted. Years outside the table have only rule-based holidays; the table's test names
 * its last year.
 */
const hongKongLunar: Readonly<Record<number, readonly (readonly [month: number, day: number])[]>> = {
  2025: [
    [1, 29],
    [1, 30],
    [1, 31],
    [4, 4],
    [5, 5],
    [5, 31],
    [10, 7],
    [10, 29],
  ],
  2026: [
    [2, 17],
    [2, 18],
    [2, 19],
    [4, 7],
    [5, 25],
    [6, 19],
    [9, 26],
    [10, 19],
  ],
  2027: [
    [2, 6],
    [2, 8],
    [2, 9],
    [4, 5],
    [5, 13],
    [6, 9],
    [9, 16],
    [10, 8],
  ],
  2028: [
    [1, 26],
    [1, 27],
    [1, 28],
    [4, 4],
    [5, 2],
    [5, 29],
    [10, 4],
    [10, 26],
  ],
};
export const hongKongLunarYears = { from: 2025, to: 2028 } as const;

export function hongKongHolidays(year: number): number[] {
  const christmas = dateOf(year, 12, 25);
  // The first weekday after Christmas Day is a holiday too.
  const christmasIsWeekend = weekdayOf(christmas) === 6 || weekdayOf(christmas) === 0;
  const afterChristmas = christmasIsWeekend ? observedMonday(christmas) : observedMonday(christmas + dayMs);
  return [
    observedMonday(dateOf(year, 1, 1)),
    goodFriday(year),
    easterMonday(year),
    observedMonday(dateOf(year, 5, 1)),
    observedMonday(dateOf(year, 7, 1)),
    observedMonday(dateOf(year, 10, 1)),
    christmas,
    afterChristmas,
    ...(hongKongLunar[year] ?? []).map(([month, day]) => dateOf(year, month, day)),
  ];
}

export function australianHolidays(year: number): number[] {
  return [
    observedMonday(dateOf(year, 1, 1)),
    observedMonday(dateOf(year, 1, 26)),
    goodFriday(year),
    easterMonday(year),
    dateOf(year, 4, 25),
    nthWeekday(year, 6, 1, 2),
    observedMonday(dateOf(year, 12, 25)),
    weekdayOf(dateOf(year, 12, 26)) === 1 ? dateOf(year, 12, 27) : observedMonday(dateOf(year, 12, 26)),
  ];
}
