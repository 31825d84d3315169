import { type Delivery, deliveryMaxMs, type MessageChannel } from '../../ports/messages.ts';

export interface HttpSmsOptions {
  /** Receives `POST {id, to, text}` as JSON and answers 2xx once it has accepted the message. */
  readonly url: string;
  /** Sent as `authorization: Bearer …`. */
  readonly secret: string;
  readonly attemptMaxMs?: number;
}

/**
 * Sends SMS by a webhook. After the request is sent only an answer gives the result: without one the message counts as
 * `unknown` and is not repeated, because an SMS cannot be recalled and costs money.
 */
export function createHttpSms(options: HttpSmsOptions): MessageChannel {
  const { url, secret, attemptMaxMs = deliveryMaxMs / 2 } = options;
  return {
    async send({ id, to, text }) {
      let answer: Response;
      try {
        answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, 'idempotency-key': id },
          body: JSON.stringify({ id, to, text }),
          redirect: 'error',
          signal: AbortSignal.timeout(attemptMaxMs),
        });
        await answer.body?.cancel();
      } catch (error) {
        return toDelivery(error as Error & { cause?: { code?: string } });
      }
      if (answer.ok) return { kind: 'sent' };
      const isLater = answer.status === 429 || answer.status === 503 || answer.status === 401 || answer.status === 403;
      if (isLater) return { kind: 'later', reason: `HTTP ${answer.status}` };
      return { kind: answer.status >= 500 ? 'unknown' : 'never', reason: `HTTP ${answer.status}` };
    },
  };
}

/** The connection failed before anything was sent. */
const notReached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function toDelivery(error: Error & { cause?: { code?: string } }): Delivery {
  const code = error.cause?.code ?? error.name;
  return { kind: notReached.has(code) ? 'later' : 'unknown', reason: code };
}
