import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isCall } from './call-path.ts';
import { companyOf } from './company-of.ts';
import { type PagePlace, setPageHeaders } from './security-headers.ts';

/** Hashed assets are kept for a year; everything else is asked for anew. */
export function setAssetCaching(reply: Pick<FastifyReply, 'header'>, path: string): void {
  const isHashed = path.includes('/assets/');
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/**
 * Serves the built app from one folder. Hashed assets never change and are kept for a year; every other path that is
 * not a call is a screen of the app and gets its page.
 */
export function registerWebApp(app: FastifyInstance, root: string, place: PagePlace): void {
  if (!existsSync(join(root, 'index.html')))
    throw new Error(`The built web app is missing in ${root}: run npm run build`);
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
  // Every path without an ending is a screen; what is not is answered like any unknown path.
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isScreen = !isCall(path) && !/\.[a-z0-9]+$/i.test(path);
    if (!isScreen) return reply.callNotFound();
    setPageHeaders(reply, companyOf(request), request.host, place);
    return reply.sendFile('index.html');
  });
}
