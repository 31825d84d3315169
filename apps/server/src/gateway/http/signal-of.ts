import type { FastifyReply } from 'fastify';

/** Aborted once the caller has left without the answer: what is done for the answer alone can end. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
