import { createHmac, randomUUID } from 'node:crypto';

/** Returns the body of a payment provider's call; each one is a new event unless `changes` sets its id. */
export function hookBody(changes: object = {}): Buffer {
  const event = { id: `event-${randomUUID()}`, at: 1_000, payment: `p-${randomUUID()}`, status: 'confirmed' };
  return Buffer.from(JSON.stringify({ ...event, currency: 'USDT', amount: '25.5', ...changes }));
}

/** Signs a body as documented for providers, without the product's code. */
export function hookHeaders(secret: string, body: Buffer, atMs: number): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const mac = createHmac('sha256', secret).update(Buffer.concat([Buffer.from(`${timestamp}.`), body]));
  return {
    'content-type': 'application/json',
    'x-candor-timestamp': timestamp,
    'x-candor-signature': `v1=${mac.digest('hex')}`,
  };
}
