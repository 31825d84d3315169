import { pathOf } from '@candor/contracts/http/paths';
import { socketCalls } from '@candor/contracts/ws/messages';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../../testkit/fake-socket.ts';
import { createClient, socketNames } from './client.ts';
import { createIntents, memoryStore } from './intents.ts';
import { callUnansweredMs } from './socket-calls.ts';
import { heartbeatMs, SocketClient } from './socket-client.ts';

interface Frame {
  readonly type: string;
  readonly params: { readonly n: number; readonly call: string; readonly fields: { readonly client_id: string } };
}

const placed = { Id: 7 };
const refused = { type: 'error', code: 1007, msg: 'malformed' };
const fields = { id: 1, cont: '0.50' };

/**
 * A page of the app with a server that takes an order once by its id, over both ways. Over HTTP it answers at once, over
 * the socket when the test lets it.
 */
function setUp() {
  const page = { token: 'mine' as string | null, userId: 1 as number | null, language: 'de', isOnline: true };
  const sockets: FakeSocket[] = [];
  const posts: { readonly id: string; readonly token: string | null }[] = [];
  const taken = new Set<string>();
  const onSessionExpired = vi.fn<() => void>();
  const answer = { code: 1, msg: 'Erfolgreich', data: placed as unknown };
  const socket = new SocketClient({
    create: () => {
      const made = new FakeSocket();
      sockets.push(made);
      return made;
    },
    language: () => page.language,
    token: () => page.token,
    onMessage: () => {},
    onStatus: () => {},
    onSessionExpired,
    random: () => 1,
  });
  const client = createClient({
    origin: '',
    fetch: async (_, init) => {
      if (!page.isOnline) throw new TypeError('no network');
      const { client_id: id } = JSON.parse(init.body ?? '{}') as Frame['params']['fields'];
      posts.push({ id, token: init.headers['authorization'] ?? null });
      taken.add(id);
      return new Response(JSON.stringify(answer));
    },
    language: () => page.language,
    token: () => page.token,
    userId: () => page.userId,
    onSessionExpired,
    overSocket: (...asked) => socket.call(...asked),
  });
  const intents = createIntents(memoryStore(), Date.now, undefined, () => page.userId);
  const last = () => sockets.at(-1) ?? expect.unreachable('no socket was made');
  const frames = (at = last()) => (at.messages() as Frame[]).filter(({ type }) => type === 'call');
  /** Opens the next socket; it is logged in unless the test answers otherwise. */
  const open = (result: object | null = { type: 'login_result', code: 1 }) => {
    socket.nudge();
    socket.connect();
    last().open();
    if (result !== null) last().answer(result);
  };
  const words: string[] = [];
  const send = (more: object = {}) =>
    intents.send(client, 'closeOrder', { ...fields, ...more }, { onDone: (message) => words.push(message) });
  /** Presses once, and lets the app send it. */
  const press = async (more: object = {}) => {
    const sent = send(more);
    await vi.advanceTimersByTimeAsync(0);
    return { sent };
  };
  /** Carries a call of the socket out, and answers it unless `isLost`. */
  const take = (at: number, isLost = false, envelope: object = answer) => {
    const frame = frames()[at] ?? expect.unreachable('no call was made');
    taken.add(frame.params.fields.client_id);
    if (!isLost) last().answer({ type: 'call_result', n: frame.params.n, ...envelope });
  };
  const ofPage = { page, press, send, words, intents, onSessionExpired };
  const ofServer = { answer, take, posts, taken };
  return { ...ofPage, ...ofServer, socket, sockets, last, open, frames };
}

