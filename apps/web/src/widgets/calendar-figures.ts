import type { CalendarEntry } from '../data/calendar-entry.ts';
import { t } from '../i18n/text.ts';

/** Names of the importances of calendar entries. */
export const gradeTexts = { 1: 'calendar.grade1', 2: 'calendar.grade2', 3: 'calendar.grade3' } as const;

/** Returns the figures that an entry has: actual, forecast, previous; empty without one. */
export function figuresOf({ actual, forecast, previous }: CalendarEntry): string {
  const isolated = (value: string) => `\u2068${value}\u2069`;
  return [
    actual === '' ? null : t('calendar.actual', { value: isolated(actual) }),
    forecast === '' ? null : t('calendar.forecast', { value: isolated(forecast) }),
    previous === '' ? null : t('calendar.previous', { value: isolated(previous) }),
  ]
    .filter((text) => text !== null)
    .join(' · ');
}
