import { type Zone, zoneOf } from './trading-day.ts';

/** Centres of currency trading, in the order in which their day begins. */
export const centres = ['sydney', 'tokyo', 'london', 'new-york'] as const;
export type Centre = (typeof centres)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Usual hours of each centre on its own clock, Monday to Friday; no exchange sets them. */
const hours: Readonly<Record<Centre, { readonly zone: Zone; readonly openHour: number; readonly closeHour: number }>> =
  {
    sydney: { zone: zoneOf('Australia/Sydney'), openHour: 9, closeHour: 18 },
    tokyo: { zone: zoneOf('Asia/Tokyo'), openHour: 9, closeHour: 18 },
    london: { zone: zoneOf('Europe/London'), openHour: 8, closeHour: 17 },
    'new-york': { zone: zoneOf('America/New_York'), openHour: 8, closeHour: 17 },
  };

export interface MarketSession {
  readonly centre: Centre;
  readonly openMs: number;
  readonly closeMs: number;
}

/** Longest span of one question, in days. */
const daysMax = 400;

/**
 * Returns the sessions of every centre that lie wholly or in part between two instants, by centre and time. Their hours
 * follow the clock of the centre, so they move by an hour when it changes to summer time and back. A span of more than 400
 * days is a RangeError.
 */
export function sessionsBetween(fromMs: number, toMs: number): MarketSession[] {
  if (toMs - fromMs > daysMax * dayMs) throw new RangeError(`Sessions of more than ${daysMax} days`);
  return centres.flatMap((centre) => sessionsOf(centre, fromMs, toMs));
}

function sessionsOf(centre: Centre, fromMs: number, toMs: number): MarketSession[] {
  const { zone, openHour, closeHour } = hours[centre];
  const found: MarketSession[] = [];
  // A session may have begun on the day before.
  const firstDay = Math.floor(zone.toLocalMs(fromMs) / dayMs) - 1;
  const lastDay = Math.floor(zone.toLocalMs(toMs) / dayMs);
  for (let day = firstDay; day <= lastDay; day += 1) {
    // 1 January 1970 was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday === 0 || weekday === 6) continue;
    const openMs = zone.fromLocalMs(day * dayMs + openHour * hourMs);
    const closeMs = zone.fromLocalMs(day * dayMs + closeHour * hourMs);
    if (openMs < toMs && closeMs > fromMs) found.push({ centre, openMs, closeMs });
  }
  return found;
}
