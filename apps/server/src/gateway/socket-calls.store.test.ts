import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { codes } from '@candor/contracts/codes';
import type { SocketCallName } from '@candor/contracts/ws/messages';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { startHandMarket } from '../../../../testkit/hand-feed.ts';
import { TestServer } from '../../../../testkit/test-server.ts';
import { marketOrder } from '../../../../testkit/with-test-server.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import type { RunningMarket } from '../services/market/create-market.ts';
import { type AttachedWebSocket, attachWebSocket } from './ws/attach-websocket.ts';

const { eurusd } = testSpecs;
let server: TestServer;
let market: RunningMarket;
let sockets: AttachedWebSocket;
let token: string;
let open: WebSocket[];
/** Runs after a call of a socket was decided, before its answer is sent. */
let afterDecided: (envelope: string) => Promise<void>;

beforeAll(async () => {
  server = await TestServer.start();
  market = await startHandMarket([1], systemClock);
  sockets = attachWebSocket(server.server.app.server, {
    market: market.market,
    accountTopics: server.server.accountTopics,
    authenticate: server.server.authenticateSocket,
    orders: {
      async answer(asked) {
        const envelope = await server.server.orderDoor.answer(asked);
        await afterDecided(envelope);
        return envelope;
      },
    },
    clock: systemClock,
    isTrustedProxy: null,
    isOriginAllowed: () => false,
  });
  await server.server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await sockets.close();
  await market.stop();
  await server.stop();
});
beforeEach(async () => {
  open = [];
  afterDecided = () => Promise.resolve();
  server.market.give(eurusd, '1.15283', '1.15295');
  token = await server.demo();
});

afterEach(async () => {
  for (const socket of open) socket.terminate();
  await expect.poll(() => sockets.stats().sockets).toBe(0);
});

