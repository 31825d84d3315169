import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isCall } from './call-path.ts';
import { RefusalError } from './envelope.ts';

/** Methods that promise to change nothing. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses `crossSite` for every request that may change something and that another site's page sent (R-SEC-11), and
 * HEAD of a call or a file by 405, so that it never runs the handler of GET. Changes by GET check for themselves.
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
 * The refusal for a request that the browser says another site sent; undefined for one of the company's own pages, or
 * of a program that is no browser.
 */
export function crossSiteRefusal(request: FastifyRequest): RefusalError | undefined {
  const isForeign = request.headers.origin !== undefined && request.pageOrigin === null;
  if (!isForeign && request.headers['sec-fetch-site'] !== 'cross-site') return undefined;
  return new RefusalError('crossSite', { httpStatus: 403 });
}
