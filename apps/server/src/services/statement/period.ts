import { zoneOf } from '@candor/domain/calc/zone-offset';

/** Instants from the first day's midnight to the one after the last day, the latter not included. */
export interface StatementPeriod {
  readonly fromMs: number;
  readonly toMs: number;
}

const dayMs = 86_400_000;
/** A leap year whole. */
const daysMax = 366;

/**
 * Whole days, both included, by a zone's clock. Null for a day that no calendar has, an end before its beginning, more
 * than 366 days, or a beginning after `nowMs`.
 */
export function parsePeriod(from: string, to: string, zoneName: string, nowMs: number): StatementPeriod | null {
  const [first, last] = [parseDay(from), parseDay(to)];
  if (first === null || last === null || last < first || (last - first) / dayMs >= daysMax) return null;
  const zone = zoneOf(zoneName);
  const fromMs = zone.fromLocalMs(first);
  return fromMs > nowMs ? null : { fromMs, toMs: zone.fromLocalMs(last + dayMs) };
}

function parseDay(text: string): number | null {
  const timeMs = Date.parse(`${text}T00:00:00.000Z`);
  return Number.isFinite(timeMs) && new Date(timeMs).toISOString().startsWith(text) ? timeMs : null;
}
