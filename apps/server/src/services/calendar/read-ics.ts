import { zoneOf } from '@candor/domain/calc/trading-day';
import type { CalendarProblem } from '../../ports/calendar.ts';
import { checkEntries, type LineProblem, lineProblem, type RawEntry, type ReadFile } from './import-lines.ts';

interface Property {
  readonly line: number;
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

interface Event {
  readonly line: number;
  readonly properties: ReadonlyMap<string, Property>;
}

/**
 * Reads the events of an iCalendar file (RFC 5545). UID names the entry, DTSTART is its time, SUMMARY its title; the
 * currency is X-CURRENCY or the first category of three letters, the importance X-IMPORTANCE or PRIORITY (1 to 4 high, 5
 * medium, 6 to 9 low), and X-FORECAST, X-PREVIOUS and X-ACTUAL are its figures. STATUS:CANCELLED removes the entry.
 */
export function readIcs(text: string, nowMs: number): ReadFile {
  const { events, problems } = eventsOf(unfold(text));
  if (problems.length > 0) return { entries: [], problems };
  if (events.length === 0) return { entries: [], problems: [lineProblem(1, 'no-events')] };
  const repeating = events.filter(({ properties }) => properties.has('RRULE') || properties.has('RDATE'));
  const read = checkEntries(events.map(toRaw), nowMs);
  const repeats = repeating.map(({ line }) => lineProblem(line, 'event-repeats'));
  return { ...read, problems: [...repeats, ...read.problems].sort((a, b) => a.line - b.line) };
}

/** Joins folded lines; each keeps the number of its first one. */
function unfold(text: string): { readonly line: number; readonly text: string }[] {
  const lines: { line: number; text: string }[] = [];
  for (const [at, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n/)
    .entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(raw) && last !== undefined) last.text += raw.slice(1);
    else if (raw !== '') lines.push({ line: at + 1, text: raw });
  }
  return lines;
}

function eventsOf(lines: ReturnType<typeof unfold>): { events: Event[]; problems: LineProblem[] } {
  const events: Event[] = [];
  let open: { line: number; properties: Map<string, Property> } | null = null;
  /** Depth of parts within an event, such as its alarm. */
  let depth = 0;
  for (const { line, text } of lines) {
    const property = propertyOf(line, text);
    if (property === null) continue;
    const { name, value } = property;
    if (name === 'BEGIN' && open !== null) depth += 1;
    else if (name === 'BEGIN' && value.toUpperCase() === 'VEVENT') open = { line, properties: new Map() };
    else if (name === 'END' && open !== null && depth > 0) depth -= 1;
    else if (name === 'END' && open !== null) {
      events.push(open);
      open = null;
    } else if (open !== null && depth === 0 && !open.properties.has(name)) open.properties.set(name, property);
  }
  return { events, problems: open === null ? [] : [lineProblem(open.line, 'event-open')] };
}

function propertyOf(line: number, text: string): Property | null {
  // A colon within quotes belongs to a parameter.
  const [, head, value] = /^((?:"[^"]*"|[^":])*):(.*)$/s.exec(text) ?? [];
  if (head === undefined || value === undefined) return null;
  const [name = '', ...rest] = head.split(';');
  const parameters = new Map<string, string>();
  for (const one of rest) {
    const [key = '', text = ''] = one.split('=');
    parameters.set(key.toUpperCase(), text.replace(/^"|"$/g, ''));
  }
  return { line, name: name.toUpperCase(), parameters, value };
}

function toRaw({ line, properties }: Event): RawEntry {
  const textOf = (name: string) => {
    const value = properties.get(name)?.value;
    return value === undefined ? undefined : unescape(value).trim();
  };
  const start = properties.get('DTSTART');
  return {
    line,
    uid: textOf('UID'),
    time: start?.value ?? '',
    atMs: timeOf(start),
    currency: textOf('X-CURRENCY') ?? currencyOf(properties.get('CATEGORIES')?.value ?? ''),
    importance: textOf('X-IMPORTANCE') ?? importanceOf(textOf('PRIORITY')),
    title: textOf('SUMMARY'),
    forecast: textOf('X-FORECAST'),
    previous: textOf('X-PREVIOUS'),
    actual: textOf('X-ACTUAL'),
    isRemoved: textOf('STATUS')?.toUpperCase() === 'CANCELLED',
  };
}

function unescape(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, char: string) => (char === 'n' || char === 'N' ? ' ' : char));
}

function currencyOf(categories: string): string | undefined {
  return categories.split(',').find((one) => /^[A-Z]{3}$/.test(one.trim()));
}

function importanceOf(priority: string | undefined): string | undefined {
  const grade = Number(priority);
  if (!Number.isInteger(grade) || grade < 1 || grade > 9) return priority;
  return grade < 5 ? 'high' : grade === 5 ? 'medium' : 'low';
}

/** Returns the milliseconds of a start in UTC or with a named zone, or what is wrong with it. */
function timeOf(start: Property | undefined): number | CalendarProblem {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)$/.exec(start?.value ?? '');
  if (start === undefined || parts === null) return 'time-unreadable';
  const [, year, month, day, hour, minute, second, isUtc] = parts;
  const localMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(localMs) || !new Date(localMs).toISOString().startsWith(`${year}-${month}-${day}`))
    return 'time-unreadable';
  if (isUtc === 'Z') return localMs;
  const zone = start.parameters.get('TZID');
  if (zone === undefined) return 'time-without-zone';
  try {
    // Refuses a zone that does not exist before it is kept.
    Intl.DateTimeFormat('en-GB', { timeZone: zone });
    return zoneOf(zone).fromLocalMs(localMs);
  } catch {
    return 'time-without-zone';
  }
}
