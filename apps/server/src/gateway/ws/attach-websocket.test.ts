import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codes } from '@candor/contracts/codes';
import type { DayMarketLine, ForexTradeLine, ServerMessage } from '@candor/contracts/ws/messages';
import type { AccountId, InstrumentId, OrderId } from '@candor/domain/values/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type HandFeed, startHandMarket } from '../../../../../testkit/hand-feed.ts';
import type { RunningMarket } from '../../services/market/create-market.ts';
import { type AttachedWebSocket, attachWebSocket } from './attach-websocket.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { AccountListener, TradeText } from './watched-accounts.ts';

const start = Date.parse('2026-11-18T13:00:00Z');
let skewMs = 0;
const clock = { nowMs: () => start, monotonicMs: () => performance.now() + skewMs };
const noFigures = {
  ProfitsTotal: '0',
  HazardRate: null,
  CautionMoneyAll: '0',
  Balance: '0',
  Equity: '0',
  FreeMargin: '0',
  MarginLevel: null,
  TransOrder: [],
  OrdersStamp: 'none',
} satisfies ForexTradeLine;

let server: Server;
let running: RunningMarket & { feed: HandFeed };
let attached: AttachedWebSocket;
let watched: { accountId: number; listener: AccountListener }[];
let clients: Client[];
const tokens = new Map([
  ['good', { accountId: 7, currency: 'USD', sessionId: 's1' }],
  ['other', { accountId: 8, currency: 'USD', sessionId: 's2' }],
]);

