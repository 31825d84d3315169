const stamp = /^(\d{4})(\d\d)(\d\d)-(\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?$/;
const dayMs = 86_400_000;

/** Returns a UTCTimestamp with milliseconds. */
export function formatStamp(timeMs: number): string {
  const [date = '', time = ''] = new Date(timeMs).toISOString().replaceAll('-', '').split(/[TZ]/);
  return `${date}-${time}`;
}

/** Reads a UTCTimestamp in milliseconds since 1970, rounded down; null if it is none. */
export function readStamp(text: string | undefined): number | null {
  const found = stamp.exec(text ?? '');
  if (found === null) return null;
  const [, year, month, day, time, fraction = ''] = found;
  const timeMs = Date.parse(`${year}-${month}-${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  return Number.isSafeInteger(timeMs) ? timeMs : null;
}

/** Reads the time of an entry; without a date it is the nearest such time to that of the message. */
export function readEntryTime(date: string | undefined, time: string | undefined, sentMs: number): number | null {
  if (time === undefined) return null;
  if (date !== undefined) return readStamp(`${date}-${time}`);
  const timeMs = readStamp(`${formatStamp(sentMs).slice(0, 8)}-${time}`);
  if (timeMs === null) return null;
  if (timeMs - sentMs > dayMs / 2) return timeMs - dayMs;
  return sentMs - timeMs > dayMs / 2 ? timeMs + dayMs : timeMs;
}

/** Beginning of a session day: a time of day in a time zone, e.g. 17:00 in America/New_York. */
export interface DayStart {
  readonly minute: number;
  readonly zone: string;
}

/** Returns true if a session day began in (fromMs, toMs]. Days of 23 and 25 hours are counted by the zone's clock. */
export function isNewDay(fromMs: number, toMs: number, start: DayStart): boolean {
  return toMs > fromMs && dayOf(toMs, start) !== dayOf(fromMs, start);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the number of the session day, by the date of its end in the zone. */
function dayOf(timeMs: number, { minute, zone }: DayStart): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  clocks.set(zone, clock);
  const parts = Object.fromEntries(clock.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0 } = parts;
  return Date.UTC(year, month - 1, day) / dayMs + (hour * 60 + minutes >= minute ? 1 : 0);
}
