import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { Readiness } from '../readiness.ts';
import { RefusalError, sendRefusal } from './envelope.ts';
import { readTarget } from './request-target.ts';
import { setSecurityHeaders } from './security-headers.ts';

const closeMaxMs = 500;

export interface StandbyOptions {
  readonly host: string;
  readonly port: number;
  readonly logger: FastifyBaseLogger;
}

/** Answers while another process leads: it lives, it is not ready, and every other call is refused by name (R-RUN-23). */
export async function startStandbyServer({ host, port, logger }: StandbyOptions): Promise<{ close(): Promise<void> }> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    rewriteUrl: readTarget,
  });
  const readiness = new Readiness();
  readiness.add('standby', () => true);
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(reply, request.url, false);
    // Connections are not kept open to a server that serves nothing.
    reply.header('connection', 'close');
    done();
  });
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => reply.status(503).send({ status: 'unready', reasons: readiness.reasons() }));
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(request, reply, new RefusalError('standby', { httpStatus: 503 })),
  );
  await app.listen({ host, port });
  return {
    async close() {
      const closed = app.close();
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, closeMaxMs).unref())]);
    },
  };
}
