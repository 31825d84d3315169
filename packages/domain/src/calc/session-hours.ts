import type { InstrumentId } from '../values/ids.ts';
import { type Zone, zoneOf } from './trading-day.ts';

/** Time span on a local clock, end exclusive. */
export interface LocalSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Trading hours of an instrument on its exchange's local clock (R-MKT-09). */
export interface SessionCalendar {
  readonly name: string;
  /** IANA zone of the exchange. */
  readonly zone: string;
  /** Weekly windows in minutes since Sunday 00:00 local, end exclusive; an end past 10 080 runs into the next week. */
  readonly windows: readonly (readonly [fromMinute: number, toMinute: number])[];
  /** Holidays and early closes that belong to a calendar year, as local milliseconds since 1970. */
  readonly closures: (year: number) => readonly LocalSpan[];
}

export interface SessionState {
  readonly isOpen: boolean;
  /** Next instant at which the market opens or closes; null if there is none within the search bound. */
  readonly nextOpenMs: number | null;
  readonly nextCloseMs: number | null;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** 1970-01-01 was a Thursday; this local instant was the Sunday before. */
const firstSundayMs = -4 * dayMs;
/** Search bound in weeks; a later change is reported as none. */
const searchWeeks = 3;

export function isOpen(calendar: SessionCalendar, timeMs: number): boolean {
  return isOpenLocal(calendar, zoneOf(calendar.zone).toLocalMs(timeMs));
}

/**
 * Returns the first instant after `timeMs` at which a closed market opens; null if there is none within the search
 * bound.
 */
export function nextOpen(calendar: SessionCalendar, timeMs: number): number | null {
  return nextChange(calendar, timeMs, true);
}

/**
 * Returns the first instant after `timeMs` at which an open market closes; null if there is none within the search
 * bound.
 */
export function nextClose(calendar: SessionCalendar, timeMs: number): number | null {
  return nextChange(calendar, timeMs, false);
}

/** Returns the open spans within [fromMs, toMs), in UTC. */
export function openSpans(calendar: SessionCalendar, fromMs: number, toMs: number): LocalSpan[] {
  const spans: LocalSpan[] = [];
  let at: number | null = isOpen(calendar, fromMs) ? fromMs : nextOpen(calendar, fromMs);
  while (at !== null && at < toMs) {
    const end: number = Math.min(nextClose(calendar, at) ?? toMs, toMs);
    spans.push({ fromMs: at, toMs: end });
    at = end < toMs ? nextOpen(calendar, end - 1) : null;
    if (at !== null && at < end) at = end;
  }
  return spans;
}

/**
 * Creates a look-up for use on every quote: the state is calculated again only when time leaves the span it is valid
 * for.
 */
export function createSessionCursor(calendar: SessionCalendar): (timeMs: number) => SessionState {
  let fromMs = Number.POSITIVE_INFINITY;
  let untilMs = Number.NEGATIVE_INFINITY;
  let state: SessionState = { isOpen: false, nextOpenMs: null, nextCloseMs: null };
  return (timeMs) => {
    if (timeMs >= fromMs && timeMs < untilMs) return state;
    const open = isOpen(calendar, timeMs);
    const nextOpenMs = nextOpen(calendar, timeMs);
    const nextCloseMs = nextClose(calendar, timeMs);
    state = { isOpen: open, nextOpenMs, nextCloseMs };
    fromMs = timeMs;
    untilMs = (open ? nextCloseMs : nextOpenMs) ?? timeMs + weekMs;
    return state;
  };
}

/** Maximum span of a cached state; it is calculated again after this. */
const spanMaxMs = 2 * weekMs;

/**
 * True if one session holds both times, `untilMs` being the later one. The session is looked up again only when time
 * leaves it.
 */
export type WithinSession = (fromMs: number, untilMs: number) => boolean;

function createWithinSession(calendar: SessionCalendar): WithinSession {
  let knownFromMs = Number.POSITIVE_INFINITY;
  let closesAtMs = Number.NEGATIVE_INFINITY;
  return (fromMs, untilMs) => {
    if (fromMs >= knownFromMs && fromMs < closesAtMs) return untilMs < closesAtMs;
    if (!isOpen(calendar, fromMs)) return false;
    const closeMs = nextClose(calendar, fromMs) ?? fromMs + spanMaxMs;
    knownFromMs = closeMs === closesAtMs ? Math.min(knownFromMs, fromMs) : fromMs;
    closesAtMs = closeMs;
    return untilMs < closeMs;
  };
}

function nextChange(calendar: SessionCalendar, timeMs: number, toOpen: boolean): number | null {
  const boundaries = findBoundaries(calendar, timeMs);
  let before = isOpen(calendar, timeMs);
  for (const boundary of boundaries) {
    const after = isOpen(calendar, boundary);
    if (after !== before && after === toOpen) return boundary;
    before = after;
  }
  return null;
}

/** Returns the instants after `timeMs`, within the search bound, at which the state may change; ascending. */
function findBoundaries(calendar: SessionCalendar, timeMs: number): number[] {
  const zone = zoneOf(calendar.zone);
  const localMs = zone.toLocalMs(timeMs);
  const weekStart = startOfWeek(localMs);
  const locals: number[] = [];
  for (let week = -1; week <= searchWeeks; week += 1) {
    const base = weekStart + week * weekMs;
    for (const [from, to] of calendar.windows) locals.push(base + from * minuteMs, base + to * minuteMs);
  }
  const lastMs = weekStart + (searchWeeks + 1) * weekMs;
  for (const closure of closuresNear(calendar, localMs)) {
    if (closure.toMs > localMs - dayMs && closure.fromMs < lastMs) locals.push(closure.fromMs, closure.toMs);
  }
  return toInstantsAfter(locals, zone, timeMs);
}

function toInstantsAfter(locals: readonly number[], zone: Zone, timeMs: number): number[] {
  const instants: number[] = [];
  for (const local of locals) {
    const instant = zone.fromLocalMs(local);
    if (instant > timeMs) instants.push(instant);
  }
  return instants.sort((left, right) => left - right);
}

function isOpenLocal(calendar: SessionCalendar, localMs: number): boolean {
  const inWeek = localMs - startOfWeek(localMs);
  const isInWindow = calendar.windows.some(([from, to]) => {
    const fromMs = from * minuteMs;
    const toMs = to * minuteMs;
    return (inWeek >= fromMs && inWeek < toMs) || inWeek + weekMs < toMs;
  });
  if (!isInWindow) return false;
  return !closuresNear(calendar, localMs).some((closure) => localMs >= closure.fromMs && localMs < closure.toMs);
}

function startOfWeek(localMs: number): number {
  return Math.floor((localMs - firstSundayMs) / weekMs) * weekMs + firstSundayMs;
}

const closuresByCalendar = new WeakMap<SessionCalendar, Map<number, readonly LocalSpan[]>>();

/** Returns the closures of the local year and its neighbours: New Year's closure begins in the old year. */
function closuresNear(calendar: SessionCalendar, localMs: number): readonly LocalSpan[] {
  const year = new Date(localMs).getUTCFullYear();
  let byYear = closuresByCalendar.get(calendar);
  if (byYear === undefined) {
    byYear = new Map();
    closuresByCalendar.set(calendar, byYear);
  }
  const known = byYear.get(year);
  if (known !== undefined) return known;
  const closures = [...calendar.closures(year - 1), ...calendar.closures(year), ...calendar.closures(year + 1)];
  byYear.set(year, closures);
  return closures;
}

/**
 * Trading sessions of the instruments, derived from calendars alone, so that a replay gets the same answers.
 */
export interface Sessions {
  /** True if one session of the instrument holds both times. */
  isWithin(id: InstrumentId, fromMs: number, untilMs: number): boolean;
}

export const alwaysOpen: Sessions = { isWithin: () => true };

/** True if an instrument's market is open at a time; core and gateway both decide by this function. */
export function isMarketOpen(sessions: Sessions, id: InstrumentId, timeMs: number): boolean {
  return sessions.isWithin(id, timeMs, timeMs);
}

/** Creates sessions from calendars; an instrument without one trades at all hours. */
export function sessionsOf(calendarOf: (id: InstrumentId) => SessionCalendar | null): Sessions {
  const known = new Map<InstrumentId, WithinSession | null>();
  return {
    isWithin(id, fromMs, untilMs) {
      let isWithin = known.get(id);
      if (isWithin === undefined) {
        const calendar = calendarOf(id);
        isWithin = calendar === null ? null : createWithinSession(calendar);
        known.set(id, isWithin);
      }
      return isWithin === null || isWithin(fromMs, untilMs);
    },
  };
}
