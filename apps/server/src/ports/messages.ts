import type { TenantId } from '@candor/domain/values/ids';

export interface OutgoingMessage {
  /** The same at every attempt, so that whoever receives it twice can tell. */
  readonly id: string;
  /** An e-mail address, or a number in E.164. */
  readonly to: string;
  /** Empty in an SMS. */
  readonly subject: string;
  readonly text: string;
  readonly createdAtMs: number;
}

/** What became of one attempt; `unknown` may have been taken or not. */
export type Delivery =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later' | 'never' | 'unknown'; readonly reason: string };

/** The Message-ID of a mail from `from`, an address with or without a name. */
export function mailIdOf(id: string, from: string): string {
  return `<${id}@${/@([^\s<>]+)>?$/.exec(from.trim())?.[1] ?? 'localhost'}>`;
}

/** A way out for messages. It never throws, and gives up on its own within `deliveryMaxMs`. */
export interface MessageChannel {
  send(message: OutgoingMessage): Promise<Delivery>;
}

/** A way out for each route. */
export interface MessageChannels {
  readonly mail: MessageChannel;
  readonly sms: MessageChannel;
}

/** A claim outlives every attempt, so that no other process takes up what this one is still sending. */
export const deliveryMaxMs = 30_000;

/** Where a message goes; `none` is stored like the others and goes nowhere, so that storing it tells nothing apart. */
export type MessageRoute = 'mail' | 'sms' | 'none';

/** Most SMS in a day (UTC): of a company, to a dialling code, and to numbers that differ in the last digits alone. */
export interface SmsLimits {
  readonly company: number;
  readonly country: number;
  readonly prefix: number;
}

/** What an SMS counts against. */
export interface SmsCharge {
  /** Dialling code, as `+44`. */
  readonly country: string;
  /** The number without its last digits. */
  readonly prefix: string;
  readonly limits: SmsLimits;
}

/** A message as it is stored together with what it tells of. */
export interface NewMessage extends OutgoingMessage {
  readonly route: MessageRoute;
  /** Null for a mail. A code that goes nowhere counts as if it went. */
  readonly charge: SmsCharge | null;
  /** After this it is of no use to anybody. */
  readonly expiresAtMs: number;
}

export interface ClaimedMessage extends OutgoingMessage {
  readonly route: 'mail' | 'sms';
  /** Attempts with this one; a message that has been claimed again since is not settled by an older attempt. */
  readonly attempt: number;
}

export type Settlement =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'again'; readonly atMs: number; readonly reason: string };

export interface OutboxStore {
  /** Stores a message under an id of its cause's own; one that is there already stays as it is. */
  addOnce(companyId: TenantId, message: NewMessage): Promise<void>;
  /**
   * Takes up to `limit` messages that are due, for nobody else until `leaseMs` have passed. One whose claim ran out
   * without a word, as after a crash, is claimed again where it is a mail, and given up where it is an SMS (R-SES-22).
   */
  claim(companyId: TenantId, nowMs: number, leaseMs: number, limit: number): Promise<ClaimedMessage[]>;
  /** The text is deleted with the last attempt. */
  settle(companyId: TenantId, message: ClaimedMessage, settlement: Settlement, nowMs: number): Promise<void>;
}

/** SMS of a company since midnight UTC; of countries, by dialling code, those that got most. */
export interface SmsUse {
  readonly used: number;
  readonly refused: number;
  readonly countries: readonly { readonly country: string; readonly used: number; readonly refused: number }[];
}

export interface SmsUseStore {
  today(companyId: TenantId, nowMs: number): Promise<SmsUse>;
}
