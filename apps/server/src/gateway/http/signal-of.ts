import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts when the client disconnects before the response. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
