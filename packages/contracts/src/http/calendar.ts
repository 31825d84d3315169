import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { integerField, named, note, timeMs } from './fields.ts';

/** Most days of one answer, and most entries in it. */
export const calendarDaysMax = 62;
export const calendarEntriesMax = 2_000;

/** 1 low, 2 medium, 3 high. */
export const importance = z.literal([1, 2, 3]);

const figure = z.string().check(z.maxLength(40));

/** An entry of the economic calendar, as an operator brought it (R-CAL-01). */
const calendarEntry = named(
  'CalendarEntry',
  z.strictObject({
    id: z.number(),
    at: timeMs,
    currency: note('ISO 4217 code that it concerns.', z.string()),
    importance: note('1 low, 2 medium, 3 high.', importance),
    title: z.string(),
    forecast: note('Empty for none, as of `previous` and `actual`.', figure),
    previous: figure,
    actual: figure,
  }),
);
export type CalendarEntry = z.infer<typeof calendarEntry>;

export const calendarCalls = {
  calendar: describeCall('calendar', {
    summary: 'Entries of the company’s economic calendar, by time; with an ETag',
    who: 'anybody',
    input: z.object({
      from: note('First moment.', integerField(0)),
      until: note(`End, not part of it; at most ${calendarDaysMax} days after \`from\`.`, integerField(0)),
    }),
    answer: z.strictObject({
      data: note(`At most ${calendarEntriesMax}.`, z.array(calendarEntry)),
      has_any: note('False if the company’s calendar has no entry at all.', z.boolean()),
    }),
  }),
};
