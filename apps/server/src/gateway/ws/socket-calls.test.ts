import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codes } from '@candor/contracts/codes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startHandMarket } from '../../../../../testkit/hand-feed.ts';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import type { RunningMarket } from '../../services/market/create-market.ts';
import { type AttachedWebSocket, attachWebSocket, type WebSocketDeps } from './attach-websocket.ts';
import type { SocketAsked } from './order-door.ts';

let server: Server;
let running: RunningMarket;
let attached: AttachedWebSocket;
let clients: WebSocket[];
/** Calls that the door was asked, each with the function that answers it. */
let asked: (SocketAsked & { readonly answer: (envelope: string) => void })[];
const orders: NonNullable<WebSocketDeps['orders']> = {
  answer: (given) => new Promise((answer) => asked.push({ ...given, answer })),
};

async function open(deps: Partial<WebSocketDeps> = { orders }): Promise<void> {
  server = createServer();
  running = await startHandMarket([1], systemClock);
  attached = attachWebSocket(server, {
    market: running.market,
    clock: systemClock,
    accountTopics: { watch: () => () => undefined },
    authenticate: async (token) => (token === 'good' ? { accountId: 7, currency: 'USD', sessionId: 's1' } : null),
    isOriginAllowed: () => false,
    isTrustedProxy: null,
    ...deps,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
beforeEach(() => {
  asked = [];
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.terminate();
  await attached.close();
  server.close();
  await running.stop();
});

async function connect(token: string | null = 'good', query = '') {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/ws${query}`, { headers: { host: 'm.acme.example' } });
  const texts: string[] = [];
  let closedBy: number | null = null;
  socket.on('message', (data: Buffer) => texts.push(data.toString()));
  socket.on('close', (code) => (closedBy = code));
  clients.push(socket);
  await once(socket, 'open');
  const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  if (token !== null) {
    send({ type: 'login', params: { token } });
    await expect.poll(() => texts).toEqual(['{"type":"login_result","code":1}']);
    texts.length = 0;
  }
  /** Waits until all that was sent before has been read. */
  const settle = async () => {
    const pongs = () => texts.filter((text) => text === 'pong').length;
    const before = pongs();
    send('ping');
    await expect.poll(pongs).toBe(before + 1);
  };
  return { socket, texts, send, settle, closedBy: () => closedBy };
}

const call = (n: unknown, name = 'close', fields: unknown = { id: n }) => ({
  type: 'call',
  params: { n, call: name, fields },
});
const errorText = (code: number) => expect.stringContaining(`{"type":"error","code":${code}`) as string;

describe('R-SOC-15 calls over a socket', () => {
  test('reach the door with the login, host and language of the socket, and each answer has its number', async () => {
    await open();
    const { texts, send } = await connect('good', '?lang=de');
    send(call(1));
    send(call(2, 'submit', ['not', 'fields']));
    await expect.poll(() => asked.length).toBe(2);
    const by = { token: 'good', host: 'm.acme.example', address: '127.0.0.1', language: 'de' };
    expect(asked[0]).toMatchObject({ ...by, call: 'close', fields: { id: 1 } });
    expect(asked[1]).toMatchObject({ ...by, call: 'submit', fields: ['not', 'fields'] });
    asked[1]?.answer('{"code":1,"msg":"b","data":null}');
    await expect.poll(() => texts).toEqual(['{"type":"call_result","n":2,"code":1,"msg":"b","data":null}']);
    asked[0]?.answer('{"code":1,"msg":"a","data":null}');
    await expect.poll(() => texts[1]).toBe('{"type":"call_result","n":1,"code":1,"msg":"a","data":null}');
  });

  test('of a socket without a login, or after its logout, have no token', async () => {
    await open();
    const stranger = await connect(null);
    stranger.send(call(1));
    const { send } = await connect();
    send({ type: 'logout' });
    send(call(2));
    await expect.poll(() => asked.length).toBe(2);
    expect(asked.map(({ token }) => token)).toEqual(['', '']);
  });

  test('are made with the token of the latest login, also while that is checked or after it was refused', async () => {
    const login = { accountId: 7, currency: 'USD', sessionId: 's1' };
    const never = new Promise<null>(() => undefined);
    await open({
      orders,
      authenticate: (token) => (token === 'slow' ? never : Promise.resolve(token === 'good' ? login : null)),
    });
    const { texts, send } = await connect();
    send({ type: 'login', params: { token: 'bad' } });
    await expect.poll(() => texts).toHaveLength(1);
    send(call(1));
    send({ type: 'login', params: { token: 'slow' } });
    send(call(2));
    await expect.poll(() => asked.length).toBe(2);
    expect(asked.map(({ token }) => token)).toEqual(['bad', 'slow']);
  });

  test('a number that is under way already is refused, and is free again after its answer', async () => {
    await open();
    const { texts, send, settle } = await connect();
    send(call(5));
    send(call(5, 'cancel_trade'));
    await settle();
    expect(texts).toEqual([errorText(codes.malformedMessage), 'pong']);
    expect(asked.map((one) => one.call)).toEqual(['close']);
    asked[0]?.answer('{"code":1,"msg":"","data":null}');
    await expect.poll(() => texts).toHaveLength(3);
    send(call(5, 'cancel_trade'));
    await expect.poll(() => asked.length).toBe(2);
  });

  test.each([
    ['no number', call(undefined)],
    ['a text as number', call('1')],
    ['a broken number', call(1.5)],
    ['a number below zero', call(-1)],
    ['an unknown call', call(1, 'resetForexDemoAccount')],
    ['a name from the prototype', call(1, 'constructor')],
    ['no parts', { type: 'call' }],
    ['another form', { type: 'call', params: [1, 'close', {}] }],
  ])('with %s are refused as malformed, and the socket stays open', async (_, message) => {
    await open();
    const { texts, send, settle } = await connect();
    send(message);
    await settle();
    expect(texts).toEqual([errorText(codes.malformedMessage), 'pong']);
    expect(asked).toEqual([]);
  });

  test('beyond the bound of calls under way are refused by name, and are asked again later', async () => {
    await open({ orders, limits: { callsUnderWay: 2 } });
    const { texts, send, settle } = await connect('good', '?lang=en');
    for (const n of [1, 2, 3]) send(call(n));
    await settle();
    expect(asked).toHaveLength(2);
    expect(JSON.parse(texts[0] as string)).toEqual({
      type: 'call_result',
      n: 3,
      code: codes.tooManyRequests,
      msg: expect.any(String) as string,
      data: null,
    });
    asked[0]?.answer('{"code":1,"msg":"","data":null}');
    await expect.poll(() => texts).toHaveLength(3);
    send(call(3));
    await expect.poll(() => asked.length).toBe(3);
  });

  test('close no socket with a login, however many; without one they count as messages', async () => {
    await open({ orders: { answer: async () => '{"code":1005,"msg":"","data":null}' }, limits: tight });
    const { texts, send, closedBy } = await connect();
    for (let n = 0; n < 60; n += 1) send(call(n));
    await expect.poll(() => texts.filter((text) => text.includes('"code":1005')).length).toBe(60);
    expect(closedBy()).toBeNull();
    const stranger = await connect(null);
    for (let n = 0; n < 60; n += 1) stranger.send(call(n));
    await expect.poll(stranger.closedBy).toBe(1008);
  });

  test('that are malformed count as messages too', async () => {
    await open({ orders, limits: tight });
    const { send, closedBy } = await connect();
    for (let n = 0; n < 60; n += 1) send(call(n, 'buy'));
    await expect.poll(closedBy).toBe(1008);
  });

  test.each([
    ['whose number is under way', () => call(1)],
    ['beyond the bound of calls under way', (at: number) => call(at + 2)],
  ])('R-SOC-17 %s cost messages: a flood of them closes the socket, and reaches no door', async (_, flood) => {
    await open({ orders, limits: { ...tight, callsUnderWay: 1 } });
    const { texts, send, closedBy } = await connect();
    send(call(1));
    for (let at = 0; at < 60; at += 1) send(flood(at));
    await expect.poll(closedBy).toBe(1008);
    // One of the burst was the login.
    expect(texts).toHaveLength(tight.messagesBurst - 1);
    expect(asked).toHaveLength(1);
  });

  test('above the bound of a message close the socket, as before', async () => {
    await open();
    const { send, closedBy } = await connect();
    send(call(1, 'submit', { cont: '1'.repeat(5_000) }));
    await expect.poll(closedBy).toBe(1009);
  });

  test('are answered to nobody if their socket is lost meanwhile', async () => {
    await open();
    const lost = await connect();
    lost.send(call(1));
    await expect.poll(() => asked.length).toBe(1);
    lost.socket.terminate();
    await expect.poll(() => attached.stats().sockets).toBe(0);
    asked[0]?.answer('{"code":1,"msg":"","data":null}');
    const other = await connect();
    await other.settle();
    expect(other.texts).toEqual(['pong']);
  });

  test('are malformed where a gateway takes none', async () => {
    await open({});
    const { texts, send } = await connect();
    send(call(1));
    await expect.poll(() => texts).toEqual([errorText(codes.malformedMessage)]);
  });
});

/** Nothing is granted again while a test runs, however slow the machine. */
const tight = { messagesPerSecond: 0.001, messagesBurst: 40, callsUnderWay: 100 };
