import type { FastifyInstance } from 'fastify';

const served = new WeakMap<FastifyInstance, Set<string>>();

/** Records all routes of an app; called before the first one. */
export function keepRoutes(app: FastifyInstance): void {
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
