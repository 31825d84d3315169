import { Agent, type RequestOptions, request } from 'node:https';
import type { Clock } from '../../ports/clock.ts';
import type { PushOptions, PushResult, PushSender, PushSubscriptionKeys } from '../../ports/push.ts';
import { isPushAddress, knownPushServices, lookUpPublic } from './push-address.ts';
import { encryptPush, pushTextMax, readPushKeys, vapidHeader, vapidKeyOf } from './web-push.ts';

export interface PushSenderOptions {
  /** 256 bits from which the key towards the services is made. */
  readonly secret: Uint8Array;
  /** Contact for the services, e.g. `mailto:no-reply@example.com`. */
  readonly contact: string;
  readonly clock: Clock;
  /** Service of a test, on this machine, with its certificate; none in the product. */
  readonly testService?: { readonly host: string; readonly ca: string };
  readonly attemptMaxMs?: number;
}

const attemptMaxDefaultMs = 5_000;
const socketsMax = 16;

/** Opens the sender of pushed notices: https to known services at public addresses only, no redirects (R-ALR-09). */
export function createPushSender(options: PushSenderOptions): PushSender {
  const { secret, contact, clock, testService, attemptMaxMs = attemptMaxDefaultMs } = options;
  const key = vapidKeyOf(secret);
  const services = testService === undefined ? knownPushServices : [testService.host];
  const connecting = testService === undefined ? { lookup: lookUpPublic } : { ca: testService.ca };
  const agent = new Agent({ ...connecting, maxSockets: socketsMax, keepAlive: true, timeout: attemptMaxMs });
  return {
    publicKey: key.publicKey,
    accepts: (endpoint) => isPushAddress(endpoint, services),
    acceptsKeys: (keys) => readPushKeys(keys) !== null,
    async send(to, text, { ttlSeconds }) {
      if (!isPushAddress(to.endpoint, services)) return { kind: 'never', reason: 'no push service' };
      if (readPushKeys(to) === null) return { kind: 'never', reason: 'keys that cannot be used' };
      if (Buffer.byteLength(text) > pushTextMax) return { kind: 'never', reason: 'text too long' };
      const headers = {
        ...headersOf({ ttlSeconds }),
        authorization: vapidHeader(key, to.endpoint, contact, clock.nowMs()),
      };
      return post(to, encryptPush(to, text), { agent, headers, signal: AbortSignal.timeout(attemptMaxMs) });
    },
  };
}

function headersOf({ ttlSeconds }: PushOptions) {
  return {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(ttlSeconds),
    urgency: 'high',
  };
}

function post({ endpoint }: PushSubscriptionKeys, body: Buffer, options: RequestOptions): Promise<PushResult> {
  return new Promise((resolve) => {
    const sending = request(endpoint, { ...options, method: 'POST' }, (answer) => {
      // Nothing of the answer but its status is read.
      answer.destroy();
      resolve(toResult(answer.statusCode ?? 0));
    });
    sending.on('error', (error) => resolve({ kind: 'later', reason: error.message }));
    sending.end(body);
  });
}

function toResult(status: number): PushResult {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const isLater = status === 429 || status >= 500;
  return { kind: isLater ? 'later' : 'never', reason: `HTTP ${status}` };
}
