/**
 * Span of a constant offset from UTC in a named time zone. Intl is only the zone database: the transitions of a year
 * are found once, then every look-up is a comparison of numbers.
 */
interface OffsetSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly offsetMs: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** No zone changes its offset twice within a week, so samples a week apart see every transition. */
const sampleMs = 7 * dayMs;

export interface Zone {
  readonly name: string;
  /** Local time minus UTC at an instant. */
  offsetMs(timeMs: number): number;
  /** Converts an instant to milliseconds since 1970 on the local clock. */
  toLocalMs(timeMs: number): number;
  /** Converts local milliseconds to an instant; uses the later offset where the clock skips. */
  fromLocalMs(localMs: number): number;
}

const zones = new Map<string, Zone>();

export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = createZone(name);
  zones.set(name, zone);
  return zone;
}

function createZone(name: string): Zone {
  const read = createOffsetReader(name);
  const years = new Map<number, readonly OffsetSpan[]>();
  let last: OffsetSpan = { fromMs: 0, toMs: 0, offsetMs: 0 };

  function offsetMs(timeMs: number): number {
    if (timeMs >= last.fromMs && timeMs < last.toMs) return last.offsetMs;
    const year = new Date(timeMs).getUTCFullYear();
    let spans = years.get(year);
    if (spans === undefined) {
      spans = findSpans(year, read);
      years.set(year, spans);
    }
    const span = spans.find((candidate) => timeMs < candidate.toMs);
    if (span === undefined) throw new RangeError(`Invariant: a year's spans cover it, missed ${timeMs}`);
    last = span;
    return span.offsetMs;
  }

  return {
    name,
    offsetMs,
    toLocalMs: (timeMs) => timeMs + offsetMs(timeMs),
    fromLocalMs: (localMs) => {
      const guess = localMs - offsetMs(localMs);
      return localMs - offsetMs(guess);
    },
  };
}

function findSpans(year: number, read: (timeMs: number) => number): readonly OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  const endMs = Date.UTC(year + 1, 0, 1);
  let fromMs = Date.UTC(year, 0, 1);
  let offset = read(fromMs);
  for (let at = fromMs; at < endMs; ) {
    const next = Math.min(at + sampleMs, endMs);
    const after = read(next);
    if (after !== offset && next < endMs) {
      const changeMs = bisectChange(at, next, offset, read);
      spans.push({ fromMs, toMs: changeMs, offsetMs: offset });
      fromMs = changeMs;
      offset = after;
    }
    at = next;
  }
  spans.push({ fromMs, toMs: endMs, offsetMs: offset });
  return spans;
}

/** Returns the first whole minute at which the offset is no longer `before`. */
function bisectChange(lowMs: number, highMs: number, before: number, read: (timeMs: number) => number): number {
  let low = lowMs;
  let high = highMs;
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
    if (read(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function createOffsetReader(zone: string): (timeMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (timeMs) => {
    const parts: Record<string, number> = {};
    for (const part of format.formatToParts(timeMs)) parts[part.type] = Number(part.value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(timeMs / 1000) * 1000;
  };
}

const dayStartsAtMs = 17 * 3_600_000;
const newYork = zoneOf('America/New_York');

let cachedStart = 0;
let cachedEnd = 0;

/**
 * Returns the start of the trading day that holds an instant: 17:00 in New York, in summer and winter time (R-MKT-11).
 */
export function tradingDayStart(timeMs: number): number {
  if (timeMs >= cachedStart && timeMs < cachedEnd) return cachedStart;
  const localMs = newYork.toLocalMs(timeMs) - dayStartsAtMs;
  const localStart = Math.floor(localMs / dayMs) * dayMs + dayStartsAtMs;
  cachedStart = newYork.fromLocalMs(localStart);
  cachedEnd = newYork.fromLocalMs(localStart + dayMs);
  return cachedStart;
}

/** Returns the start of the trading day after the one that holds an instant. */
export function nextTradingDayStart(timeMs: number): number {
  tradingDayStart(timeMs);
  return cachedEnd;
}

/** Returns the day of the week in New York, 0 = Sunday. */
export function newYorkWeekday(timeMs: number): number {
  // 1 January 1970 was a Thursday.
  return (Math.floor(newYork.toLocalMs(timeMs) / dayMs) + 4) % 7;
}
