import type { ServerMessage } from '@candor/contracts/ws/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../../../../testkit/fake-socket.ts';
import type { SocketStatus } from './socket-client.ts';
import { connectTimeoutMs, heartbeatMs, SocketClient } from './socket-client.ts';

function setUp(token: string | null = null) {
  const sockets: FakeSocket[] = [];
  const statuses: SocketStatus[] = [];
  const messages: ServerMessage[] = [];
  const onSessionExpired = vi.fn<() => void>();
  const client = new SocketClient({
    create: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    language: () => 'en',
    token: () => token,
    onMessage: (message) => messages.push(message),
    onStatus: (status) => statuses.push(status),
    onSessionExpired,
    random: () => 1,
  });
  const last = () => sockets.at(-1) ?? expect.unreachable('no socket was made');
  return { client, sockets, statuses, messages, last, onSessionExpired };
}

const market = { topic: 'DAY_MARKET' } as const;
const trade = { topic: 'FOREX_TRADE' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('heartbeat (R-CON-01, R-CON-02)', () => {
  it('sends the text ping every five seconds and stays connected while answered', () => {
    const { client, last, sockets } = setUp();
    client.connect();
    last().open();
    for (let beat = 0; beat < 6; beat += 1) {
      vi.advanceTimersByTime(heartbeatMs);
      last().answer('pong');
    }
    expect(last().sent.filter((text) => text === 'ping')).toHaveLength(6);
    expect(sockets).toHaveLength(1);
  });

  it('reconnects when more than two pings stay unanswered', () => {
    const { client, sockets, statuses, last } = setUp();
    client.connect();
    last().open();
    vi.advanceTimersByTime(heartbeatMs);
    expect(statuses.at(-1)).toBe('open');
    vi.advanceTimersByTime(heartbeatMs * 2);
    expect(sockets[0]?.closed).toBe(false);
    expect(statuses.at(-1)).toBe('silent');
    vi.advanceTimersByTime(heartbeatMs);
    expect(sockets[0]?.closed).toBe(true);
    expect(statuses.at(-1)).toBe('waiting');
    vi.advanceTimersByTime(600);
    expect(sockets).toHaveLength(2);
  });
});

describe('connecting (R-CON-03)', () => {
  it('ends an attempt after five seconds, then backs off longer each time', () => {
    const { client, sockets } = setUp();
    client.connect();
    vi.advanceTimersByTime(connectTimeoutMs + 500);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(connectTimeoutMs + 900);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(100);
    expect(sockets).toHaveLength(3);
  });

  it('opens one connection for repeated connects', () => {
    const { client, sockets, last } = setUp();
    client.connect();
    client.connect();
    last().open();
    client.connect();
    expect(sockets).toHaveLength(1);
  });

  it('skips the backoff when the page becomes visible', () => {
    const { client, sockets, last } = setUp();
    client.connect();
    last().open();
    client.lost();
    expect(sockets).toHaveLength(1);
    client.nudge();
    expect(sockets).toHaveLength(2);
  });

  it('ignores a late event of an abandoned socket', () => {
    const { client, sockets, statuses, last } = setUp();
    client.connect();
    const first = last();
    vi.advanceTimersByTime(connectTimeoutMs + 600);
    first.open();
    expect(statuses.at(-1)).toBe('connecting');
    expect(sockets).toHaveLength(2);
  });
});

describe('topics (R-SOC-04, R-SOC-05)', () => {
  it('subscribes with the first listener and unsubscribes with the last', () => {
    const { client, last } = setUp();
    client.connect();
    last().open();
    const first = client.subscribe(market);
    const second = client.subscribe(market);
    first();
    first();
    expect(last().messages()).toEqual([{ type: 'sub', params: market }]);
    second();
    expect(last().messages()).toEqual([
      { type: 'sub', params: market },
      { type: 'unsub', params: market },
    ]);
  });

  it('logs in again, subscribes again and sends queued messages after a reconnect (R-SOC-02)', () => {
    const { client, last } = setUp('secret');
    client.connect();
    last().open();
    client.subscribe(market);
    client.subscribe(trade);
    last().emit('close');
    client.send({ type: 'logout' });
    vi.advanceTimersByTime(600);
    last().open();
    expect(last().messages()).toEqual([
      { type: 'login', params: { token: 'secret' } },
      { type: 'sub', params: market },
      { type: 'logout' },
    ]);
    last().answer({ type: 'login_result', code: 1 });
    expect(last().messages().at(-1)).toEqual({ type: 'sub', params: trade });
  });

  it('holds account topics back until the login is accepted', () => {
    const { client, last } = setUp('old');
    client.connect();
    last().open();
    client.subscribe(trade);
    last().answer({ type: 'login_result', code: 999 });
    expect(last().messages()).toEqual([{ type: 'login', params: { token: 'old' } }]);
  });
});

describe('R-SOC-12 a login without a result', () => {
  const unavailable = { type: 'error', code: 1902, msg: 'unavailable' };
  const loginsOf = (socket: FakeSocket) =>
    socket.messages().filter((message) => (message as { type: string }).type === 'login').length;

  it('is sent again, later each time, until the sessions can be read; then the account is followed', () => {
    const { client, last } = setUp('mine');
    client.connect();
    last().open();
    client.subscribe(trade);
    for (const [tries, waitMs] of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000].entries()) {
      last().answer(unavailable);
      vi.advanceTimersByTime(waitMs - 1);
      last().answer('pong');
      expect(loginsOf(last())).toBe(tries + 1);
      vi.advanceTimersByTime(1);
      expect(loginsOf(last())).toBe(tries + 2);
    }
    last().answer({ type: 'login_result', code: 1 });
    expect(last().messages().at(-1)).toEqual({ type: 'sub', params: trade });
    const sent = loginsOf(last());
    beatFor(last(), 60_000);
    expect(loginsOf(last())).toBe(sent);
  });

  it('is sent again if no answer comes at all', () => {
    const { client, last } = setUp('mine');
    client.connect();
    last().open();
    vi.advanceTimersByTime(3_999);
    expect(loginsOf(last())).toBe(1);
    vi.advanceTimersByTime(1);
    expect(loginsOf(last())).toBe(2);
  });

  it('is not sent again after it was refused, nor after a logout', () => {
    const { client, last } = setUp('mine');
    client.connect();
    last().open();
    last().answer({ type: 'login_result', code: 999 });
    last().answer(unavailable);
    beatFor(last(), 60_000);
    expect(loginsOf(last())).toBe(1);
    client.login();
    client.logout();
    last().answer(unavailable);
    beatFor(last(), 60_000);
    expect(loginsOf(last())).toBe(2);
  });
});

