import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { companyOf } from './company-of.ts';
import { isCall } from './request-target.ts';
import { inlineScriptHashes, type PagePlace, setPageHeaders } from './security-headers.ts';
import { registerManifest } from './web-manifest.ts';

/** Sets caching: hashed assets for a year; everything else is revalidated. */
export function setAssetCaching(reply: Pick<FastifyReply, 'header'>, path: string): void {
  const isHashed = path.includes('/assets/');
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/**
 * Serves the built app from one folder. Hashed assets never change and are kept for a year; every other path that is
 * not a call is a screen of the app and gets its page.
 */
export function registerWebApp(app: FastifyInstance, root: string, place: PagePlace): void {
  const pagePath = join(root, 'index.html');
  if (!existsSync(pagePath)) throw new Error(`The built web app is missing in ${root}: run npm run build`);
  const scripts = inlineScriptHashes(readFileSync(pagePath, 'utf8'));
  void app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The page has headers of its own, which it gets below.
    allowedPath: (_path, _root, request) => !/^\/index\.html(?:\?|$)/.test(request.url),
    setHeaders: setAssetCaching,
  });
  registerManifest(app);
  app.get('/*', (request, reply) => {
    if (!isScreen(request)) return reply.callNotFound();
    setPageHeaders(reply, { company: companyOf(request), host: request.host, scripts }, place);
    return reply.sendFile('index.html');
  });
}

/**
 * True if the app's page answers: for paths without an extension, and for paths with one that a browser opens as a
 * page, where the app shows its not-found screen. A missing file is answered like any unknown path.
 */
function isScreen({ url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  if (isCall(path)) return false;
  return !/\.[a-z0-9]+$/i.test(path) || headers.accept?.includes('text/html') === true;
}
