import { zoneOf } from '@candor/domain/calc/trading-day';

/** "2026-11-03 09:30:00" by a zone's clock. */
export function clockText(timeMs: number, zone: string): string {
  return new Date(zoneOf(zone).toLocalMs(timeMs)).toISOString().slice(0, 19).replace('T', ' ');
}
