import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusalError } from './envelope.ts';
import { isCall } from './request-target.ts';

/** Methods that promise to change nothing. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses by `crossSite` every request that may change something and comes from a page of another site (R-SEC-11), and
 * by 405 HEAD of a call or file, which would run the handler of GET. Changes by GET check this themselves.
 */
export function guardChanges(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'HEAD' && (isCall(request.url) || request.url.startsWith('/files/'))) {
      reply.status(405).header('allow', 'GET, POST').send();
      return;
    }
    done(safeMethods.has(request.method) ? undefined : crossSiteRefusal(request));
  });
}

/**
 * Returns the refusal for a request that another site's page sent; undefined for a page of the company's own or a
 * program that is no browser. A page that names itself is judged by its origin alone: under `localhost`, and where the
 * hosts' parent is a public suffix, browsers call the company's own API host another site.
 */
export function crossSiteRefusal(request: FastifyRequest): RefusalError | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isForeign = origin === undefined ? site === 'cross-site' : request.pageOrigin === null;
  return isForeign ? new RefusalError('crossSite', { httpStatus: 403 }) : undefined;
}
