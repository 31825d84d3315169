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

function dial(address = forwarded['x-forwarded-for']): WebSocket {
  const { port } = server.address() as AddressInfo;
  const headers = { host: 'localhost', ...forwarded, 'x-forwarded-for': address };
  return new WebSocket(`ws://127.0.0.1:${port}/v1/ws`, { headers });
}

async function connect(address: string): Promise<WebSocket> {
  const socket = dial(address);
  await once(socket, 'open');
  return socket;
}

async function refusalOf(address: string): Promise<number> {
  const [, answer] = (await once(dial(address), 'unexpected-response')) as [unknown, { statusCode: number }];
  return answer.statusCode;
}

/** Sends a message and waits until a later one is answered, so that it has been handled. */
async function say(socket: WebSocket, message: unknown): Promise<void> {
  socket.send(JSON.stringify(message));
  socket.send('ping');
  for (;;) {
    const [data] = (await once(socket, 'message')) as [Buffer];
    if (data.toString() === 'pong') return;
  }
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
  ['itself named', ourselves, ['203.0.113.9', 'localhost']],
])('R-SEC-06 the caller’s forwarded address, with %s as proxy', async (_, isTrustedProxy, expected) => {
  await open({ isTrustedProxy });
  await logIn();
  expect(asked).toEqual(expected);
});

test('R-SEC-07 a caller that connects too often is refused before anything else', async () => {
  await open({ admitsCall: () => false });
  expect(await refusalOf('203.0.113.9')).toBe(429);
  expect(attached.stats()).toMatchObject({ sockets: 0, refused: 1 });
});

test('R-SOC-11 an IPv6 /64 counts as one address; a login frees its place, a logout takes one again', async () => {
  const limits = { anonymousPerNetwork: 2 };
  const authenticate = async () => ({ accountId: 7, currency: 'USD', sessionId: 's1' });
  await open({ isTrustedProxy: ourselves, limits, authenticate, admitsCall: () => true });
  const first = await connect('2001:db8:1:2::1');
  await connect('2001:db8:1:2:ffff::2');
  expect(await refusalOf('2001:db8:1:2::3')).toBe(429);
  await connect('2001:db8:1:3::1');
  first.send(JSON.stringify({ type: 'login', params: { token: 'some' } }));
  await once(first, 'message');
  await connect('2001:db8:1:2::3');
  await say(first, { type: 'logout' });
  expect(attached.stats()).toMatchObject({ sockets: 4, loggedIn: 0 });
  expect(await refusalOf('2001:db8:1:2::4')).toBe(429);
});

test('R-SOC-11 at the total the oldest socket of the largest network gives way', async () => {
  await open({ isTrustedProxy: ourselves, limits: { anonymousTotal: 2 }, admitsCall: () => true });
  const greedy = await connect('203.0.113.1');
  const ended = once(greedy, 'close');
  await connect('203.0.113.1');
  await connect('203.0.113.2');
  await ended;
  expect(attached.stats()).toMatchObject({ cutOff: 1 });
});