/** Passes time on a socket that answers each heartbeat. */
function beatFor(socket: FakeSocket, ms: number): void {
  for (let passed = 0; passed < ms; passed += heartbeatMs) {
    vi.advanceTimersByTime(heartbeatMs);
    socket.answer('pong');
  }
}

describe('R-ERR-01 an expired session is reported, by any message', () => {
  const expired = { type: 'error', code: 999, msg: 'expired' };

  it('while connected: once, and the account’s topics wait for a login', () => {
    const { client, last, onSessionExpired } = setUp('brief');
    client.connect();
    last().open();
    last().answer({ type: 'login_result', code: 1 });
    last().answer(expired);
    last().answer(expired);
    expect(onSessionExpired).toHaveBeenCalledOnce();
    client.subscribe(trade);
    expect(last().messages().at(-1)).toEqual({ type: 'login', params: { token: 'brief' } });
  });

  it('in answer to the login', () => {
    const { client, last, onSessionExpired } = setUp('old');
    client.connect();
    last().open();
    last().answer({ type: 'login_result', code: 999 });
    expect(onSessionExpired).toHaveBeenCalledOnce();
  });

  it('but not after a logout, nor by any other code', () => {
    const { client, last, onSessionExpired } = setUp('mine');
    client.connect();
    last().open();
    last().answer({ type: 'login_result', code: 1 });
    last().answer({ type: 'error', code: 1000, msg: 'malformed' });
    client.logout();
    last().answer(expired);
    expect(onSessionExpired).not.toHaveBeenCalled();
  });
});

it('passes messages on and ignores malformed ones', () => {
  const { client, last, messages } = setUp();
  client.connect();
  last().open();
  last().answer('not json {');
  last().answer({ type: 'FOREX_CLOSED', code: 1, params: [7] });
  expect(messages).toEqual([{ type: 'FOREX_CLOSED', code: 1, params: [7] }]);
});
