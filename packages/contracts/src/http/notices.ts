import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { integerField, named, note, timeMs } from './fields.ts';

const noticeGroup = note('Orders and margin, alerts, or money and account.', z.enum(['orders', 'alerts', 'account']));
export type NoticeGroup = z.infer<typeof noticeGroup>;

/** A notice in the list of its user (R-ALR-05). */
const listedNotice = named(
  'ListedNotice',
  z.strictObject({
    id: z.string(),
    kind: note('What happened, e.g. `order-filled`, `alert-fired`, `deposit-credited`.', z.string()),
    group: noticeGroup,
    time: timeMs,
    text: note('In the language of the call.', z.string()),
    page: note('Path of the page that shows the subject.', z.string()),
    is_read: z.boolean(),
  }),
);
export type ListedNotice = z.infer<typeof listedNotice>;

/** Notices on a page. */
export const noticesPageMax = 30;
/** Notices that are read by one call, if they are named. */
const noticesReadMax = 100;
/** Unread notices are counted up to this number. */
export const unreadNoticesMax = 100;

const unread = note(`Unread notices; ${unreadNoticesMax} if there are as many or more.`, z.number());
const noticeIdField = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/));

export const noticeCalls = {
  notices: describeCall('notices', {
    summary: 'Notices of the account, newest first, kept for 90 days',
    who: 'session',
    input: z.object({
      group: z.optional(noticeGroup),
      before: note(
        '`next` of the previous page.',
        z.optional(z.string().check(z.regex(/^\d{1,15}_[A-Za-z0-9-]{1,64}$/))),
      ),
    }),
    answer: z.strictObject({
      data: z.array(listedNotice),
      next: note('Place after which the next page begins; null at the end.', z.nullable(z.string())),
      unread,
    }),
  }),
  unreadNotices: describeCall('unreadNotices', {
    summary: 'Number of unread notices',
    who: 'session',
    answer: z.strictObject({ unread }),
  }),
  readNotices: describeCall('readNotices', {
    summary: 'Mark notices as read: those named, or all up to a time',
    who: 'session',
    input: z.object({
      ids: z.optional(z.array(noticeIdField).check(z.minLength(1), z.maxLength(noticesReadMax))),
      until: note('Time of the newest notice that is read; taken if no `ids` are given.', z.optional(integerField(0))),
    }),
    answer: z.strictObject({ unread }),
  }),
};
