import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import type { CalendarEntry } from './calendar-entry.ts';

const dayMs = 86_400_000;
/** The answer is asked for again after this; the server says by its ETag if it has changed. */
const staleMs = 60_000;

/** Entries from a day of UTC before `fromMs` until eight days after: one answer for every span of the page. */
export function useCalendar(fromMs: number, isWanted = true) {
  const from = Math.floor(fromMs / dayMs) * dayMs - dayMs;
  return useQuery({
    queryKey: ['calendar', from],
    queryFn: async ({ signal }) => {
      const { data, has_any: hasAny } = await api.call('calendar', { from, until: from + 10 * dayMs }, { signal });
      return { entries: data.map(({ at, ...rest }): CalendarEntry => ({ ...rest, atMs: at })), hasAny };
    },
    staleTime: staleMs,
    enabled: isWanted,
  });
}
