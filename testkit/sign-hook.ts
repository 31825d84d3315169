import { createHmac, randomUUID } from 'node:crypto';

/** What a payment provider sends: each call an event of its own, unless it is named. */
export function hookBody(changes: object = {}): Buffer {
  const event = { id: `event-${randomUUID()}`, at: 1_000, payment: `p-${randomUUID()}`, status: 'confirmed' };
  return Buffer.from(JSON.stringify({ ...event, currency: 'USDT', amount: '25.5', ...changes }));
}

/** As the documentation tells providers to sign, written without the product's own code. */
export function hookHeaders(secret: string, body: Buffer, atMs: number): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const mac = createHmac('sha256', secret).update(Buffer.concat([Buffer.from(`${timestamp}.`), body]));
  return {
    'content-type': 'application/json',
    'x-candor-timestamp': timestamp,
    'x-candor-signature': `v1=${mac.digest('hex')}`,
  };
}
