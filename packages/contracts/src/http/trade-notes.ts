import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { integerField, named, note } from './fields.ts';
import { journalTradesMax } from './journal.ts';

/** Most characters of a note and of a tag, most tags of a trade, and most trades of an account that have either. */
const noteTextMax = 1_000;
const tagTextMax = 24;
const tagsMax = 8;
export const notesMax = 5_000;

const tag = z.string().check(z.regex(/^\S(?:[^\n\r]*\S)?$/u), z.maxLength(tagTextMax));
const distinct = z.refine<string[]>((tags) => new Set(tags.map((one) => one.toLowerCase())).size === tags.length);

const orderId = note('Id of the order.', integerField(1));

/** Note and tags of a trade, which its owner wrote (R-JRN-07). */
const tradeNote = named(
  'TradeNote',
  z.strictObject({
    note: note('Empty for none.', z.string()),
    tags: note('In the order of the user.', z.array(z.string())),
    version: note('0 without note and tags; grows with each change.', z.number()),
    known_tags: note('Tags of the newest noted trades, the latest first, to choose from.', z.array(z.string())),
  }),
);
export type TradeNote = z.infer<typeof tradeNote>;

const tradeNoteBody = z.object({
  id: orderId,
  note: note('Replaces the note; empty for none.', z.string().check(z.maxLength(noteTextMax))),
  tags: note(
    `Replace the tags, at most ${tagsMax}, distinct whatever the case of their letters.`,
    z.array(tag).check(z.maxLength(tagsMax), distinct),
  ),
  version: note(
    'The version that was changed: refused by `versionChanged`, with the note in `data`, where another device was faster.',
    integerField(0, 2_147_483_646),
  ),
});

const ordersFileQuery = z.object({
  which: note(
    '`history`: all ended orders; `journal`: closed ones alone.',
    z._default(z.enum(['history', 'journal']), 'history'),
  ),
  since: note('Only orders that ended at this time or later.', z._default(integerField(0), 0)),
  forex_id: note('Only orders in this instrument.', z.optional(integerField(1))),
});

export const tradeNoteCalls = {
  tradeNote: describeCall('tradeNote', {
    summary: 'Note and tags of one of the user’s own orders',
    who: 'session',
    input: z.object({ id: orderId }),
    answer: tradeNote,
    refusals: ['orderNotFound'],
  }),
  saveTradeNote: describeCall('saveTradeNote', {
    summary: 'Replace note and tags of an order; an order without either has no note',
    who: 'session',
    input: tradeNoteBody,
    answer: tradeNote,
    refusals: ['orderNotFound', 'versionChanged', 'tooManyNotes'],
  }),
  ordersFile: describeCall('ordersFile', {
    summary: `The newest ${journalTradesMax} ended orders as CSV, oldest first, with their costs, tags and notes`,
    who: 'session',
    weight: 10,
    input: ordersFileQuery,
    files: ['text/csv'],
  }),
};