/** Opens a socket that is logged in. */
async function connect() {
  const { port } = server.server.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/ws?lang=hk`, { headers: { host: 'localhost' } });
  open.push(socket);
  const texts: string[] = [];
  socket.on('message', (data: Buffer) => texts.push(data.toString()));
  await once(socket, 'open');
  let n = 0;
  const send = (call: SocketCallName, fields: object) => {
    n += 1;
    socket.send(JSON.stringify({ type: 'call', params: { n, call, fields } }));
    return `{"type":"call_result","n":${n},`;
  };
  /** Returns the envelope of a call, as text. */
  const ask = async (call: SocketCallName, fields: object): Promise<string> => {
    const start = send(call, fields);
    await expect.poll(() => texts.some((text) => text.startsWith(start))).toBe(true);
    return `{${texts.find((text) => text.startsWith(start))?.slice(start.length)}`;
  };
  const logIn = async (next: string) => {
    const before = texts.length;
    socket.send(JSON.stringify({ type: 'login', params: { token: next } }));
    await expect.poll(() => texts.slice(before)).toContain('{"type":"login_result","code":1}');
  };
  await logIn(token);
  return { socket, send, ask, logIn };
}

const byHttp = async (call: SocketCallName, fields: object): Promise<string> =>
  (await server.call('POST', `/v1/api/forex/${call}`, fields, { authorization: token, lang: 'hk' })).text;
const orderIn = (envelope: string) => (JSON.parse(envelope) as { data: { Id: number } }).data.Id;
const codeIn = (envelope: string) => (JSON.parse(envelope) as { code: number }).code;
const counted = async (status: number, authorization = token): Promise<number> =>
  (await server.call('GET', '/v1/api/forex/my_deal', { status }, { authorization })).data.total as number;

describe('R-SOC-15 one id is one request over both doors', () => {
  test('each call, asked over one and repeated over the other, is carried out once and answered alike', async () => {
    const { ask } = await connect();
    const doors = [
      [ask, byHttp],
      [byHttp, ask],
    ] as const;
    for (const [first, second] of doors) {
      const asked = async (call: SocketCallName, fields: object) => {
        const withId = { ...fields, client_id: randomUUID() };
        const answer = await first(call, withId);
        expect(codeIn(answer)).toBe(codes.ok);
        // Another price in between: a repeat is answered as the first time.
        server.market.give(eurusd, '1.15290', '1.15302');
        expect(await second(call, withId)).toBe(answer);
        return orderIn(answer);
      };
      const held = await asked('submit', marketOrder);
      await asked('set_stop_price', { id: held, stop_loss_price: '1.10000' });
      await asked('close', { id: held });
      const pending = await asked('submit', { ...marketOrder, status: 0, target_price: '1.10000' });
      await asked('cancel_trade', { id: pending });
    }
    expect([await counted(0), await counted(1), await counted(3)]).toEqual([0, 0, 4]);
  });

  test('a refusal stays that refusal over the other door', async () => {
    const { ask } = await connect();
    for (const [call, fields] of [
      ['submit', { ...marketOrder, cont: '90' }],
      ['close', { id: 999_999_999 }],
    ] as const) {
      const first = { ...fields, client_id: randomUUID() };
      const refused = await ask(call, first);
      expect(codeIn(refused)).toBe(call === 'close' ? codes.orderNotFound : codes.notEnoughMargin);
      expect(await byHttp(call, first)).toBe(refused);
      const other = { ...fields, client_id: randomUUID() };
      expect(await ask(call, other)).toBe(await byHttp(call, other));
    }
  });

  test('with another body it is a conflict over both', async () => {
    const { ask } = await connect();
    const client_id = randomUUID();
    expect(codeIn(await ask('submit', { ...marketOrder, client_id }))).toBe(codes.ok);
    const other = { ...marketOrder, cont: '0.51', client_id };
    expect(codeIn(await byHttp('submit', other))).toBe(codes.idempotencyConflict);
    expect(await ask('submit', other)).toBe(await byHttp('submit', other));
    expect(await counted(1)).toBe(1);
  });

  test('asked by both at once it is carried out once', async () => {
    const { ask } = await connect();
    const fields = { ...marketOrder, client_id: randomUUID() };
    const [one, other] = await Promise.all([ask('submit', fields), byHttp('submit', fields)]);
    expect(one).toBe(other);
    expect(await counted(1)).toBe(1);
  });

  test('an order whose socket was lost before its answer is found over HTTP', async () => {
    const { socket, send } = await connect();
    let lost = '';
    afterDecided = async (envelope) => {
      socket.terminate();
      await expect.poll(() => sockets.stats().sockets).toBe(0);
      lost = envelope;
    };
    const fields = { ...marketOrder, client_id: randomUUID() };
    send('submit', fields);
    await expect.poll(() => lost).not.toBe('');
    const { client_id } = fields;
    const found = await server.call('GET', '/v1/api/forex/command', { client_id }, { authorization: token });
    expect(found.data).toMatchObject({ status: 'done', order: { Id: orderIn(lost) } });
    expect(await byHttp('submit', fields)).toBe(lost);
    expect(await counted(1)).toBe(1);
  });
});

test('R-SOC-15 a session that has ended is refused as over HTTP, also while its socket is still open', async () => {
  const { ask } = await connect();
  const fields = { ...marketOrder, client_id: randomUUID() };
  // Ended sessions are not announced to the sockets of this test.
  await server.call('POST', '/api/user/logout', {}, { authorization: token });
  const refused = await ask('submit', fields);
  expect(codeIn(refused)).toBe(codes.sessionExpired);
  expect(await byHttp('submit', fields)).toBe(refused);
});

describe('R-SOC-15 a token that a later login on the socket has replaced', () => {
  test('makes no call any more: orders are those of the user who logged in last', async () => {
    const { ask, logIn } = await connect();
    const other = await server.demo();
    const fields = { ...marketOrder, client_id: randomUUID() };
    const mine = await ask('submit', fields);
    await logIn(other);
    // The same id of another account is another request.
    const theirs = await ask('submit', fields);
    expect(orderIn(theirs)).not.toBe(orderIn(mine));
    expect(codeIn(await ask('close', { id: orderIn(mine), client_id: randomUUID() }))).toBe(codes.orderNotFound);
    expect([await counted(1), await counted(1, other)]).toEqual([1, 1]);
  });

  test('may end meanwhile; the later one goes on, and after its end calls are refused as over HTTP', async () => {
    const { ask, logIn } = await connect();
    const other = await server.demo();
    await logIn(other);
    await server.call('POST', '/api/user/logout', {}, { authorization: token });
    const fields = { ...marketOrder, client_id: randomUUID() };
    expect(codeIn(await ask('submit', fields))).toBe(codes.ok);
    await server.call('POST', '/api/user/logout', {}, { authorization: other });
    token = other;
    const refused = await ask('submit', { ...fields, client_id: randomUUID() });
    expect(codeIn(refused)).toBe(codes.sessionExpired);
    expect(await byHttp('submit', fields)).toBe(refused);
  });
});
