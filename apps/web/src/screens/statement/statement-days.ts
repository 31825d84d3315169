import { zoneOf } from '@candor/domain/calc/trading-day';
import type { StatementDays } from '../../data/statement.ts';

export type StatementChoice = 'this-month' | 'last-month' | 'own';

/** Days of a month in a time zone: this month until today, or the whole previous month. */
export function daysOf(choice: Exclude<StatementChoice, 'own'>, nowMs: number, zoneName: string): StatementDays {
  const today = new Date(zoneOf(zoneName).toLocalMs(nowMs));
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  if (choice === 'this-month') return { from: dayText(Date.UTC(year, month, 1)), to: dayText(today.getTime()) };
  return { from: dayText(Date.UTC(year, month - 1, 1)), to: dayText(Date.UTC(year, month, 0)) };
}

function dayText(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 10);
}
