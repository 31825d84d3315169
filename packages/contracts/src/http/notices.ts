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

/** Browsers of an account that take pushed notices; the oldest gives way. */
export const pushDevicesMax = 10;

const endpoint = note('Address at the browser’s push service.', z.string().check(z.minLength(1), z.maxLength(1_024)));

const noticeEvent = z.enum([
  'fills',
  'stops',
  'stop-out',
  'margin-call',
  'alert',
  'margin-alert',
  'result-alert',
  'swap-alert',
  'money',
  'security',
  'verification',
  'terms',
]);

const quietHours = z.object({
  from: note('Minutes after midnight.', integerField(0, 1_439)),
  to: note('Minutes after midnight; before `from` for hours across midnight.', integerField(0, 1_439)),
  zone: note('IANA name of the time zone.', z.string().check(z.regex(/^[A-Za-z0-9_+\-/]{1,64}$/))),
});

/** Ways of an account's notices (R-ALR-11). */
const noticeWays = named(
  'NoticeWays',
  z.strictObject({
    events: z.array(
      z.strictObject({
        event: noticeEvent,
        label: note('In the language of the call.', z.string()),
        push: z.boolean(),
        mail: z.boolean(),
        is_mail_locked: note('True if it is always mailed.', z.boolean()),
      }),
    ),
    quiet: note('Null without quiet hours.', z.nullable(quietHours)),
    amounts: note('True if pushed notices contain amounts.', z.boolean()),
    devices: note('Browsers that take pushed notices.', z.number()),
  }),
);
export type NoticeWays = z.infer<typeof noticeWays>;

const chosenWays = z.optional(z.partialRecord(noticeEvent, z.boolean()));

export const noticeCalls = {
  noticeWays: describeCall('noticeWays', {
    summary: 'Ways by which notices reach their user',
    who: 'session',
    answer: noticeWays,
  }),
  saveNoticeWays: describeCall('saveNoticeWays', {
    summary: 'Choose the ways of notices; what is left out stays',
    who: 'session',
    input: z.object({
      push: chosenWays,
      mail: chosenWays,
      quiet: note('Null ends quiet hours.', z.optional(z.nullable(quietHours))),
      amounts: z.optional(z.boolean()),
    }),
    answer: noticeWays,
  }),
  pushKey: describeCall('pushKey', {
    summary: 'Key with which a browser subscribes to pushed notices',
    who: 'session',
    answer: z.strictObject({ key: note('P-256 public key, 65 bytes as base64url (RFC 8292).', z.string()) }),
  }),
  addPushDevice: describeCall('addPushDevice', {
    summary: 'Push notices to this browser while its session lasts',
    who: 'session',
    input: z.object({
      endpoint,
      p256dh: note('Public key of the browser.', z.string().check(z.maxLength(100))),
      auth: note('Shared secret.', z.string().check(z.maxLength(30))),
    }),
    answer: z.strictObject({ devices: z.number() }),
  }),
  removePushDevice: describeCall('removePushDevice', {
    summary: 'Stop pushing notices to a browser',
    who: 'session',
    input: z.object({ endpoint }),
    answer: z.strictObject({ devices: z.number() }),
  }),
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
