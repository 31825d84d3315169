import formbody from '@fastify/formbody';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { UnavailableError } from '../../ports/journal.ts';
import { HasherBusyError } from '../../ports/secrets.ts';
import { WorkBusyError, WorkEndedError } from '../../ports/work.ts';
import type { Companies } from '../../services/company/companies.ts';
import { EngineRefusal, type FundsReason, FundsRefusal } from '../../services/funds/refusals.ts';
import { type IdentityReason, IdentityRefusal } from '../../services/identity/refusal.ts';
import { type RateGate, weightOfQuery } from '../rate-gate.ts';
import type { IsTrustedProxy } from '../trusted-proxies.ts';
import { registerCompany } from './company-of.ts';
import { type ConnectionLimits, connectionLimits, endConnectionsOnClose, endSlowBodies } from './connection-limits.ts';
import { isSameCompanyOrigin, type PeekCompany } from './cross-origin.ts';
import { guardChanges } from './cross-site.ts';
import { RefusalError, sendRefusal } from './envelope.ts';
import { FailureLog } from './failure-log.ts';
import { type HostPlan, isServedAt } from './host-plan.ts';
import { readTarget } from './read-target.ts';
import { refuseRepeatedKeys } from './repeated-keys.ts';
import { keepRoutes } from './routes-of.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { toRefusalError } from './to-command.ts';

const bodyMaxBytes = 64 * 1024;

/** How an installation stands towards the world. */
export interface Security {
  /** Whether the outside reaches it by https only. */
  readonly isHttps: boolean;
  /** Null: nobody's word about the caller is believed. */
  readonly isTrustedProxy: IsTrustedProxy | null;
  readonly hosts: HostPlan;
  /** Origin of the default company's pages, where it has no host of its own; null: not known. */
  readonly ownOrigin: string | null;
  /** Null: calls are not limited. */
  readonly rateGate: RateGate | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    rateGate: RateGate | null;
  }
  interface FastifyRequest {
    /** The page that asks, where it is one of the company's own. */
    pageOrigin: string | null;
  }
}

/** As on a machine of one's own. */
export const plainSecurity: Security = {
  isHttps: false,
  isTrustedProxy: null,
  hosts: { files: null, console: null },
  ownOrigin: null,
  rateGate: null,
};

/** The HTTP server with what all routes share: envelopes for every failure, origins, limits. Routes are added by the caller. */
export function buildGateway(
  logger: FastifyBaseLogger | false,
  companies: Pick<Companies, 'ofHost' | 'peek'>,
  security: Security = plainSecurity,
  limits: ConnectionLimits = connectionLimits,
): FastifyInstance {
  const app = Fastify({
    ...(logger === false ? { logger: false } : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyMaxBytes,
    requestTimeout: limits.requestMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    trustProxy: security.isTrustedProxy ?? false,
    rewriteUrl: readTarget,
    // What is refused before there is a route: a part of the path that is too long for any of ours.
    frameworkErrors: (_error, request, reply) => {
      setSecurityHeaders(reply, request.url, security.isHttps);
      void sendRefusal(request, reply, unknownPath());
    },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  const failures = new FailureLog();
  keepRoutes(app);
  endSlowBodies(app, limits);
  endConnectionsOnClose(app, limits.closeMs);
  void app.register(formbody, { bodyLimit: bodyMaxBytes });
  const { isHttps, hosts, rateGate } = security;
  app.decorate('rateGate', rateGate);
  // First of all, so that a page at the company's other host can read a refusal too.
  allowCompanyOrigins(app, (host) => companies.peek(host), isHttps);
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(reply, request.url, isHttps);
    if (rateGate?.admitsCall(request.ip, pathOf(request.url), weightOfQuery(request.url)) === false)
      done(new RefusalError('tooManyRequests', { httpStatus: 429 }));
    else if (isServedAt(hosts, request.host, request.url)) done();
    else done(unknownPath());
  });
  guardChanges(app);
  registerCompany(app, companies);
  refuseRepeatedKeys(app);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error);
    failures.write(request.log, refusal, error, request.url);
    return sendRefusal(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, unknownPath()));
  return app;
}

function unknownPath(): RefusalError {
  return new RefusalError('unknownPath', { httpStatus: 404 });
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** What a page at the company's other host may read of an answer: a file's name, and when to ask again. */
const exposedHeaders = 'content-disposition, retry-after';

/** Answers pages of the same company's other host, and nobody else's (R-WIRE-13). */
function allowCompanyOrigins(app: FastifyInstance, peek: PeekCompany, isHttps: boolean): void {
  app.decorateRequest('pageOrigin', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || !isSameCompanyOrigin(peek, origin, request.host, isHttps)) return done();
    request.pageOrigin = origin;
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', exposedHeaders)
      .header('vary', 'origin');
    if (request.method !== 'OPTIONS') return done();
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header(
        'access-control-allow-headers',
        'authorization, content-type, lang, idempotency-key, device, proof-of-work',
      )
      .header('access-control-max-age', '600')
      .status(204)
      .send();
  });
}

/** Refusals of services that are the transport's too (R-WIRE-02). */
const identityStatus: Partial<Record<IdentityReason, number>> = { tooManyRequests: 429, unavailable: 503 };
const fundsStatus: Partial<Record<FundsReason, number>> = { idempotencyConflict: 422, busy: 503, unavailable: 503 };

/** Every failure under a name of ours; what we have no name for is `internal` and tells nothing else. */
function toRefusal(error: FastifyError | Error): RefusalError {
  if (error instanceof RefusalError) return error;
  if (error instanceof IdentityRefusal)
    return new RefusalError(error.reason, { data: error.data, httpStatus: identityStatus[error.reason] ?? 200 });
  if (error instanceof FundsRefusal)
    return new RefusalError(error.reason, { data: error.data, httpStatus: fundsStatus[error.reason] ?? 200 });
  if (error instanceof EngineRefusal) return toRefusalError(error.refusal);
  if (error instanceof WorkBusyError || error instanceof WorkEndedError)
    return new RefusalError('busy', { httpStatus: 503 });
  if (error instanceof UnavailableError) return new RefusalError('unavailable', { httpStatus: 503 });
  if (error instanceof HasherBusyError) return new RefusalError('busy', { httpStatus: 503 });
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) return new RefusalError('bodyTooLarge', { httpStatus: 413 });
  if (statusCode === 415) return new RefusalError('unsupportedType', { httpStatus: 415 });
  if (statusCode === 400) return new RefusalError('invalidField', { data: { field: 'body' }, httpStatus: 400 });
  return new RefusalError('internal', { httpStatus: 500 });
}
