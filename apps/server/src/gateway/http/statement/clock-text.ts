import { zoneOf } from '@candor/domain/calc/trading-day';

/** Formats a time by a zone's clock: "2026-11-03 09:30:00". */
export function clockText(timeMs: number, zone: string): string {
  return new Date(zoneOf(zone).toLocalMs(timeMs)).toISOString().slice(0, 19).replace('T', ' ');
}
