/** Time zone of every time that is shown: the exchange's, the device's or UTC (R-MKT-50). */
export type ChartZone = 'new-york' | 'device' | 'utc';

export function zoneName(zone: ChartZone): string {
  if (zone === 'new-york') return 'America/New_York';
  if (zone === 'utc') return 'UTC';
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, zone: ChartZone, kind: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale}|${zone}|${kind}`;
  let made = formatters.get(key);
  if (made === undefined) {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zoneName(zone), numberingSystem: 'latn' });
    formatters.set(key, made);
  }
  return made;
}

const clockOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** "03:12". */
export function clockText(timeMs: number, zone: ChartZone, locale: string): string {
  return formatter(locale, zone, 'clock', clockOptions).format(timeMs);
}

/** "09:41:07". */
export function clockSecondsText(timeMs: number, zone: ChartZone, locale: string): string {
  return formatter(locale, zone, 'seconds', { ...clockOptions, second: '2-digit' }).format(timeMs);
}

/** "09:38:04.118". */
export function millisecondsText(timeMs: number, zone: ChartZone, locale: string): string {
  const options = { ...clockOptions, second: '2-digit', fractionalSecondDigits: 3 } as const;
  return formatter(locale, zone, 'milliseconds', options).format(timeMs);
}

const durationUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Formats a duration in its two largest units, in whole ones: "2 hr 6 min". */
export function durationText(ms: number, locale: string): string {
  const first = durationUnits.findIndex(([, unitMs]) => ms >= unitMs);
  const used = first === -1 ? durationUnits.slice(-1) : durationUnits.slice(first, first + 2);
  let rest = Math.max(0, ms);
  const parts = used.map(([unit, unitMs]) => {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    const options = { style: 'unit', unit, unitDisplay: 'short', numberingSystem: 'latn' } as const;
    return count === 0 && unit !== used[0]?.[0] ? '' : new Intl.NumberFormat(locale, options).format(count);
  });
  return parts.filter((part) => part !== '').join(' ');
}

/** "20 Nov". */
export function dayText(timeMs: number, zone: ChartZone, locale: string): string {
  return isolated(plainDay(timeMs, zone, locale), locale);
}

/** Short name of a weekday, 0 = Sunday: "Mon". */
export function weekdayText(weekday: number, locale: string): string {
  // 4 January 1970 was a Sunday.
  return formatter(locale, 'utc', 'weekday', { weekday: 'short' }).format((3 + weekday) * 86_400_000);
}

/** "20 Nov 2025". */
export function dateText(timeMs: number, zone: ChartZone, locale: string): string {
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return isolated(formatter(dayFirst(locale), zone, 'date', date).format(timeMs), locale);
}

/** "20 Nov 04:17:52". */
export function dayClockText(timeMs: number, zone: ChartZone, locale: string, seconds = true): string {
  const clock = seconds ? clockSecondsText(timeMs, zone, locale) : clockText(timeMs, zone, locale);
  return isolated(`${plainDay(timeMs, zone, locale)} ${clock}`, locale);
}

/** "20 Nov, 08:15", in the order of the language; with the year if it differs from that of `nowMs`. */
export function momentText(timeMs: number, zone: ChartZone, locale: string, nowMs: number = Date.now()): string {
  const moment = { day: 'numeric', month: 'short', ...clockOptions } as const;
  const isThisYear = dayKey(timeMs, zone).slice(0, 4) === dayKey(nowMs, zone).slice(0, 4);
  const text = isThisYear
    ? formatter(dayFirst(locale), zone, 'moment', moment).format(timeMs)
    : formatter(dayFirst(locale), zone, 'moment-year', { ...moment, year: 'numeric' }).format(timeMs);
  return isolated(text, locale);
}

/** Key that is equal for two times of the same calendar day in the zone. */
export function dayKey(timeMs: number, zone: ChartZone): string {
  return formatter('en-CA', zone, 'key', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(timeMs);
}

function plainDay(timeMs: number, zone: ChartZone, locale: string): string {
  return formatter(dayFirst(locale), zone, 'day', { day: 'numeric', month: 'short' }).format(timeMs);
}

/**
 * Isolates a date with a month name from its surroundings, so that it keeps the direction of its language beside
 * left-to-right digits.
 */
function isolated(text: string, locale: string): string {
  return locale.startsWith('ar') ? `\u2067${text}\u2069` : text;
}

/** Locale for dates; English days read "20 Nov", as on the axis. */
function dayFirst(locale: string): string {
  return locale.startsWith('en') ? 'en-GB' : locale;
}
