import * as z from 'zod/mini';
import { importance } from '../http/calendar.ts';
import { integerField } from '../http/fields.ts';
import { idParams, listCall, readCall, reasonField, writeCall } from './call.ts';

/** Largest file of an import, in bytes. */
export const calendarBytesMax = 512 * 1024;
/** Problems and differences that an answer shows. */
export const calendarShownMax = 50;

const figure = z._default(z.string().check(z.trim(), z.maxLength(40)), '');
const facts = {
  at: integerField(0),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  importance,
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  forecast: figure,
  previous: figure,
  actual: figure,
};
const entry = z.object({
  id: z.number(),
  uid: z.string(),
  ...facts,
  version: z.number(),
  is_deleted: z.boolean(),
  changed_at: z.number(),
  by: z.string(),
});

/** Fault of a line of an import. */
const calendarProblems = [
  'no-header',
  'column-unknown',
  'column-missing',
  'cells-differ',
  'quote-open',
  'uid-missing',
  'uid-long',
  'uid-repeated',
  'time-unreadable',
  'time-without-zone',
  'time-too-far',
  'currency-unreadable',
  'importance-unreadable',
  'title-missing',
  'title-long',
  'figure-long',
  'text-unreadable',
  'event-open',
  'event-repeats',
  'no-events',
  'too-many',
  'calendar-full',
] as const;

const difference = z.object({
  act: z.enum(['added', 'changed', 'removed']),
  uid: z.string(),
  title: z.string(),
  at: z.number(),
  /** Names of the changed fields. */
  fields: z.array(z.string()),
});
const read = { permission: 'content.read' } as const;
const write = { permission: 'content.write' } as const;

export const calendarConsoleCalls = {
  list: listCall({ ...read, path: '/calendar', summary: 'List entries of the economic calendar' }, entry, {
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  }),
  history: readCall(
    { ...read, path: '/calendar/:id/history', summary: 'Read every version of a calendar entry' },
    {
      params: idParams,
      answer: z.object({
        data: z.array(z.object({ ...entry.shape, act: z.enum(['added', 'changed', 'removed']), reason: z.string() })),
      }),
    },
  ),
  importFile: writeCall(
    { ...write, path: '/calendar/import', summary: 'Import calendar entries from CSV or ICS, or try it' },
    {
      body: z.object({
        format: z.enum(['csv', 'ics']),
        text: z.string().check(z.minLength(1), z.maxLength(calendarBytesMax)),
        is_trial: z.boolean(),
      }),
      answer: z.object({
        is_stored: z.boolean(),
        added: z.number(),
        changed: z.number(),
        removed: z.number(),
        unchanged: z.number(),
        problem_count: z.number(),
        problems: z.array(z.object({ line: z.number(), problem: z.enum(calendarProblems), value: z.string() })),
        differences: z.array(difference),
      }),
      bodyMaxBytes: calendarBytesMax * 2,
      isRaw: true,
      refusals: ['versionChanged'],
    },
  ),
  change: writeCall(
    { ...write, path: '/calendar/:id', summary: 'Correct a calendar entry' },
    {
      params: idParams,
      body: z.object({ ...facts, version: integerField(1), reason: reasonField }),
      answer: entry,
      refusals: ['contentNotFound', 'versionChanged'],
    },
  ),
  remove: writeCall(
    { ...write, path: '/calendar/:id/remove', summary: 'Remove a calendar entry; its versions stay in the history' },
    {
      params: idParams,
      body: z.object({ reason: reasonField }),
      refusals: ['contentNotFound'],
    },
  ),
};
