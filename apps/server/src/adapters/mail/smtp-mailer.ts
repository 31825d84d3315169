import { createTransport } from 'nodemailer';
import {
  type Delivery,
  deliveryMaxMs,
  type MessageChannel,
  mailIdOf,
  type OutgoingMessage,
} from '../../ports/messages.ts';

const connectMaxMs = 10_000;
const silenceMaxMs = 15_000;
const connectionsMax = 4;

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  /** As in the mail's header: `Candor <no-reply@example.com>`. */
  readonly from: string;
  /** Sends nothing before the connection is encrypted, by STARTTLS where it does not begin so. */
  readonly isTlsRequired?: boolean;
  /** How long one attempt may take in all. */
  readonly attemptMaxMs?: number;
}

/**
 * Mail by SMTP. A mail that the server may have taken before the connection broke is tried again: receivers tell the
 * copy by its Message-ID, and a lost code is worse than a mail shown twice.
 */
export function createSmtpMailer(options: SmtpOptions): MessageChannel & { close(): void } {
  const { url, from, isTlsRequired = false, attemptMaxMs = deliveryMaxMs } = options;
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: isTlsRequired,
    maxConnections: connectionsMax,
    connectionTimeout: Math.min(connectMaxMs, attemptMaxMs),
    greetingTimeout: Math.min(connectMaxMs, attemptMaxMs),
    socketTimeout: Math.min(silenceMaxMs, attemptMaxMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const attempt = async (message: OutgoingMessage): Promise<Delivery> => {
    const { to, subject, text, id } = message;
    const mail = { from, to, subject, text, messageId: mailIdOf(id, from), date: new Date(message.createdAtMs) };
    try {
      await transport.sendMail({ ...mail, headers: { 'auto-submitted': 'auto-generated' } });
      return { kind: 'sent' };
    } catch (error) {
      return toDelivery(error as Error & { responseCode?: number; code?: string });
    }
  };
  return {
    send: (message) => within(attemptMaxMs, attempt(message)),
    close: () => transport.close(),
  };
}

/** A server's 5xx is final, except about our login and about TLS: those are for the operator to mend. */
function toDelivery(error: Error & { responseCode?: number; code?: string }): Delivery {
  const { responseCode = 0, code } = error;
  const isFinal = responseCode >= 500 && responseCode < 600 && code !== 'EAUTH' && code !== 'ETLS';
  return { kind: isFinal ? 'never' : 'later', reason: reasonOf(error) };
}

/** Servers repeat the address in what they say; whose mail it was stands in the row already. */
function reasonOf(error: Error & { responseCode?: number; code?: string }): string {
  return [error.code, error.responseCode].filter((part) => part !== undefined).join(' ') || error.name;
}

async function within(maxMs: number, attempt: Promise<Delivery>): Promise<Delivery> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Delivery>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'later', reason: 'took too long' }), maxMs);
  });
  try {
    return await Promise.race([attempt, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
