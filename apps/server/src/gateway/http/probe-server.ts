import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { RefusalError, sendRefusal } from './envelope.ts';
import { readTarget } from './request-target.ts';
import { registerHealthRoutes } from './routes/health.ts';
import { setSecurityHeaders } from './security-headers.ts';

const closeMaxMs = 500;

type HealthDeps = Parameters<typeof registerHealthRoutes>[1];

export interface ProbeOptions extends HealthDeps {
  readonly host: string;
  readonly port: number;
  readonly logger: FastifyBaseLogger;
}

/** Answers probes in a process that serves no clients; every other call is refused by name (R-RUN-23, R-RUN-14). */
export async function startProbeServer(options: ProbeOptions): Promise<{ close(): Promise<void> }> {
  const { host, port, logger } = options;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    rewriteUrl: readTarget,
  });
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(reply, request.url, false);
    // Connections are not kept open to a server that serves nothing.
    reply.header('connection', 'close');
    done();
  });
  registerHealthRoutes(app, options);
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
