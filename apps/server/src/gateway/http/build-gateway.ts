import type { IncomingMessage, ServerResponse } from 'node:http';
import formbody from '@fastify/formbody';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import type { Companies } from '../../services/company/companies.ts';
import { type RateGate, weightOfQuery } from '../rate-gate.ts';
import type { IsTrustedProxy } from '../trusted-proxies.ts';
import { registerCompany } from './company-of.ts';
import { type ConnectionLimits, connectionLimits, endConnectionsOnClose, endSlowBodies } from './connection-limits.ts';
import { originHeaders, type PeekCompany } from './cross-origin.ts';
import { guardChanges } from './cross-site.ts';
import { RefusalError, sendRefusal } from './envelope.ts';
import { FailureLog } from './failure-log.ts';
import { type HostPlan, isServedAt } from './host-plan.ts';
import { refuseRepeatedKeys } from './parse.ts';
import { PreparedDoor } from './prepared-door.ts';
import { toRefusal } from './refusals.ts';
import { RequestLog } from './request-log.ts';
import { readTarget } from './request-target.ts';
import { setSecurityHeaders } from './security-headers.ts';

const bodyMaxBytes = 64 * 1024;

/** Security settings of the installation. */
export interface Security {
  /** True if the installation is reached by https only. */
  readonly isHttps: boolean;
  /** Null: no proxy is trusted. */
  readonly isTrustedProxy: IsTrustedProxy | null;
  readonly hosts: HostPlan;
  /** Origin of the default company's pages, where it has no host of its own; null: not known. */
  readonly ownOrigin: string | null;
  /** Null: calls are not limited. */
  readonly rateGate: RateGate | null;
  /** True in development and tests: answers are checked against their descriptions. */
  readonly checksAnswers: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    rateGate: RateGate | null;
    /** True in development and tests: answers are checked against their descriptions. */
    checksAnswers: boolean;
    /** Sends prepared answers before the framework. */
    preparedDoor: PreparedDoor;
  }
  interface FastifyRequest {
    /** The page that asks, where it is one of the company's own. */
    pageOrigin: string | null;
  }
}

/** Settings of a development machine. */
export const plainSecurity: Security = {
  isHttps: false,
  isTrustedProxy: null,
  hosts: { files: null, console: null },
  ownOrigin: null,
  rateGate: null,
  checksAnswers: true,
};

/**
 * Creates the HTTP server with the parts that all routes share: envelopes for failures, origins, limits. The caller
 * adds the routes.
 */
export function buildGateway(
  logger: FastifyBaseLogger | false,
  companies: Pick<Companies, 'ofHost' | 'peek'>,
  security: Security = plainSecurity,
  limits: ConnectionLimits = connectionLimits,
): FastifyInstance {
  const app = Fastify({
    ...(logger === false ? { logger: false } : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent, bindings, options) => new RequestLog(parent, bindings, options),
    bodyLimit: bodyMaxBytes,
    requestTimeout: limits.requestMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    trustProxy: security.isTrustedProxy ?? false,
    rewriteUrl: readTarget,
    // Refused before routing: a part of the path that is longer than any route has.
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
  const { isHttps, rateGate, checksAnswers } = security;
  app.decorate('rateGate', rateGate);
  app.decorate('checksAnswers', checksAnswers);
  const door = new PreparedDoor(security, companies);
  app.decorate('preparedDoor', door);
  // Only the framework checks answers against their descriptions.
  if (!checksAnswers) openPreparedDoor(app, door);
  // First, so that a page on another host of the company can read refusals too.
  allowCompanyOrigins(app, (host) => companies.peek(host), isHttps);
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(reply, request.url, isHttps);
    done(callRefusal(security, request.ip, request.host, request.url, door.admissionOf(request.raw)));
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

/**
 * Returns the refusal of a call that its address may not make now, or that its host does not serve. `isAdmitted` if the
 * call has been counted already.
 */
export function callRefusal(
  { rateGate, hosts }: Pick<Security, 'rateGate' | 'hosts'>,
  address: string,
  host: string,
  url: string,
  isAdmitted = rateGate?.admitsCall(address, pathOf(url), weightOfQuery(url)),
): RefusalError | undefined {
  if (isAdmitted === false) return new RefusalError('tooManyRequests', { httpStatus: 429 });
  return isServedAt(hosts, host, url) ? undefined : unknownPath();
}

function unknownPath(): RefusalError {
  return new RefusalError('unknownPath', { httpStatus: 404 });
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** Lets the door see every request to the server first; it leaves what it does not answer to the framework. */
function openPreparedDoor(app: FastifyInstance, door: PreparedDoor): void {
  const byFramework = app.server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!door.answer(request, response)) for (const answer of byFramework) answer(request, response);
  });
  app.addHook('preClose', (done) => {
    door.close();
    done();
  });
}

/** Allows pages on other hosts of the same company (R-WIRE-13). */
function allowCompanyOrigins(app: FastifyInstance, peek: PeekCompany, isHttps: boolean): void {
  app.decorateRequest('pageOrigin', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const allowed = origin === undefined ? null : originHeaders(peek, origin, request.host, isHttps);
    if (origin === undefined || allowed === null) return done();
    request.pageOrigin = origin;
    reply.headers(allowed).header('vary', 'origin');
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

const served = new WeakMap<FastifyInstance, Set<string>>();

/** Records all routes of an app; called before the first one. */
function keepRoutes(app: FastifyInstance): void {
  const routes = new Set<string>();
  served.set(app, routes);
  app.addHook('onRoute', ({ method, path }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${path}`);
  });
}

/** Returns every route of an app as `GET /path`, in the order of registration. */
export function routesOf(app: FastifyInstance): string[] {
  return [...(served.get(app) ?? [])];
}
