import { hash } from 'node:crypto';
import { clientIdField } from '@candor/contracts/http/fields';
import type { FastifyRequest } from 'fastify';
import { invalidField } from './envelope.ts';

/**
 * Returns the client id of a state change, from the body or the `idempotency-key` header, lower case without dashes;
 * null without one.
 */
export function clientIdOf(request: FastifyRequest, bodyId: string | undefined): string | null {
  const header = request.headers['idempotency-key'];
  const text = bodyId ?? (typeof header === 'string' ? header : undefined);
  if (text === undefined) return null;
  if (!clientIdField.safeParse(text).success) throw invalidField('client_id');
  return text.toLowerCase().replaceAll('-', '');
}

/** Returns the hash of a request's fields, without its id: the same id with another hash is refused. */
export function bodyHashOf(call: string, fields: Record<string, unknown>): string {
  const { client_id: _, t: __, ...rest } = fields;
  const ordered = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([call, ordered]), 'base64url');
}

/** Returns the idempotency key of a command: client id (if any) and request hash. */
export function idempotencyKeyOf(
  request: FastifyRequest,
  call: string,
  body: { readonly client_id?: string | undefined },
): { clientId: string | null; bodyHash: string | null } {
  const clientId = clientIdOf(request, body.client_id);
  return { clientId, bodyHash: clientId === null ? null : bodyHashOf(call, body) };
}
