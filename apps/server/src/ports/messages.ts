import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { UserNoticeKind } from './notices.ts';

export interface OutgoingMessage {
  /** Same at every attempt, so that a recipient can detect duplicates. */
  readonly id: string;
  /** E-mail address, phone number in E.164, or `user/device` of a browser. */
  readonly to: string;
  /** Empty for an SMS and a push. */
  readonly subject: string;
  readonly text: string;
  readonly createdAtMs: number;
}

/** Result of one attempt; `unknown` may or may not have been sent. */
export type Delivery =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later' | 'never' | 'unknown'; readonly reason: string };

/** Returns the Message-ID of a mail from `from`, an address with or without a name. */
export function mailIdOf(id: string, from: string): string {
  return `<${id}@${/@([^\s<>]+)>?$/.exec(from.trim())?.[1] ?? 'localhost'}>`;
}

/** A transport for messages. Never throws, and gives up within `deliveryMaxMs`. */
export interface MessageChannel {
  send(message: OutgoingMessage): Promise<Delivery>;
}

/** One transport per route. */
export interface MessageChannels {
  readonly mail: MessageChannel;
  readonly sms: MessageChannel;
}

/** Route of a message that is sent. */
export type SentRoute = keyof MessageChannels | 'push';

/** Maximum duration of an attempt; a claim lasts longer, so that no other process sends the same message. */
export const deliveryMaxMs = 30_000;

/** Route of a message; `none` is stored like the others and never sent, so that storing reveals nothing. */
export type MessageRoute = SentRoute | 'none';

/** Maximum SMS per day (UTC): per company, per dialling code, and per number prefix. */
export interface SmsLimits {
  readonly company: number;
  readonly country: number;
  readonly prefix: number;
}

/** Counters that an SMS is charged to. */
export interface SmsCharge {
  /** Dialling code, e.g. `+44`. */
  readonly country: string;
  /** The number without its last digits. */
  readonly prefix: string;
  readonly limits: SmsLimits;
}

/** A message, stored in the same transaction as its cause. */
export interface NewMessage extends OutgoingMessage {
  /** Notice that the user's list gets with the message; absent if it gets none. */
  readonly notice?: { readonly accountId: AccountId; readonly kind: UserNoticeKind };
  readonly route: MessageRoute;
  /** Null for a mail. A code with route `none` is charged too. */
  readonly charge: SmsCharge | null;
  /** After this time the message is not sent. */
  readonly expiresAtMs: number;
}

export interface ClaimedMessage extends OutgoingMessage {
  readonly route: SentRoute;
  /** Number of this attempt; a result of an older attempt does not settle a message that was claimed again. */
  readonly attempt: number;
}

export type Settlement =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'again'; readonly atMs: number; readonly reason: string };

export interface OutboxStore {
  /** Stores a message under an id derived from its cause; does nothing if the id exists. */
  addOnce(companyId: CompanyId, message: NewMessage): Promise<void>;
  /**
   * Claims up to `limit` due messages of some routes until `leaseMs` have passed. If a claim expires without a result, as after a
   * crash, a mail is claimed again and an SMS is given up (R-SES-22).
   */
  claim(
    companyId: CompanyId,
    nowMs: number,
    leaseMs: number,
    limit: number,
    routes: readonly SentRoute[],
  ): Promise<ClaimedMessage[]>;
  /** Deletes the text with the last attempt. */
  settle(companyId: CompanyId, message: ClaimedMessage, settlement: Settlement, nowMs: number): Promise<void>;
}

/** SMS of a company since midnight UTC, and its top countries by dialling code. */
export interface SmsUse {
  readonly used: number;
  readonly refused: number;
  readonly countries: readonly { readonly country: string; readonly used: number; readonly refused: number }[];
}

export interface SmsUseStore {
  today(companyId: CompanyId, nowMs: number): Promise<SmsUse>;
}

/** Removes at most `limit` unsent messages written before a time from this process's folder; returns their number. */
export type RemoveUnsent = (beforeMs: number, limit: number) => Promise<number>;
