import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isCall } from './call-path.ts';

/**
 * Serves the built app from one folder. Hashed assets never change and are kept for a year; every other path that is
 * not a call is a screen of the app and gets its page.
 */
export function registerWebApp(app: FastifyInstance, root: string): void {
  if (!existsSync(join(root, 'index.html')))
    throw new Error(`The built web app is missing in ${root}: run npm run build`);
  void app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // Every path without an ending is a screen; what is not is answered like any unknown path.
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isScreen = !isCall(path) && !/\.[a-z0-9]+$/i.test(path);
    return isScreen ? sendPage(reply) : reply.callNotFound();
  });
}

function sendPage(reply: { header(name: string, value: string): unknown; sendFile(name: string): unknown }): unknown {
  for (const [name, value] of Object.entries(pageHeaders)) reply.header(name, value);
  return reply.sendFile('index.html');
}

/** Own scripts only, no frames around us; styles may be inline because charts and sheets set them as they move. */
const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' http: https: ws: wss:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
};
