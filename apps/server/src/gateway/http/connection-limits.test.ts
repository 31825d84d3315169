import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { testCompanies } from '../../../../../testkit/test-company.ts';
import { buildGateway, plainSecurity } from './build-gateway.ts';
import { connectionLimits } from './connection-limits.ts';

let app: FastifyInstance;
const sockets: Socket[] = [];
const timers: NodeJS.Timeout[] = [];
afterEach(async () => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function open(
  limits: Partial<typeof connectionLimits>,
  addRoutes: (gateway: FastifyInstance) => unknown = () => undefined,
): Promise<Socket> {
  app = buildGateway(false, testCompanies, plainSecurity, { ...connectionLimits, checkMs: 20, ...limits });
  app.post('/echo', (request, reply) => reply.send(request.body));
  addRoutes(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Sends one byte after another while the connection is open. */
function trickle(socket: Socket, byte: string): void {
  timers.push(setInterval(() => socket.writable && socket.write(byte), 5));
}

/** Resolves when the connection is gone, by a clean end or by a reset. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

const head = (bytes: number) =>
  `POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;

test('R-SEC-31 a connection whose headers arrive too slowly is closed', async () => {
  const socket = await open({ headersMs: 200 });
  socket.resume().write('GET /echo HTTP/1.1\r\nhost: localhost\r\nx-slow: ');
  trickle(socket, 'a');
  await closed(socket);
});

test('R-SEC-31 a connection whose body arrives too slowly is closed long before the request timeout', async () => {
  const socket = await open({ bodyWindowMs: 100, bodyWindowBytes: 10_000 });
  socket.resume().write(head(60_000));
  trickle(socket, ' ');
  await closed(socket);
});

test('R-SEC-31 a body that keeps the minimum rate is accepted, in pieces of any size', async () => {
  const socket = await open({ bodyWindowMs: 500, bodyWindowBytes: 4 });
  const body = JSON.stringify({ text: 'x'.repeat(200) });
  socket.write(head(body.length));
  let at = 0;
  timers.push(setInterval(() => at < body.length && socket.write(body.slice(at, (at += 4))), 5));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
});

describe('R-RUN-33 when the program stops', () => {
  /** A connection that is kept open, with a call under way that is answered by the returned function. */
  async function openUnderWay(closeMs: number): Promise<{ socket: Socket; answer: () => void }> {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const socket = await open({ closeMs }, (gateway) =>
      gateway.get('/held', async () => {
        isAsked();
        await held;
        return {};
      }),
    );
    socket.resume().write('GET /held HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await asked;
    return { socket, answer };
  }

  test('a connection closes after the call in progress', async () => {
    const { socket, answer } = await openUnderWay(60_000);
    const closing = app.close();
    // The server has begun to stop before the call ends.
    await new Promise((resolve) => setImmediate(resolve));
    answer();
    await Promise.all([closing, closed(socket)]);
  });

  test('a call that does not finish in time is cut off', async () => {
    const { socket } = await openUnderWay(50);
    await Promise.all([app.close(), closed(socket)]);
  });
});