/** Lets promises go on without passing time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('R-SOC-16 an order goes over the open socket', () => {
  test('first, with its id, and its answer is that of the call', async () => {
    const { open, take, frames, posts, words, intents, press } = setUp();
    open();
    const { sent } = await press();
    expect(frames().map(({ params }) => params)).toEqual([
      { n: 1, call: 'close', fields: { ...fields, client_id: intents.pending()[0]?.id } },
    ]);
    take(0);
    await expect(sent).resolves.toEqual(placed);
    expect([posts, words, intents.pending()]).toEqual([[], ['Erfolgreich'], []]);
  });

  test('for each call of the contract, under its name there', () => {
    const names = Object.entries(socketNames) as [keyof typeof socketNames, keyof typeof socketCalls][];
    expect(names.map(([, socketName]) => socketName).toSorted()).toEqual(Object.keys(socketCalls).toSorted());
    for (const [name, socketName] of names) expect(socketCalls[socketName].path).toBe(pathOf(name));
  });

  test('each answer goes to its own call', async () => {
    const { open, send, take } = setUp();
    open();
    const one = send();
    const other = send({ id: 2 });
    await settle();
    take(1, false, { code: 1, msg: '', data: { Id: 2 } });
    take(0);
    await expect(Promise.all([one, other])).resolves.toEqual([placed, { Id: 2 }]);
  });

  test('each after the one before was answered, however many', async () => {
    const { open, send, take, posts } = setUp();
    open();
    for (let at = 0; at < 20; at += 1) {
      const sent = send();
      await settle();
      take(at);
      await sent;
    }
    expect(posts).toEqual([]);
  });

  test('a double tap is one message', async () => {
    const { open, send, take, frames } = setUp();
    open();
    const taps = Promise.all([send(), send()]);
    await settle();
    expect(frames()).toHaveLength(1);
    take(0);
    await expect(taps).resolves.toEqual([placed, placed]);
  });

  test('a refusal has the code, the words and the effects that it has over HTTP', async () => {
    const { open, take, posts, onSessionExpired, intents, press } = setUp();
    open();
    const { sent } = await press();
    take(0, false, { code: 1213, msg: 'Nicht genug', data: { field: 'cont' } });
    await expect(sent).rejects.toMatchObject({
      code: 1213,
      message: 'Nicht genug',
      answered: true,
      data: { field: 'cont' },
    });
    const expired = await press();
    take(1, false, { code: 999, msg: 'Abgelaufen', data: null });
    await expect(expired.sent).rejects.toMatchObject({ code: 999, answered: true });
    expect(onSessionExpired).toHaveBeenCalledOnce();
    expect([posts, intents.pending()]).toEqual([[], []]);
  });

  test('a server that is busy is asked again, over HTTP and after a pause', async () => {
    const { open, take, posts, press } = setUp();
    open();
    const { sent } = await press();
    take(0, false, { code: 1901, msg: 'Später', data: null });
    await settle();
    expect(posts).toEqual([]);
    await vi.advanceTimersByTimeAsync(400);
    await expect(sent).resolves.toEqual(placed);
    expect(posts).toHaveLength(1);
  });
});

describe('R-SOC-16 an order goes over HTTP', () => {
  type Given = ReturnType<typeof setUp>;
  const opened = (change: (given: Given) => void) => (given: Given) => {
    given.open();
    change(given);
  };
  const offers: [string, (given: Given) => void][] = [
    ['before the socket is open', ({ socket }) => socket.connect()],
    ['before the login is answered', ({ open }) => open(null)],
    ['after the login was refused', ({ open }) => open({ type: 'login_result', code: 999 })],
    ['after a logout', opened(({ socket }) => socket.logout())],
    ['while the heartbeat is not answered', opened(() => vi.advanceTimersByTime(2 * heartbeatMs))],
    ['with a token that another tab has renewed', opened(({ page }) => void (page.token = 'renewed'))],
    ['in another language than that of the socket', opened(({ page }) => void (page.language = 'fr'))],
    ['after the socket was closed', opened(({ last }) => last().emit('close'))],
  ];
  test.each(offers)('%s', async (_, offer) => {
    const { send, posts, sockets, frames, ...rest } = setUp();
    offer({ send, posts, sockets, frames, ...rest });
    await expect(send()).resolves.toEqual(placed);
    expect(posts).toHaveLength(1);
    expect(sockets.flatMap((socket) => frames(socket))).toEqual([]);
  });

  test('until the renewed token was sent over the socket too', async () => {
    const { open, page, socket, send, take, posts, press } = setUp();
    open();
    page.token = 'renewed';
    await send();
    socket.login();
    const { sent } = await press();
    take(0);
    await expect(sent).resolves.toEqual(placed);
    expect(posts).toHaveLength(1);
  });

  test('beyond the number of calls under way', async () => {
    const { open, send, frames, posts } = setUp();
    open();
    const sent = Array.from({ length: 20 }, (_, id) => send({ id }));
    await expect(Promise.race(sent)).resolves.toEqual(placed);
    await settle();
    expect([frames().length, posts.length]).toEqual([16, 4]);
  });
});

describe('R-SOC-16 an order with its answer lost on the socket is repeated over HTTP as the same order', () => {
  const faults: [string, (given: ReturnType<typeof setUp>) => void][] = [
    [
      'the server took it and its answer is lost',
      ({ take }) => (take(0, true), vi.advanceTimersByTime(callUnansweredMs)),
    ],
    ['the server did not get it', () => vi.advanceTimersByTime(callUnansweredMs)],
    ['the socket is closed after the server took it', ({ take, last }) => (take(0, true), last().emit('close'))],
    ['the network is lost', ({ socket }) => socket.lost()],
    ['an older server answers that it is malformed', ({ last }) => last().answer(refused)],
  ];
  test.each(faults)('%s', async (_, fault) => {
    const given = setUp();
    const { open, frames, last, posts, taken, intents, press } = given;
    open();
    const first = last();
    const { sent } = await press();
    expect(frames(first)).toHaveLength(1);
    fault(given);
    await expect(sent).resolves.toEqual(placed);
    const id = frames(first)[0]?.params.fields.client_id;
    expect(posts).toEqual([{ id, token: 'mine' }]);
    expect([...taken]).toEqual([id]);
    expect(intents.pending()).toEqual([]);
  });

  test('just before the time it is still waited for', async () => {
    const { open, send, take, posts, press } = setUp();
    open();
    const sent = send();
    await vi.advanceTimersByTimeAsync(callUnansweredMs - 1);
    take(0);
    await expect(sent).resolves.toEqual(placed);
    await vi.advanceTimersByTimeAsync(1_000);
    const next = await press();
    take(1);
    await expect(next.sent).resolves.toEqual(placed);
    expect(posts).toEqual([]);
  });

  test('its answer on the socket after that over HTTP changes nothing; then the socket is used again', async () => {
    const { open, send, take, frames, posts, words, press } = setUp();
    open();
    const sent = send();
    await vi.advanceTimersByTimeAsync(callUnansweredMs);
    await expect(sent).resolves.toEqual(placed);
    // The connection may be dead: the next order does not wait for it.
    await expect(send({ id: 2 })).resolves.toEqual(placed);
    expect([frames().length, posts.length]).toEqual([1, 2]);
    take(0, false, { code: 1, msg: 'late', data: { Id: 8 } });
    expect(words).toEqual(['Erfolgreich', 'Erfolgreich']);
    const next = await press({ id: 3 });
    take(1);
    await expect(next.sent).resolves.toEqual(placed);
    expect(posts).toHaveLength(2);
  });

  test('a limit that refuses the repeat says nothing about the order', async () => {
    const { open, send, answer, intents } = setUp();
    open();
    Object.assign(answer, { code: 1005, msg: 'Zu viele', data: null });
    const failed = expect(send()).rejects.toMatchObject({ code: 1005, answered: false });
    await vi.advanceTimersByTimeAsync(callUnansweredMs);
    await failed;
    expect(intents.pending()).toHaveLength(1);
  });

  test('without a network its id is kept, and the next press is the same order', async () => {
    const { open, last, page, intents, press } = setUp();
    open();
    const { sent } = await press();
    page.isOnline = false;
    last().emit('close');
    const failed = expect(sent).rejects.toMatchObject({ code: 'ERR_NETWORK', answered: false });
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
    const kept = intents.pending()[0]?.id;
    page.isOnline = true;
    open();
    const again = await press();
    expect((last().messages() as Frame[]).at(-1)?.params.fields.client_id).toBe(kept);
    last().answer({ type: 'call_result', n: 2, code: 1, msg: '', data: placed });
    await expect(again.sent).resolves.toEqual(placed);
  });

  test('an older server is asked once in a connection, and again in the next', async () => {
    const { open, send, last, frames, posts, socket, press } = setUp();
    open();
    const { sent } = await press();
    last().answer(refused);
    await sent;
    await send({ id: 2 });
    expect([frames().length, posts.length]).toEqual([1, 2]);
    socket.lost();
    open();
    void send({ id: 3 });
    await settle();
    expect(frames()).toHaveLength(1);
  });

  test('an older server has taken none; with several under way an earlier one may have been taken', async () => {
    for (const count of [1, 2]) {
      const { open, send, last, answer } = setUp();
      open();
      Object.assign(answer, { code: 1005, msg: 'Zu viele', data: null });
      const sent = Array.from({ length: count }, (_, id) => send({ id }));
      await settle();
      last().answer(refused);
      for (const one of sent) await expect(one).rejects.toMatchObject({ code: 1005, answered: count === 1 });
    }
  });

  test('an error 1007 without calls under way, or another error, turns nothing off', async () => {
    const { open, last, take, posts, press } = setUp();
    open();
    last().answer(refused);
    const { sent } = await press();
    last().answer({ type: 'error', code: 1009, msg: 'too many subscriptions' });
    take(0);
    await expect(sent).resolves.toEqual(placed);
    expect(posts).toEqual([]);
  });
});

describe('R-SOC-16 an order is never repeated for another user', () => {
  test.each<[string, number | null]>([
    ['after a logout', null],
    ['after a login of another user', 2],
  ])('%s while it is under way', async (_, userId) => {
    const { open, page, last, posts, press } = setUp();
    open();
    const { sent } = await press();
    Object.assign(page, { userId, token: userId === null ? null : 'theirs' });
    last().emit('close');
    await expect(sent).rejects.toMatchObject({ code: 'ERR_CANCELED', answered: false });
    expect(posts).toEqual([]);
  });

  test('an answer that comes after the logout still ends it', async () => {
    const { open, page, socket, take, intents, press } = setUp();
    open();
    const { sent } = await press();
    socket.logout();
    Object.assign(page, { userId: null, token: null });
    take(0);
    await expect(sent).resolves.toEqual(placed);
    page.userId = 1;
    expect(intents.pending()).toEqual([]);
  });

  test('but goes on with the renewed token of the same user', async () => {
    const { open, page, last, posts, press } = setUp();
    open();
    const { sent } = await press();
    page.token = 'renewed';
    last().emit('close');
    await expect(sent).resolves.toEqual(placed);
    expect(posts.map(({ token }) => token)).toEqual(['renewed']);
  });
});
