import { hash } from 'node:crypto';
import { clientIdField } from '@candor/contracts/http/fields';
import type { FastifyRequest } from 'fastify';
import type { IdempotencyKey } from '../../ports/trading-port.ts';
import { invalidField } from './envelope.ts';

/**
 * Returns the client id of a state change, from the body or the `idempotency-key` header, lower case without dashes;
 * null without one.
 */
export function clientIdOf(request: FastifyRequest, bodyId: string | undefined): string | null {
  const header = request.headers['idempotency-key'];
  const text = bodyId ?? (typeof header === 'string' ? header : undefined);
  return text === undefined ? null : readClientId(text);
}

/** Returns a client id in lower case without dashes. */
export function readClientId(text: string): string {
  if (!clientIdField.safeParse(text).success) throw invalidField('client_id');
  return text.toLowerCase().replaceAll('-', '');
}

/** Returns the hash of a request's fields, without its id: the same id with another hash is refused. */
export function bodyHashOf(call: string, fields: Record<string, unknown>): string {
  const ordered: [string, unknown][] = [];
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name];
    if (value !== undefined && name !== 'client_id' && name !== 't') ordered.push([name, value]);
  }
  return hash('sha256', JSON.stringify([call, ordered]), 'base64url');
}

/** Returns the idempotency key of a command: client id (if any) and request hash. */
export function idempotencyKeyOf(
  request: FastifyRequest,
  call: string,
  body: { readonly client_id?: string | undefined },
): IdempotencyKey {
  return keyOf(clientIdOf(request, body.client_id), call, body);
}

/** Returns the idempotency key of a command under a client id, the same by whichever way it is asked. */
export function keyOf(clientId: string | null, call: string, body: Record<string, unknown>): IdempotencyKey {
  return { clientId, bodyHash: clientId === null ? null : bodyHashOf(call, body) };
}
