import type { InstrumentId } from '../values/ids.ts';
import { createWithinSession, type SessionCalendar, type WithinSession } from './session-hours.ts';

/** Trading sessions of the instruments, from calendars alone: the same answer whenever it is asked. */
export interface Sessions {
  /** True if one session of the instrument holds both times. */
  isWithin(id: InstrumentId, fromMs: number, untilMs: number): boolean;
}

export const alwaysOpen: Sessions = { isWithin: () => true };

/** Sessions by calendar; an instrument without one trades at all hours. */
export function sessionsOf(calendarOf: (id: InstrumentId) => SessionCalendar | null): Sessions {
  const known = new Map<InstrumentId, WithinSession | null>();
  return {
    isWithin(id, fromMs, untilMs) {
      let isWithin = known.get(id);
      if (isWithin === undefined) {
        const calendar = calendarOf(id);
        isWithin = calendar === null ? null : createWithinSession(calendar);
        known.set(id, isWithin);
      }
      return isWithin === null || isWithin(fromMs, untilMs);
    },
  };
}
