import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type PagePlace, setConsoleHeaders } from './security-headers.ts';
import { setAssetCaching } from './web-app.ts';

/** Placeholder of the nonce in the built page; `apps/console/vite.config.ts` puts it there. */
const noncePlace = 'CANDOR_CSP_NONCE';

/**
 * Serves the operators' console under `/console/` (R-OPS-70). Its page allows no inline style but those that carry the
 * nonce it was sent with, which is another one each time (docs/adr/0024).
 */
export function registerConsoleApp(app: FastifyInstance, root: string, place: PagePlace): void {
  const pagePath = join(root, 'index.html');
  if (!existsSync(pagePath)) throw new Error(`The built console is missing in ${root}: run npm run build`);
  const page = readFileSync(pagePath, 'utf8');
  void app.register(fastifyStatic, {
    root,
    prefix: '/console/',
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The web app's own server of files has done so.
    decorateReply: false,
    allowedPath: (_path, _root, request) => !/\/index\.html(?:\?|$)/.test(request.url),
    setHeaders: setAssetCaching,
  });
  app.get('/console', (_request, reply) => reply.redirect('/console/', 308));
  app.get('/console/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (/\.[a-z0-9]+$/i.test(path)) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64url');
    setConsoleHeaders(reply, nonce, place);
    return reply.type('text/html; charset=utf-8').send(page.replaceAll(noncePlace, nonce));
  });
}
