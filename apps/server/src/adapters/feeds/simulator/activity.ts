import { type Centre, sessionsBetween } from '@candor/domain/calc/market-sessions';
import { dayMs } from './latent-path.ts';
import { BoundedCache } from './price-field.ts';

/**
 * Activity of a simulated minute, 1 on an average minute of a weekday. Volume and range of real markets rise together,
 * and both follow the hours of the day (Admati and Pfleiderer, “A Theory of Intraday Patterns”, 1988; Karpoff, “The
 * Relation Between Price Changes and Trading Volume”, 1987). The strengths below are chosen, not measured (R-MKT-47).
 */

export interface MinuteFacts {
  /** Minutes since 1970 UTC. */
  readonly minute: number;
  /** Expected variance of each minute of a weekday, in UTC. */
  readonly variances: Float64Array;
  /** Highest logarithm of the price in the minute minus the lowest. */
  readonly range: number;
  /** True if the instrument is busier when a trading centre opens. */
  readonly hasSessions: boolean;
}

const minutesPerDay = 1_440;
const minuteMs = 60_000;
/** Expected range of a random walk of variance one (Feller, “The Asymptotic Distribution of the Range”, 1951): the square root of 8 / π. */
const walkRange = Math.sqrt(8 / Math.PI);
const rangeStrength = 0.8;
const fadeMinutes = 20;
/** Addition in the first minute of each centre's session; it fades. */
const openingStrength: Readonly<Record<Centre, number>> = { sydney: 0.1, tokyo: 0.3, london: 0.8, 'new-york': 0.8 };
const cachedDays = 64;

const openings = new BoundedCache<number, Float64Array>(cachedDays);
const means = new WeakMap<Float64Array, number>();

export function activityOf({ minute, variances, range, hasSessions }: MinuteFacts): number {
  const day = Math.floor(minute / minutesPerDay);
  const ofDay = minute - day * minutesPerDay;
  const expected = variances[ofDay] as number;
  const usual = walkRange * Math.sqrt(expected);
  const opening = hasSessions ? (openings.get(day, () => openingsOf(day))[ofDay] as number) : 1;
  return (expected / meanOf(variances)) * opening * (range / usual) ** rangeStrength;
}

function meanOf(variances: Float64Array): number {
  const known = means.get(variances);
  if (known !== undefined) return known;
  const mean = variances.reduce((sum, value) => sum + value, 0) / variances.length;
  means.set(variances, mean);
  return mean;
}

/** Returns the factor of each minute of a UTC day: 1, more after the opening of a centre by its own clock. */
function openingsOf(day: number): Float64Array {
  const factors = new Float64Array(minutesPerDay).fill(1);
  const startMs = day * dayMs;
  for (const { centre, openMs } of sessionsBetween(startMs, startMs + dayMs)) {
    const first = Math.floor((openMs - startMs) / minuteMs);
    for (let minute = Math.max(0, first); minute < minutesPerDay; minute += 1) {
      const factor = openingStrength[centre] * Math.exp((first - minute) / fadeMinutes);
      factors[minute] = (factors[minute] as number) + factor;
    }
  }
  return factors;
}
