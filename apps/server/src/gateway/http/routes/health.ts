import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../../readiness.ts';

/** Liveness, readiness with the reasons against it, and the build that is served (R-RUN-04, R-WIRE-20). */
export function registerHealthRoutes(
  app: FastifyInstance,
  deps: { readonly buildVersion: string; readonly readiness: Pick<Readiness, 'reasons'> },
): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const reasons = deps.readiness.reasons();
    const isReady = reasons.length === 0;
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unready', reasons });
  });
  app.get('/manifest.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ version: deps.buildVersion }),
  );
}
