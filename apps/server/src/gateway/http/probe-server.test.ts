import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { codes } from '@candor/contracts/codes';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../../../testkit/product.ts';
import { Readiness } from '../readiness.ts';
import { RefusalError } from './envelope.ts';
import { startProbeServer } from './probe-server.ts';

let port: number;
let nowMs: () => number;
let server: { close(): Promise<void> };
let asked: IncomingMessage[];
const opened: Socket[] = [];
const note = (message: unknown) => asked.push((message as { request: IncomingMessage }).request);

beforeEach(async () => {
  asked = [];
  nowMs = () => performance.now();
  subscribe('http.server.request.start', note);
  port = await freePort();
  const options = {
    host: '127.0.0.1',
    port,
    logger: pino({ level: 'silent' }),
    readiness: new Readiness(),
    steps: null,
    buildVersion: '',
    refuse: () => new RefusalError('unknownPath', { httpStatus: 404 }),
  };
  server = await startProbeServer(options, () => nowMs());
});
afterEach(async () => {
  unsubscribe('http.server.request.start', note);
  for (const socket of opened.splice(0)) socket.destroy();
  await server.close();
});

interface Opened {
  readonly socket: Socket;
  /** Everything that was received, once the connection is closed. */
  readonly closed: Promise<string>;
}

function open(text: string): Opened {
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.write(text);
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve(received))) };
}

const headersOf = (method: string, path: string, bytes: number) =>
  `${method} ${path} HTTP/1.1\r\nhost: core\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  'R-RUN-43 %s is refused from its headers: no body is waited for',
  async (method) => {
    const received = await open(headersOf(method, '/readyz', 1_000_000)).closed;
    expect(received).toMatch(/^HTTP\/1\.1 404 /);
    expect(received).toContain(`"code":${codes.unknownPath}`);
  },
);

test.each([
  ['POST', '/x'],
  ['GET', '/healthz'],
  ['GET', '/x'],
])(
  'R-RUN-43 the body of a %s to %s stays unread: parsing 1 MB would hold the thread for 100 ms',
  async (method, path) => {
    const { socket, closed } = open(headersOf(method, path, 1_000_000));
    socket.write(Buffer.alloc(1_000_000, '['));
    await closed;
    expect(asked).toHaveLength(1);
    // The server reads a part of the body with the headers: at most four reads of the socket.
    expect(asked[0]?.socket.bytesRead).toBeLessThan(262_144);
  },
);

test('R-RUN-43 of 51 silent connections the oldest makes room, and a probe is answered', async () => {
  const silent = Array.from({ length: 51 }, () => open('GET /readyz HTTP/1.1\r\nhost: core\r\n'));
  await silent[0]?.closed;
  expect(silent.slice(1).filter(({ socket }) => socket.closed)).toHaveLength(0);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  await silent[1]?.closed;
});

test('R-RUN-43 connections that send nothing, or half of their headers, are closed within three seconds', async () => {
  await Promise.all([open('').closed, open('GET /readyz HTTP/1.1\r\nhost: core\r\n').closed]);
});

test('R-RUN-43 above 200 connections in a second the further ones are closed unread', async () => {
  nowMs = () => 5_000;
  const ask = () => open('GET /healthz HTTP/1.1\r\nhost: core\r\n\r\n').closed;
  for (let at = 0; at < 200; at += 1) expect(await ask()).toContain('200 OK');
  for (let at = 0; at < 5; at += 1) expect(await ask()).toBe('');
  nowMs = () => 6_000;
  expect(await ask()).toContain('200 OK');
});

test('R-RUN-43 headers above 4,096 bytes close the connection', async () => {
  await open(`GET /healthz HTTP/1.1\r\nhost: core\r\nx: ${'a'.repeat(10_000)}\r\n\r\n`).closed;
  expect(asked).toHaveLength(0);
});
