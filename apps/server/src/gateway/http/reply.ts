import type { FastifyReply } from 'fastify';
import { acceptsGzip, isKnown, PreparedAnswer, packedFromBytes, preparedHeaders } from './prepared-answer.ts';

const prepared = new WeakMap<Buffer, PreparedAnswer>();

export const jsonType = 'application/json; charset=utf-8';

/**
 * Sends an answer that is already bytes, JSON by default, compressed for clients that accept it. An answer that is sent
 * to many is compressed once: the same buffer is the same answer.
 */
export async function sendJson(reply: FastifyReply, body: Buffer, type = jsonType): Promise<FastifyReply> {
  reply.type(type);
  if (body.length < packedFromBytes) return reply.send(body);
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
  const answer = prepared.get(body) ?? new PreparedAnswer(body);
  prepared.set(body, answer);
  return sendBody(reply, answer);
}

/** Sends a prepared answer, or 304 to a client that has it already (R-MKT-40). */
export async function sendPrepared(reply: FastifyReply, answer: PreparedAnswer): Promise<FastifyReply> {
  reply.headers(preparedHeaders(answer));
  if (isKnown(reply.request.headers['if-none-match'], answer)) return reply.status(304).send();
  return sendBody(reply.type(jsonType), answer);
}

async function sendBody(reply: FastifyReply, answer: PreparedAnswer): Promise<FastifyReply> {
  const isPacked = answer.isWorthPacking && acceptsGzip(reply.request.headers['accept-encoding']);
  if (!isPacked) return reply.send(answer.body);
  return reply.header('content-encoding', 'gzip').send(await answer.pack());
}

/** Returns a signal that aborts when the client disconnects before the response. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
