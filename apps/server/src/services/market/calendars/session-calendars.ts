import type { LocalSpan, SessionCalendar } from '@candor/domain/calc/session-hours';
import {
  australianHolidays,
  closed,
  closedDay,
  dateOf,
  easterMonday,
  goodFriday,
  hongKongHolidays,
  observedNearest,
  ukBankHolidays,
  usBlackFriday,
  usEarlyCloseDays,
} from './holidays.ts';

/** Real sessions and holidays by name, each in its exchange's time zone (R-MKT-09). */

type Window = readonly [fromMinute: number, toMinute: number];
type ClockTime = `${number}:${number}`;

const newYork = 'America/New_York';
const mondayToFriday = [1, 2, 3, 4, 5] as const;

function minutesOf(time: ClockTime): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The same hours on each given weekday (0 = Sunday); an end at or before the start is on the next day. */
function weekly(weekdays: readonly number[], ...hours: readonly (readonly [ClockTime, ClockTime])[]): Window[] {
  return weekdays.flatMap((weekday) =>
    hours.map(([from, to]): Window => {
      const start = weekday * 1_440 + minutesOf(from);
      const end = weekday * 1_440 + minutesOf(to);
      return [start, end > start ? end : end + 1_440];
    }),
  );
}

/** Spot market holidays: Christmas and New Year from 17:00 on the eve to 17:00 on the day. */
function spotHolidays(year: number): LocalSpan[] {
  return [closed(dateOf(year, 1, 1), -7, 17), closed(dateOf(year, 12, 25), -7, 17)];
}

/** Holidays of New York futures, which reopen at 18:00; `earlyHour` ends short days. */
function usFuturesHolidays(earlyHour: number, shortDayHour: number): (year: number) => LocalSpan[] {
  return (year) => [
    closed(dateOf(year, 1, 1), -7, 18),
    closed(goodFriday(year), -7, 24),
    ...usEarlyCloseDays(year).map((date) => closed(date, earlyHour, 18)),
    closed(usBlackFriday(year), shortDayHour, 24),
    closed(dateOf(year, 12, 24), shortDayHour, 24),
    closed(observedNearest(dateOf(year, 12, 25)), -7, 18),
    closed(dateOf(year, 12, 25), 0, 18),
  ];
}

const eurexHolidays = (year: number): LocalSpan[] =>
  [
    dateOf(year, 1, 1),
    goodFriday(year),
    easterMonday(year),
    dateOf(year, 5, 1),
    dateOf(year, 12, 24),
    dateOf(year, 12, 25),
    dateOf(year, 12, 26),
    dateOf(year, 12, 31),
  ].map(closedDay);

const parisHolidays = (year: number): LocalSpan[] => [
  ...[dateOf(year, 1, 1), goodFriday(year), easterMonday(year), dateOf(year, 5, 1)].map(closedDay),
  ...[dateOf(year, 12, 25), dateOf(year, 12, 26)].map(closedDay),
  closed(dateOf(year, 12, 24), 14, 24),
  closed(dateOf(year, 12, 31), 14, 24),
];

const londonHolidays = (year: number): LocalSpan[] => [
  ...ukBankHolidays(year).map(closedDay),
  closed(dateOf(year, 12, 24), 12.5, 24),
  closed(dateOf(year, 12, 31), 12.5, 24),
];

/** An evening session belongs to the next business day, so a holiday also closes the evening before. */
const eveningBeforeHoliday = (date: number, eveningHour: number): LocalSpan => closed(date, eveningHour - 24, 24);

const alwaysOpen: SessionCalendar = { name: 'always', zone: 'UTC', windows: [[0, 10_080]], closures: () => [] };

const newYorkDays: Window[] = weekly([0, 1, 2, 3, 4], ['18:00', '17:00']);

const sessionCalendars: readonly SessionCalendar[] = [
  alwaysOpen,
  { name: 'fx', zone: newYork, windows: [[17 * 60, 5 * 1_440 + 17 * 60]], closures: spotHolidays },
  { name: 'metals', zone: newYork, windows: newYorkDays, closures: usFuturesHolidays(14.5, 13.75) },
  { name: 'us-energy', zone: newYork, windows: newYorkDays, closures: usFuturesHolidays(14.5, 13.75) },
  {
    name: 'brent',
    zone: newYork,
    windows: [...weekly([0], ['18:00', '18:00']), ...weekly([1, 2, 3, 4], ['20:00', '18:00'])],
    closures: (year) => [
      closed(dateOf(year, 1, 1), -6, 18),
      closed(goodFriday(year), -6, 24),
      closed(dateOf(year, 12, 25), -6, 18),
    ],
  },
  { name: 'us-index', zone: newYork, windows: newYorkDays, closures: usFuturesHolidays(13, 13.25) },
  {
    name: 'eurex-index',
    zone: 'Europe/Berlin',
    windows: weekly(mondayToFriday, ['1:10', '22:00']),
    closures: eurexHolidays,
  },
  {
    name: 'paris-index',
    zone: 'Europe/Paris',
    windows: weekly(mondayToFriday, ['8:00', '22:00']),
    closures: parisHolidays,
  },
  {
    name: 'london-index',
    zone: 'Europe/London',
    windows: weekly(mondayToFriday, ['1:00', '21:00']),
    closures: londonHolidays,
  },
  {
    name: 'tokyo-index',
    zone: 'Asia/Tokyo',
    windows: weekly(mondayToFriday, ['8:45', '15:45'], ['17:00', '6:00']),
    // Osaka trades on most national holidays and closes only around New Year.
    closures: (year) => [closed(dateOf(year, 1, 1), -7, 72)],
  },
  {
    name: 'hongkong-index',
    zone: 'Asia/Hong_Kong',
    windows: weekly(mondayToFriday, ['9:15', '12:00'], ['13:00', '16:30'], ['17:15', '3:00']),
    closures: (year) => hongKongHolidays(year).map((date) => eveningBeforeHoliday(date, 17)),
  },
  {
    name: 'sydney-index',
    zone: 'Australia/Sydney',
    windows: weekly(mondayToFriday, ['9:50', '16:30'], ['17:10', '7:00']),
    closures: (year) => australianHolidays(year).map((date) => eveningBeforeHoliday(date, 17)),
  },
];

const calendarsByName = new Map(sessionCalendars.map((calendar) => [calendar.name, calendar]));

export type CalendarMode = 'open' | 'real';

/** Calendars open around the clock in `open` mode, to try the product on a Sunday. */
const openModeCalendars = new Set(['fx', 'metals']);

/** Returns a calendar by name; `open` mode opens FX, metals and crypto around the clock (R-RUN-05). */
export function calendarOf(name: string, mode: CalendarMode): SessionCalendar {
  const calendar = mode === 'open' && openModeCalendars.has(name) ? alwaysOpen : calendarsByName.get(name);
  if (calendar === undefined) throw new RangeError(`Invariant: a catalogue names a known calendar, was ${name}`);
  return calendar;
}
