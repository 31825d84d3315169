import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { nearest, type Rate } from './arithmetic.ts';

const hourMs = 3_600_000;
const inNewYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: 'numeric',
  hourCycle: 'h23',
});
const rolls = new Map<number, number>();

/** The last 17:00 New York at or before a time, found by asking hour after hour. */
export function lastRoll(atMs: number): number {
  const hour = Math.floor(atMs / hourMs);
  let roll = rolls.get(hour);
  for (let back = 0; roll === undefined; back += 1) {
    const candidateMs = (hour - back) * hourMs;
    if (partOf(candidateMs, 'hour') === '17') roll = candidateMs;
  }
  rolls.set(hour, roll);
  return roll;
}

/** Every 17:00 New York after one time and up to another, oldest first. */
export function rollsBetween(afterMs: number, untilMs: number): number[] {
  const found: number[] = [];
  for (let roll = lastRoll(untilMs); roll > afterMs; roll = lastRoll(roll - 1)) found.unshift(roll);
  return found;
}

function partOf(atMs: number, type: 'hour' | 'weekday'): string {
  return inNewYork.formatToParts(atMs).find((part) => part.type === type)?.value ?? '';
}

/** R-ORD-14: points of the price for each night, threefold on the instrument's day, none on a weekend's. */
export function swapOf(
  spec: InstrumentSpec,
  order: { side: string; lots: number },
  rollMs: number,
  rate: Rate,
): bigint {
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const day = days.indexOf(partOf(rollMs, 'weekday'));
  let nights = day === spec.swapTripleDay ? 3n : 1n;
  if (spec.swapTripleDay !== null && (day === 0 || day === 6)) nights = 0n;
  const points = BigInt(order.side === 'buy' ? spec.swapLongE2 : spec.swapShortE2) * nights;
  const units = BigInt(order.lots) * BigInt(spec.lotStepE8) * BigInt(spec.unitsPerLot);
  // Points in hundredths of the last digit, units in 10⁻⁸, the result in millionths.
  return nearest(points * units * rate.numerator * 10n ** 6n, 10n ** BigInt(spec.digits + 10) * rate.denominator);
}
