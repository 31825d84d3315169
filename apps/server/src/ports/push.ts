import type { AccountId, CompanyId } from '@candor/domain/values/ids';

/** Address and keys of a browser that takes pushed notices (RFC 8030, RFC 8291). */
export interface PushSubscriptionKeys {
  /** Address at the browser's push service; it takes messages of anyone who has the address and the keys. */
  readonly endpoint: string;
  /** Public key of the browser, P-256, 65 bytes as base64url. */
  readonly p256dh: string;
  /** Shared secret of 16 bytes as base64url. */
  readonly auth: string;
}

/** A browser of a user that takes pushed notices while its session lasts. */
export interface PushDevice extends PushSubscriptionKeys {
  readonly accountId: AccountId;
  readonly sessionId: string;
  /** Wire code of the language of its notices. */
  readonly language: string;
}

export type PushResult =
  | { readonly kind: 'sent' }
  /** The subscription has expired or was withdrawn: the service will never deliver to it. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'later' | 'never'; readonly reason: string };

export interface PushOptions {
  /** Time for which the service keeps the message for a device that is off. */
  readonly ttlSeconds: number;
}

/** Sends encrypted messages to push services. */
export interface PushSender {
  /** Key that browsers subscribe with (RFC 8292), 65 bytes as base64url. */
  readonly publicKey: string;
  /** True for an https address of a known push service. */
  accepts(endpoint: string): boolean;
  /** True for keys that a message can be encrypted for. */
  acceptsKeys(keys: Pick<PushSubscriptionKeys, 'p256dh' | 'auth'>): boolean;
  /** Sends a text of at most 3,000 bytes. Never throws; gives up within seconds. */
  send(to: PushSubscriptionKeys, text: string, options: PushOptions): Promise<PushResult>;
}

/** Browsers of users that take pushed notices. */
export interface PushDeviceStore {
  /** Adds or renews a browser; beyond `max` the oldest of the user is removed. */
  add(companyId: CompanyId, device: PushDevice, nowMs: number, max: number): Promise<void>;
  remove(companyId: CompanyId, accountId: AccountId, endpoint: string): Promise<void>;
  count(companyId: CompanyId, accountId: AccountId): Promise<number>;
  /** Null if it was removed, or its session has ended. */
  find(companyId: CompanyId, accountId: AccountId, id: string, nowMs: number): Promise<PushSubscriptionKeys | null>;
}
