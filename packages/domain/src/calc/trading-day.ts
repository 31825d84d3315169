import { zoneOf } from './zone-offset.ts';

const dayMs = 86_400_000;
const dayStartsAtMs = 17 * 3_600_000;
const newYork = zoneOf('America/New_York');

let cachedStart = 0;
let cachedEnd = 0;

/** Start of the trading day that holds an instant: 17:00 in New York, in summer and winter time (R-MKT-11). */
export function tradingDayStart(timeMs: number): number {
  if (timeMs >= cachedStart && timeMs < cachedEnd) return cachedStart;
  const localMs = newYork.toLocalMs(timeMs) - dayStartsAtMs;
  const localStart = Math.floor(localMs / dayMs) * dayMs + dayStartsAtMs;
  cachedStart = newYork.fromLocalMs(localStart);
  cachedEnd = newYork.fromLocalMs(localStart + dayMs);
  return cachedStart;
}

/** Start of the trading day after the one that holds an instant. */
export function nextTradingDayStart(timeMs: number): number {
  tradingDayStart(timeMs);
  return cachedEnd;
}

/** Day of the week in New York, 0 = Sunday. */
export function newYorkWeekday(timeMs: number): number {
  // 1 January 1970 was a Thursday.
  return (Math.floor(newYork.toLocalMs(timeMs) / dayMs) + 4) % 7;
}
