import type { CalendarEntry } from '../../../data/calendar-entry.ts';
import { barEndMs, type ChartPeriod, hasSessions, type TimedPeriod } from '../../../data/chart-period.ts';
import { barIndexAt } from './crosshair.ts';

/** Entries of the calendar at about one place of the time axis. */
export interface CalendarMark {
  readonly x: number;
  /** By time. */
  readonly entries: readonly CalendarEntry[];
}

/** Width in px of a mark: entries nearer to one another share one. */
const markPx = 24;

/** True for periods on which entries are marked: those of an hour at most. */
export function hasMarks(period: ChartPeriod): period is TimedPeriod {
  return period !== 'tick' && hasSessions(period);
}

type Bars = readonly { readonly timestamp: number }[];

/** Returns the index of the bar during which an entry was due; null if there is none, as at a weekend or in the future. */
export function barOf(bars: Bars, atMs: number, period: TimedPeriod): number | null {
  const index = barIndexAt(bars, atMs);
  const bar = bars[index];
  if (bar === undefined || atMs < bar.timestamp || atMs >= barEndMs(period, bar.timestamp)) return null;
  return index;
}

/** Returns the marks of entries whose places are known, from left to right; each has room for a finger. */
export function groupMarks(
  entries: readonly CalendarEntry[],
  xOf: (entry: CalendarEntry) => number | null,
): CalendarMark[] {
  const marks: CalendarMark[] = [];
  for (const entry of entries.toSorted((a, b) => a.atMs - b.atMs || a.id - b.id)) {
    const x = xOf(entry);
    const last = marks.at(-1);
    if (x === null) continue;
    if (last !== undefined && x - last.x < markPx)
      marks[marks.length - 1] = { x: last.x, entries: [...last.entries, entry] };
    else marks.push({ x, entries: [entry] });
  }
  return marks;
}
