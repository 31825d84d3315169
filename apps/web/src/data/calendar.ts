import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import type { CalendarEntry } from './calendar-entry.ts';

const dayMs = 86_400_000;
/** Longest span that the server answers (R-CAL-06). */
const daysMax = 62;
/** The answer is asked for again after this; the server says by its ETag if it has changed. */
const staleMs = 60_000;

/** Entries from a day of UTC before `fromMs`, of ten days: one answer for the named spans of the page; or of as many as the server gives. */
export function useCalendar(fromMs: number, { isWanted = true, isAll = false } = {}) {
  const from = Math.floor(fromMs / dayMs) * dayMs - dayMs;
  return useQuery({
    queryKey: ['calendar', from, isAll],
    queryFn: async ({ signal }) => {
      const { data, has_any: hasAny } = await api.call(
        'calendar',
        { from, until: from + (isAll ? daysMax : 10) * dayMs },
        { signal },
      );
      return { entries: data.map(({ at, ...rest }): CalendarEntry => ({ ...rest, atMs: at })), hasAny };
    },
    staleTime: staleMs,
    enabled: isWanted,
  });
}
