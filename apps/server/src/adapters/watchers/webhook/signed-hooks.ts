import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parseDecimal } from '@candor/domain/values/decimal';
import type { CompanyId } from '@candor/domain/values/ids';
import * as z from 'zod/mini';
import type { Clock } from '../../../ports/clock.ts';
import type { HookCall, HookReading, PaymentHooks } from '../../../ports/payment-watch.ts';

export interface HookProvider {
  readonly name: string;
  readonly companyId: CompanyId;
  readonly secret: string;
  /** Confirmations required for its payments; 1 if it reports confirmed payments only. */
  readonly confirmations: number;
}

/** Maximum difference between a call's time and the server's. */
const windowMs = 5 * 60_000;
const coinDecimals = 8;

const name = z.string().check(z.regex(/^[\w.:-]{1,128}$/));
const eventBody = z.strictObject({
  id: name,
  at: z.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  payment: name,
  status: z.enum(['seen', 'confirmed', 'dropped']),
  currency: z.string().check(z.regex(/^[A-Z0-9]{2,10}$/)),
  amount: z.string().check(z.maxLength(24)),
  address: z._default(z.string().check(z.regex(/^[\x21-\x7e]{0,128}$/)), ''),
  transaction: z._default(z.string().check(z.regex(/^[\x21-\x7e]{0,128}$/)), ''),
  confirmations: z._default(z.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
});

/**
 * Providers sign `<timestamp>.<body>` by HMAC-SHA-256 with a secret shared with one company; the signature is `v1=` and
 * hex. Reads a body only after its signature is verified (R-FND-70).
 */
export function createSignedHooks(providers: readonly HookProvider[], clock: Clock): PaymentHooks {
  return {
    read(call) {
      const provider = providers.find((one) => one.name === call.provider && one.companyId === call.companyId);
      if (provider === undefined) return { kind: 'unknown-provider' };
      if (!isSignedBy(provider.secret, call)) return { kind: 'wrong-signature' };
      // The signature covers the time, so that a recorded call cannot be replayed later.
      if (!isCurrent(call.timestamp, clock.nowMs())) return { kind: 'outdated' };
      return readEvent(provider, call.body);
    },
  };
}

function signHook(secret: string, timestamp: string, body: Buffer): string {
  const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return `v1=${mac}`;
}

function isSignedBy(secret: string, { timestamp, signature, body }: HookCall): boolean {
  const given = Buffer.from(signature);
  const due = Buffer.from(signHook(secret, timestamp, body));
  return given.length === due.length && timingSafeEqual(given, due);
}

/** Whole seconds since 1970, as providers write them. */
function isCurrent(timestamp: string, nowMs: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * 1_000 - nowMs) <= windowMs;
}

function readEvent({ name: network, confirmations }: HookProvider, body: Buffer): HookReading {
  const parsed = eventBody.safeParse(parseJson(body));
  if (!parsed.success) return { kind: 'unreadable', field: String(parsed.error.issues[0]?.path[0] ?? 'body') };
  const { id, at, payment, status, currency, amount, address, transaction } = parsed.data;
  const units = parseDecimal(amount, coinDecimals);
  if (units === null || units <= 0n) return { kind: 'unreadable', field: 'amount' };
  const reported =
    status === 'confirmed' ? Math.max(confirmations, parsed.data.confirmations) : parsed.data.confirmations;
  const observedPayment = {
    externalId: `${network}:${payment}`,
    network,
    transaction: transaction === '' ? payment : transaction,
    address,
    currency,
    amount: units,
    confirmations: status === 'dropped' ? 0 : reported,
    block: null,
  };
  const bodyHash = createHash('sha256').update(body).digest('base64url');
  return {
    kind: 'event',
    confirmations,
    event: { id, atMs: at, bodyHash, observedPayment, isDropped: status === 'dropped' },
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
