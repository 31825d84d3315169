import type { FastifyInstance } from 'fastify';

/** Liveness, readiness and the build that is served (R-RUN-04, R-WIRE-20). */
export function registerHealthRoutes(
  app: FastifyInstance,
  deps: { readonly buildVersion: string; readonly isReady: () => boolean },
): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const isReady = deps.isReady();
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'starting' });
  });
  app.get('/manifest.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ version: deps.buildVersion }),
  );
}
