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

const lowerHex = /^[0-9a-f]{32}$/;

/** Returns a client id in lower case without dashes. */
export function readClientId(text: string): string {
  if (lowerHex.test(text)) return text;
  if (!clientIdField.safeParse(text).success) throw invalidField('client_id');
  return text.toLowerCase().replaceAll('-', '');
}

/** Returns the hash of a request's fields, without its id: the same id with another hash is refused. */
export function bodyHashOf(call: string, fields: Record<string, unknown>): string {
  let text = '';
  for (const name of sortedNames(call, fields)) {
    const value = fields[name];
    if (value === undefined || name === 'client_id' || name === 't') continue;
    text += `${text === '' ? '' : ','}[${jsonOf(name)},${jsonOf(value)}]`;
  }
  return hash('sha256', `[${jsonOf(call)},[${text}]]`, 'base64url');
}

/** Names of the fields that a call had last, as they came and sorted; some calls are named by what they are about. */
const namedMax = 100;
const lastNames = new Map<string, { readonly given: readonly string[]; readonly sorted: readonly string[] }>();

/** Returns the names of fields in order; those of the call before, as nearly always, are not sorted again. */
function sortedNames(call: string, fields: Record<string, unknown>): readonly string[] {
  const given = Object.keys(fields);
  const last = lastNames.get(call);
  if (last?.given.length === given.length && last.given.every((name, at) => name === given[at])) return last.sorted;
  const sorted = given.toSorted();
  if (lastNames.size >= namedMax) lastNames.clear();
  lastNames.set(call, { given, sorted });
  return sorted;
}

const plainText = /^[\w.:+/ -]*$/;

/** JSON of a value; short cuts for what fields mostly are. */
function jsonOf(value: unknown): string {
  if (typeof value === 'string' && plainText.test(value)) return `"${value}"`;
  return Number.isSafeInteger(value) ? String(value) : JSON.stringify(value);
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
