import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';

/** Answers below this size fit one packet and are sent uncompressed. */
const packedFromBytes = 1_400;
/** Low level: little work, and most of the gain for repetitive lists. */
const level = 3;
const pack = promisify(gzip);
const packed = new WeakMap<Buffer, Promise<Buffer>>();

export const jsonType = 'application/json; charset=utf-8';

/**
 * Sends an answer that is already bytes, JSON by default, compressed for clients that accept it. An answer that is sent
 * to many is compressed once: the same buffer is the same answer.
 */
export async function sendJson(reply: FastifyReply, answer: Buffer, type = jsonType): Promise<FastifyReply> {
  reply.type(type);
  if (answer.length < packedFromBytes) return reply.send(answer);
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
  if (!/\bgzip\b/.test(reply.request.headers['accept-encoding'] ?? '')) return reply.send(answer);
  const small = packed.get(answer) ?? pack(answer, { level });
  packed.set(answer, small);
  return reply.header('content-encoding', 'gzip').send(await small);
}

/** Returns a signal that aborts when the client disconnects before the response. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
