import formbody from '@fastify/formbody';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import type { Companies } from '../../services/company/companies.ts';
import { isCall } from './call-path.ts';
import { registerCompany } from './company-of.ts';
import { isSameCompanyOrigin } from './cross-origin.ts';
import { RefusalError, sendRefusal } from './envelope.ts';
import { keepRoutes } from './routes-of.ts';

const bodyMaxBytes = 64 * 1024;
const requestTimeoutMs = 15_000;

/** The HTTP server with what all routes share: envelopes for every failure, origins, limits. Routes are added by the caller. */
export function buildGateway(logger: FastifyBaseLogger | false, companies: Pick<Companies, 'ofHost'>): FastifyInstance {
  const app = Fastify({
    ...(logger === false ? { logger: false } : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyMaxBytes,
    requestTimeout: requestTimeoutMs,
    // A proxy's headers are believed only once a setting names the proxy.
    trustProxy: false,
  });
  keepRoutes(app);
  void app.register(formbody, { bodyLimit: bodyMaxBytes });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (isCall(request.url)) reply.header('cache-control', 'no-store');
    const { origin, host } = request.headers;
    if (origin === undefined || host === undefined || !isSameCompanyOrigin(origin, host)) return;
    reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    if (request.method !== 'OPTIONS') return;
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'authorization, content-type, lang, idempotency-key')
      .header('access-control-max-age', '600');
    return reply.status(204).send();
  });
  registerCompany(app, companies);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.code >= 1900) request.log.error({ err: error, url: request.url.split('?')[0] }, 'request failed');
    return sendRefusal(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(request, reply, new RefusalError('unknownPath', { httpStatus: 404 })),
  );
  return app;
}

/** Every failure under a name of ours; what we have no name for is `internal` and tells nothing else. */
function toRefusal(error: FastifyError | RefusalError): RefusalError {
  if (error instanceof RefusalError) return error;
  if (error.statusCode === 413) return new RefusalError('bodyTooLarge', { httpStatus: 413 });
  if (error.statusCode === 415) return new RefusalError('unsupportedType', { httpStatus: 415 });
  if (error.statusCode === 400) return new RefusalError('invalidField', { data: { field: 'body' }, httpStatus: 400 });
  return new RefusalError('internal', { httpStatus: 500 });
}
