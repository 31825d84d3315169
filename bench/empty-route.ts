import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type fastify from 'fastify';

// Upper bound of any call over HTTP here: the same framework with empty routes.

export interface EmptyRoute {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startEmptyRoute(): Promise<EmptyRoute> {
  const child = fork(fileURLToPath(import.meta.url), ['--serve'], { execArgv: ['--import', 'tsx'] });
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function serve(): Promise<void> {
  // Fastify is a package of the server and resolved from there.
  const require = createRequire(new URL('../apps/server/package.json', import.meta.url));
  const app = (require('fastify') as typeof fastify)({ logger: false });
  for (const call of ['submit', 'close']) {
    app.post(`/v1/api/forex/${call}`, async () => ({ code: 1, msg: '', data: { Id: 1 } }));
  }
  app.get('/v1/api/forex/empty', async () => ({ code: 1, msg: '', data: { Id: 1 } }));
  const bodies = new Map<number, Buffer>();
  app.get<{ Querystring: { size: string } }>('/v1/api/forex/bytes', async (request, reply) => {
    const size = Number(request.query.size);
    const body = bodies.get(size) ?? Buffer.alloc(size, '1');
    bodies.set(size, body);
    return reply.type('application/json; charset=utf-8').send(body);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
}

if (process.argv.includes('--serve')) {
  // It ends with the process that started it, however that ends.
  process.once('disconnect', () => process.exit());
  await serve();
}
