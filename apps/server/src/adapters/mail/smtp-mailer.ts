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
  /** `From` header, e.g. `Candor <no-reply@example.com>`. */
  readonly from: string;
  /** True to send only over encrypted connections, by STARTTLS unless the connection starts encrypted. */
  readonly isTlsRequired?: boolean;
  /** Maximum duration of one attempt. */
  readonly attemptMaxMs?: number;
}

/**
 * Sends mail by SMTP. Repeats a mail that the server may have accepted before the connection broke: recipients detect
 * the duplicate by its Message-ID, and a lost code is worse than a duplicate.
 */
export function createSmtpMailer(options: SmtpOptions): MessageChannel & { close(): void } {
  const { from, attemptMaxMs = deliveryMaxMs } = options;
  const transport = createTransport({ ...limitsOf(options), pool: true, maxConnections: connectionsMax });
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

/** Connects and logs in without a mail. Returns the codes of the error; null if the server would take one. */
export async function tryMailServer(options: Omit<SmtpOptions, 'from'>): Promise<string | null> {
  const transport = createTransport(limitsOf(options));
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return reasonOf(error as Error);
  } finally {
    transport.close();
  }
}

function limitsOf({ url, isTlsRequired = false, attemptMaxMs = deliveryMaxMs }: Omit<SmtpOptions, 'from'>) {
  return {
    url,
    requireTLS: isTlsRequired,
    connectionTimeout: Math.min(connectMaxMs, attemptMaxMs),
    greetingTimeout: Math.min(connectMaxMs, attemptMaxMs),
    socketTimeout: Math.min(silenceMaxMs, attemptMaxMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A server's 5xx is final, except for authentication and TLS errors, which the operator can fix. */
function toDelivery(error: Error & { responseCode?: number; code?: string }): Delivery {
  const { responseCode = 0, code } = error;
  const isFinal = responseCode >= 500 && responseCode < 600 && code !== 'EAUTH' && code !== 'ETLS';
  return { kind: isFinal ? 'never' : 'later', reason: reasonOf(error) };
}

/** Returns the codes alone: servers repeat the recipient's address in their texts. */
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
