import type { AccountNotice } from '@candor/domain/engine/account-notice';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';

/** Events of a user that are no events of the journal, stored with their cause. */
export type UserNoticeKind =
  | 'password-changed'
  | 'second-factor-added'
  | 'second-factor-removed'
  | 'signed-in-new-device'
  | 'method-bound'
  | 'method-removed'
  | 'verification-approved'
  | 'verification-rejected';

export type StoredNoticeKind = AccountNotice['kind'] | UserNoticeKind;

/** Groups by which a list of notices is filtered. */
export type NoticeGroup = 'orders' | 'alerts' | 'account';

/** A notice of a user as the table holds it. */
export interface StoredNotice extends Omit<AccountNotice, 'kind' | 'accountId'> {
  readonly kind: StoredNoticeKind;
  readonly isRead: boolean;
}

/** Notices that are asked for, newest first. */
export interface NoticeAsk {
  readonly accountId: AccountId;
  /** Null for every kind. */
  readonly kinds: readonly StoredNoticeKind[] | null;
  /** Those older than this one of the list; null from the newest on. */
  readonly before: NoticePlace | null;
  readonly limit: number;
}

/** Place of a notice in its list: by time, then by id. */
export interface NoticePlace {
  readonly atMs: number;
  readonly id: string;
}

/** Notices that are read: some by id, or all up to a time. */
export type ReadNotices = { readonly ids: readonly string[] } | { readonly untilMs: number };

/** Kinds of event for which a user chooses ways. */
export type NoticeEvent =
  | 'fills'
  | 'stops'
  | 'stop-out'
  | 'margin-call'
  | 'alert'
  | 'margin-alert'
  | 'result-alert'
  | 'swap-alert'
  | 'money'
  | 'security'
  | 'verification'
  | 'terms';

/** Hours of the day in which only urgent events are pushed and mailed. */
export interface QuietHours {
  /** Minutes after midnight; `from` may be later than `to`, across midnight. */
  readonly from: number;
  readonly to: number;
  /** IANA name of the time zone. */
  readonly zone: string;
}

/** Ways that a user chose; what is absent stays as the product has it. */
export interface NoticeChoice {
  readonly push?: Partial<Record<NoticeEvent, boolean>>;
  readonly mail?: Partial<Record<NoticeEvent, boolean>>;
  readonly quiet?: QuietHours | null;
  /** True to have amounts in pushed notices. */
  readonly amounts?: boolean;
}

/** Choices of users about the ways of their notices. */
export interface NoticeChoiceStore {
  choice(companyId: CompanyId, accountId: AccountId): Promise<NoticeChoice>;
  choose(companyId: CompanyId, accountId: AccountId, choice: NoticeChoice): Promise<void>;
}

/** Lists of notices, one a user, from the journal and from the users' own acts (R-ALR-05). */
export interface NoticeStore {
  list(companyId: CompanyId, ask: NoticeAsk): Promise<StoredNotice[]>;
  /** Number of unread notices; at most `max`. */
  unread(companyId: CompanyId, accountId: AccountId, max: number): Promise<number>;
  read(companyId: CompanyId, accountId: AccountId, read: ReadNotices, nowMs: number): Promise<void>;
}
