import type { ServerPorts } from '../../ports/server-ports.ts';
import { Calendar } from './calendar.ts';

/** Creates the economic calendar. */
export function createCalendar({ calendar, clock }: Pick<ServerPorts, 'calendar' | 'clock'>): Calendar {
  return new Calendar({ calendar, clock });
}
