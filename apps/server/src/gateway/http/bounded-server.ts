import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type RefusalError, sendRefusal } from './envelope.ts';
import { readTarget } from './request-target.ts';
import { setSecurityHeaders } from './security-headers.ts';

const closeMaxMs = 500;

/** Bounds of a server on the trading thread that anybody who reaches the port may ask (R-RUN-43). */
const limits = {
  /** Connections at once; the oldest makes room, so that strangers who hold connections do not keep a probe out. */
  connectionsMax: 50,
  /** New connections in a second; further ones are closed unread. */
  newASecondMax: 200,
  headersMaxBytes: 4_096,
  /** From the first byte to the end of the headers, and silence of a connection. */
  requestMs: 2_000,
  checkMs: 500,
};

export interface BoundedServerOptions {
  readonly host: string;
  readonly port: number;
  readonly logger: FastifyBaseLogger;
  readonly register: (app: FastifyInstance) => void;
  /** Makes the refusal of every other call. */
  readonly refuse: () => RefusalError;
}

/** Listens for a few calls that strangers may reach; every other call is refused by name, and connections are bounded. */
export async function startBoundedServer(
  options: BoundedServerOptions,
  nowMs = () => performance.now(),
): Promise<{ readonly app: FastifyInstance; close(): Promise<void> }> {
  const { host, port, logger, refuse, register } = options;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    rewriteUrl: readTarget,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.requestMs,
    clientErrorHandler: (_error, socket) => socket.destroy(),
    http: {
      headersTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: limits.headersMaxBytes,
    },
  });
  answerUnread(app, refuse);
  register(app);
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, refuse()));
  boundConnections(app.server, nowMs);
  await app.listen({ host, port });
  return {
    app,
    async close() {
      const closed = app.close();
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, closeMaxMs).unref())]);
    },
  };
}

/** Refuses every method but GET and HEAD from its headers alone, and ends each connection after its answer. */
function answerUnread(app: FastifyInstance, refuse: () => RefusalError): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(reply, request.url, false);
    reply.header('connection', 'close');
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    sendRefusal(request, reply, refuse());
  });
}

function boundConnections(server: Server, nowMs: () => number): void {
  const open = new Set<Socket>();
  let second = 0;
  let newCount = 0;
  server.prependListener('connection', (socket: Socket) => {
    const now = Math.floor(nowMs() / 1_000);
    if (now !== second) [second, newCount] = [now, 0];
    newCount += 1;
    if (newCount > limits.newASecondMax) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size > limits.connectionsMax)
      for (const oldest of open) {
        oldest.destroy();
        break;
      }
  });
}
