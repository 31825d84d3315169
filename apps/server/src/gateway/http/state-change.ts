import { hash } from 'node:crypto';
import { clientIdField } from '@candor/contracts/http/fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tokenOf } from './authenticate.ts';
import { crossSiteRefusal } from './cross-site.ts';
import { invalidField, RefusalError } from './envelope.ts';

type Handler = (request: FastifyRequest, input: unknown, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * A call that changes state: always on POST with JSON or form fields; on GET with the same fields as query where the
 * spec lists it so, unless the setting turns that off (R-WIRE-08, docs/adr/0006). On GET it needs the `authorization`
 * header, unless it is for anybody, and a sender that is no other site's page (R-SEC-11).
 */
export function addStateChange(
  app: FastifyInstance,
  path: string,
  options: { readonly legacyGetWrites: boolean; readonly isForAnybody?: boolean },
  handler: Handler,
): void {
  app.post(path, (request, reply) => handler(request, request.body, reply));
  app.get(path, (request, reply) => {
    if (!options.legacyGetWrites) throw new RefusalError('getWritesOff', { httpStatus: 405 });
    const foreign = crossSiteRefusal(request);
    if (foreign !== undefined) throw foreign;
    if (options.isForAnybody !== true && tokenOf(request) === '') throw new RefusalError('sessionExpired');
    return handler(request, request.query, reply);
  });
}

/** The client's id of a state change, from the body or the `idempotency-key` header, lower case without dashes. */
export function clientIdOf(request: FastifyRequest, bodyId: string | undefined): string | null {
  const header = request.headers['idempotency-key'];
  const text = bodyId ?? (typeof header === 'string' ? header : undefined);
  if (text === undefined) return null;
  if (!clientIdField.safeParse(text).success) throw invalidField('client_id');
  return text.toLowerCase().replaceAll('-', '');
}

/** Hash of what a request asks for, apart from its id: the same id with another hash is refused. */
export function bodyHashOf(call: string, fields: Record<string, unknown>): string {
  const { client_id: _, t: __, ...rest } = fields;
  const ordered = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([call, ordered]), 'base64url');
}

/** What a command is known by: the client's id, where it gave one, and the hash of all that it asks. */
export function askedAs(
  request: FastifyRequest,
  call: string,
  body: { readonly client_id?: string | undefined },
): { clientId: string | null; bodyHash: string | null } {
  const clientId = clientIdOf(request, body.client_id);
  return { clientId, bodyHash: clientId === null ? null : bodyHashOf(call, body) };
}
