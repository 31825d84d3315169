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
