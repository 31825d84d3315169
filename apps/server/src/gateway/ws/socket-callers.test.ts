import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startHandMarket } from '../../../../../testkit/hand-feed.ts';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import type { RunningMarket } from '../../services/market/create-market.ts';
import { parseTrustedProxies } from '../trusted-proxies.ts';
import { type AttachedWebSocket, attachWebSocket, type WebSocketDeps } from './attach-websocket.ts';

const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'm.acme.example' };
const nobody = parseTrustedProxies('192.0.2.1');
const ourselves = parseTrustedProxies('127.0.0.1');

let server: Server;
let running: RunningMarket;
let attached: AttachedWebSocket;
/** At which hosts tokens were looked up, and for which addresses. */
let asked: string[];

async function open(deps: Partial<WebSocketDeps>): Promise<void> {
  asked = [];
  server = createServer();
  running = await startHandMarket([1], systemClock);
  attached = attachWebSocket(server, {
    market: running.market,
    clock: systemClock,
    accountTopics: { watch: () => () => undefined },
    authenticate: async (_token, host) => {
      asked.push(host);
      return null;
    },
    admitsCall: (address) => asked.push(address) > 0,
    isOriginAllowed: () => false,
    isTrustedProxy: null,
    ...deps,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

afterEach(async () => {
  await attached.close();
  await running.stop();
  server.close();
});

function dial(): WebSocket {
  const { port } = server.address() as AddressInfo;
  return new WebSocket(`ws://127.0.0.1:${port}/v1/ws`, { headers: { host: 'localhost', ...forwarded } });
}

async function logIn(): Promise<void> {
  const socket = dial();
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'login', params: { token: 'some' } }));
  await once(socket, 'message');
  socket.close();
}

test.each([
  ['nobody named', null, ['127.0.0.1', 'localhost']],
  ['another named', nobody, ['127.0.0.1', 'localhost']],
  ['itself named', ourselves, ['203.0.113.9', 'm.acme.example']],
])('R-SEC-06 a proxy’s word on the caller, with %s', async (_, isTrustedProxy, expected) => {
  await open({ isTrustedProxy });
  await logIn();
  expect(asked).toEqual(expected);
});

test('R-SEC-07 who connects too often is turned away before anything else', async () => {
  await open({ admitsCall: () => false });
  const [, answer] = (await once(dial(), 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(answer.statusCode).toBe(429);
  expect(attached.stats()).toMatchObject({ sockets: 0, refused: 1 });
});