async function open(limits: Partial<SocketLimits> = {}) {
  server = createServer();
  running = await startHandMarket([1, 2, 3], clock);
  attached = attachWebSocket(server, {
    market: running.market,
    clock,
    limits: { flushMs: 20, ...limits },
    authenticate: async (token) => tokens.get(token) ?? null,
    isOriginAllowed: (origin, host) => new URL(origin).host === host,
    isTrustedProxy: null,
    accountTopics: {
      watch(accountId, listener) {
        const entry = { accountId, listener };
        watched.push(entry);
        return () => watched.splice(watched.indexOf(entry), 1);
      },
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

beforeEach(() => {
  skewMs = 0;
  watched = [];
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.socket.terminate();
  await attached.close();
  server.close();
  await running.stop();
});

class Client {
  readonly socket: WebSocket;
  readonly texts: string[] = [];
  closed: { code: number } | null = null;
  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.texts.push((data as Buffer).toString()));
    socket.on('close', (code) => {
      this.closed = { code };
    });
    socket.on('error', () => undefined);
    clients.push(this);
  }
  get messages(): ServerMessage[] {
    return this.texts.filter((text) => text !== 'pong').map((text) => JSON.parse(text) as ServerMessage);
  }
  lines(): DayMarketLine[][] {
    return this.messages.flatMap((message) => (message.type === 'DAY_MARKET' ? [message.params] : []));
  }
  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }
  async until(check: () => boolean): Promise<void> {
    await expect.poll(check).toBe(true);
  }
}

function dial(options: { path?: string; origin?: string } = {}): Client {
  const { port } = server.address() as AddressInfo;
  const headers = options.origin === undefined ? {} : { origin: options.origin };
  return new Client(new WebSocket(`ws://127.0.0.1:${port}${options.path ?? '/v1/ws'}`, { headers }));
}
async function connect(options: { path?: string; origin?: string } = {}): Promise<Client> {
  const client = dial(options);
  await once(client.socket, 'open');
  return client;
}
const sub = (params: unknown) => ({ type: 'sub', params });
const day = sub({ topic: 'DAY_MARKET' });
const errorOf = (client: Client) => client.messages.find((message) => message.type === 'error')?.code;

describe('heartbeat and messages', () => {
  it('answers the text ping with pong (R-SOC-01)', async () => {
    await open();
    const client = await connect();
    client.send('ping');
    await client.until(() => client.texts[0] === 'pong');
  });

  it.each([
    ['no JSON', '{', codes.malformedMessage],
    ['an empty text', '', codes.malformedMessage],
    ['null', 'null', codes.malformedMessage],
    ['an unknown type', { type: 'buy' }, codes.malformedMessage],
    ['an unknown topic', sub({ topic: 'GOSSIP' }), codes.unknownTopic],
    ['a topic without its fields', sub({ topic: 'KLINE', forex_id: 1 }), codes.malformedMessage],
    ['an unknown instrument', sub({ topic: 'KLINE', forex_id: 9_999, period: '1min' }), codes.unknownInstrument],
  ])('answers %s by an error and stays open (R-SOC-08)', async (_, message, code) => {
    await open();
    const client = await connect();
    client.send(message);
    await client.until(() => errorOf(client) === code);
    client.send('ping');
    await client.until(() => client.texts.at(-1) === 'pong');
  });
});

describe('DAY_MARKET (R-SOC-06)', () => {
  it('sends a snapshot, then only changes, with the latest value', async () => {
    await open();
    running.feed.quote(1, 115_283, 115_295, start);
    running.feed.quote(2, 130_678, 130_694, start);
    const client = await connect();
    client.send(day);
    await client.until(() => client.lines().length >= 1);
    expect(client.lines()[0]?.map(({ Id, Bid }) => [Id, Bid])).toEqual([
      [1, '1.15283'],
      [2, '1.30678'],
    ]);
    for (let step = 1; step <= 50; step += 1) running.feed.quote(2, 130_678 + step, 130_694 + step, start + step);
    await client.until(() => client.lines().some((lines) => lines.some(({ Bid }) => Bid === '1.30728')));
    const pushed = client.lines().slice(1);
    expect(pushed.length).toBeLessThan(5);
    expect(pushed.flat().filter(({ Id }) => Id === 1).length).toBeLessThanOrEqual(1);
    expect(pushed.at(-1)?.at(-1)).toMatchObject({
      Id: 2,
      Ask: '1.30744',
      Change: '0.04',
      MarketStatus: 1,
      Stale: false,
    });
  });

  it('sends only the requested ids', async () => {
    await open();
    running.feed.quote(1, 115_283, 115_295, start);
    const client = await connect();
    client.send(sub({ topic: 'DAY_MARKET', ids: [3] }));
    await client.until(() => client.lines().length >= 1);
    expect(client.lines()[0]).toEqual([]);
    running.feed.quote(1, 115_284, 115_296, start + 1);
    running.feed.quote(3, 157_405, 157_418, start + 1);
    await client.until(() => client.lines().length >= 2);
    expect(client.lines()[1]?.map(({ Id }) => Id)).toEqual([3]);
  });

  it('stops on unsub', async () => {
    await open();
    const client = await connect();
    client.send(day);
    await client.until(() => client.lines().length >= 1);
    client.send({ type: 'unsub', params: { topic: 'DAY_MARKET' } });
    client.send('ping');
    await client.until(() => client.texts.includes('pong'));
    const other = await connect();
    other.send(day);
    await other.until(() => other.lines().length >= 1);
    running.feed.quote(1, 115_283, 115_295, start);
    await other.until(() => other.lines().length >= 2);
    expect(client.lines()).toHaveLength(1);
  });

  it('reports a silent feed without a quote (R-MKT-07)', async () => {
    await open();
    running.feed.quote(1, 115_283, 115_295, start);
    const client = await connect();
    client.send(day);
    await client.until(() => client.lines().length > 0);
    skewMs = 6_000;
    await client.until(() =>
      client
        .lines()
        .flat()
        .some(({ Stale }) => Stale),
    );
  });
});

describe('KLINE (R-SOC-06)', () => {
  it('sends the forming candle, and the final one before the next', async () => {
    await open();
    running.feed.quote(1, 115_283, 115_295, start);
    const client = await connect();
    client.send(sub({ topic: 'KLINE', forex_id: 1, period: '1min' }));
    await client.until(() => client.messages.length >= 1);
    expect(client.messages[0]).toEqual({
      type: 'KLINE',
      code: 1,
      params: {
        forex_id: 1,
        period: '1min',
        candle: { Time: start, Open: '1.15283', High: '1.15283', Low: '1.15283', Close: '1.15283', Volume: 1 },
      },
    });
    running.feed.quote(1, 115_290, 115_302, start + 59_000);
    running.feed.quote(1, 115_280, 115_292, start + 60_000);
    // A flush between the snapshot and these may send the first candle twice.
    const candles = () =>
      client.messages.flatMap((message) => (message.type === 'KLINE' ? [message.params.candle] : []));
    await client.until(() => candles().at(-1)?.Time === start + 60_000);
    expect(
      candles()
        .slice(-2)
        .map(({ Time, Close, Volume }) => [Time, Close, Volume]),
    ).toEqual([
      [start, '1.15290', 2],
      [start + 60_000, '1.15280', 1],
    ]);
  });
});

describe('login and account topics (R-SOC-03, R-SOC-04, R-SOC-07)', () => {
  it('answers login_result to a valid and an invalid token', async () => {
    await open();
    const client = await connect();
    client.send({ type: 'login', params: { token: 'bad' } });
    await client.until(() => client.messages.length >= 1);
    expect(client.messages[0]).toMatchObject({ type: 'login_result', code: codes.sessionExpired });
    client.send({ type: 'login', params: { token: 'good' } });
    await client.until(() => client.messages.length >= 2);
    expect(client.messages[1]).toEqual({ type: 'login_result', code: 1 });
    expect(attached.stats()).toMatchObject({ sockets: 1, loggedIn: 1 });
  });

  it('needs a login, then pushes figures and closed ids of that account until logout', async () => {
    await open();
    const client = await connect();
    client.send(sub({ topic: 'FOREX_TRADE' }));
    await client.until(() => errorOf(client) === codes.sessionExpired);
    client.send({ type: 'login', params: { token: 'good' } });
    await client.until(() => attached.stats().loggedIn === 1);
    client.send(sub({ topic: 'FOREX_TRADE' }));
    client.send(sub({ topic: 'FOREX_CLOSED' }));
    await client.until(() => watched.length >= 1 && attached.stats().subscriptions === 2);
    expect(watched[0]?.accountId).toBe(7);
    watched[0]?.listener.onTrade(JSON.stringify(noFigures) as TradeText);
    watched[0]?.listener.onClosed([11, 12]);
    await client.until(() => client.messages.length >= 4);
    expect(client.messages.slice(2)).toEqual([
      { type: 'FOREX_TRADE', code: 1, params: noFigures },
      { type: 'FOREX_CLOSED', code: 1, params: [11, 12] },
    ]);
    client.send({ type: 'logout' });
    await client.until(() => watched.length === 0);
    expect(attached.stats()).toMatchObject({ loggedIn: 0, subscriptions: 0 });
  });

  it('closes the sockets of an ended session at once, and only those (R-SES-03)', async () => {
    await open();
    const [mine, other] = [await connect(), await connect()];
    mine.send({ type: 'login', params: { token: 'good' } });
    other.send({ type: 'login', params: { token: 'other' } });
    await mine.until(() => attached.stats().loggedIn === 2);
    attached.closeSession('s1');
    await mine.until(() => mine.closed !== null);
    expect(mine.closed).toEqual({ code: 1008 });
    expect(errorOf(mine)).toBe(codes.sessionExpired);
    expect(other.closed).toBeNull();
  });

  it('ends the login of a token that ended elsewhere', async () => {
    tokens.set('brief', { accountId: 9, currency: 'USD', sessionId: 's9' });
    await open({ recheckMs: 1 });
    const client = await connect();
    client.send({ type: 'login', params: { token: 'brief' } });
    await client.until(() => attached.stats().loggedIn === 1);
    tokens.delete('brief');
    await client.until(() => errorOf(client) === codes.sessionExpired);
    expect(attached.stats().loggedIn).toBe(0);
  });
});

describe('notices (R-SOC-10)', () => {
  it('go to sockets that watch the account’s figures, in each socket’s language', async () => {
    await open();
    const client = await connect({ path: '/v1/ws?lang=de' });
    client.send({ type: 'login', params: { token: 'good' } });
    await client.until(() => attached.stats().loggedIn === 1);
    client.send(sub({ topic: 'FOREX_CLOSED' }));
    await client.until(() => watched.length === 1);
    const order = { id: 8_000_001 as OrderId, instrumentId: 1 as InstrumentId };
    const notice = { accountId: 7 as AccountId, kind: 'order-expired', atMs: start, order, amount: null } as const;
    watched[0]?.listener.onNotice({ id: '4-0', ...notice });
    client.send(sub({ topic: 'FOREX_TRADE' }));
    await client.until(() => client.messages.length >= 1 && attached.stats().subscriptions === 2);
    watched[0]?.listener.onNotice({ id: '5-0', ...notice });
    await client.until(() => client.messages.some(({ type }) => type === 'NOTICE'));
    expect(client.messages.filter(({ type }) => type === 'NOTICE')).toEqual([
      {
        type: 'NOTICE',
        code: 1,
        params: {
          Id: '5-0',
          Kind: 'order_expired',
          Time: start,
          Msg: 'Die Pending Order 8000001 für EUR/USD ist abgelaufen.',
          OrderId: 8_000_001,
          ForexId: 1,
          Amount: null,
        },
      },
    ]);
  });
});

describe('limits (R-SOC-08, R-SOC-09)', () => {
  const codeAfter = async (client: Client) => {
    await client.until(() => client.closed !== null);
    return client.closed?.code;
  };

  it('closes a flood of messages with 1008', async () => {
    // Nothing is granted again while the test runs, however slow the machine.
    await open({ messagesPerSecond: 0.001, messagesBurst: 40 });
    const client = await connect();
    for (let index = 0; index < 60; index += 1) client.send('ping');
    expect(await codeAfter(client)).toBe(1008);
    expect(client.texts.filter((text) => text === 'pong').length).toBeLessThanOrEqual(40);
  });

  it('closes an oversized message with 1009', async () => {
    await open();
    const client = await connect();
    client.send('x'.repeat(5_000));
    expect(await codeAfter(client)).toBe(1009);
  });

  it('refuses subscriptions beyond the bound', async () => {
    await open({ subscriptionsMax: 2 });
    const client = await connect();
    for (const period of ['1min', '5min', '15min']) client.send(sub({ topic: 'KLINE', forex_id: 1, period }));
    await client.until(() => errorOf(client) === codes.tooManySubscriptions);
    expect(attached.stats().subscriptions).toBe(2);
  });

  it('keeps the newest sockets of an account', async () => {
    await open({ socketsPerAccount: 2 });
    const all = [await connect(), await connect(), await connect()];
    for (const client of all) {
      client.send({ type: 'login', params: { token: 'good' } });
      await client.until(() => client.messages.length >= 1);
    }
    expect(await codeAfter(all[0] as Client)).toBe(1008);
    expect(all[2]?.closed).toBeNull();
  });

  it('refuses foreign pages, other paths and too many anonymous sockets of one address', async () => {
    await open({ anonymousPerNetwork: 1 });
    const statusOf = async (client: Client) =>
      ((await once(client.socket, 'unexpected-response')) as [unknown, { statusCode: number }])[1].statusCode;
    expect(await statusOf(dial({ origin: 'https://evil.example' }))).toBe(403);
    expect(await statusOf(dial({ path: '/v1/other' }))).toBe(404);
    const { port } = server.address() as AddressInfo;
    await connect({ origin: `http://127.0.0.1:${port}` });
    expect(await statusOf(dial())).toBe(429);
    expect(attached.stats().refused).toBe(3);
  });

  it('closes a silent socket', async () => {
    await open({ idleMs: 500 });
    const client = await connect();
    await client.until(() => client.closed !== null);
  });
});
