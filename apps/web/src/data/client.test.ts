import { solveWork } from '@candor/work-proof/solve-work';
import { describe, expect, it, vi } from 'vitest';
import { CallError, createClient } from './client.ts';
import { createIntents } from './intents.ts';

type Answer = { status?: number; body: unknown } | Error;

function setUp(
  answers: Answer[],
  session: string | null | (() => string | null) = 'secret',
  userId: () => number | null = () => null,
) {
  const token = typeof session === 'function' ? session : () => session;
  const calls: { url: string; init: RequestInit }[] = [];
  const onSessionExpired = vi.fn<() => void>();
  const fetchFake = vi.fn<typeof fetch>(async (url, init) => {
    calls.push({ url: String(url), init: init ?? {} });
    const answer = answers.shift();
    if (answer === undefined) throw new Error('no answer left');
    if (answer instanceof Error) throw answer;
    return new Response(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body), {
      status: answer.status ?? 200,
    });
  });
  const client = createClient({
    origin: 'https://api.example.com',
    fetch: fetchFake,
    language: () => 'hk',
    token,
    userId,
    onSessionExpired,
    device: () => 'of-rosa',
    doWork: async ({ challenge, difficulty }) => `${challenge}:${difficulty}`,
    now: () => 1234,
    sleep: async () => {},
  });
  return { client, calls, onSessionExpired };
}

const ok = (data: unknown) => ({ body: { code: 1, msg: '', data } });
const login = { account: 'rosa', password: 'secret' };
const code = { to: 'rosa@example.com', type: 1 };

describe('client', () => {
  it('unwraps data and sends lang, token and t (R-WIRE-01, R-WIRE-11)', async () => {
    const { client, calls } = setUp([ok([1])]);
    await expect(client.call('orders', { page: 2, status: undefined })).resolves.toEqual([1]);
    expect(calls[0]?.url).toBe('https://api.example.com/v1/api/forex/my_deal?page=2&t=1234');
    expect(calls[0]?.init.headers).toMatchObject({ lang: 'hk', authorization: 'secret' });
  });

  it('lets browsers keep what they ask for by ETag (R-WIRE-11, R-MKT-40)', async () => {
    const { client, calls } = setUp([ok([]), ok([])]);
    await client.call('instruments', {});
    await client.call('candles', { forex_id: 3, period: '5min' });
    expect(calls.map(({ url }) => url)).toEqual([
      'https://api.example.com/v1/api/forex/trade_list',
      'https://api.example.com/v1/api/forex/kline?forex_id=3&period=5min',
    ]);
  });

  it('R-ERR-05 passes on the server’s success message', async () => {
    const { client } = setUp([{ body: { code: 1, msg: 'Erfolgreich', data: { Id: 1 } } }]);
    const words: string[] = [];
    const onDone = (message: string) => words.push(message);
    await createIntents(memoryStore()).send(client, 'closeOrder', { id: 1 }, { onDone });
    expect(words).toEqual(['Erfolgreich']);
  });

  describe('R-SES-32 proofs of work', () => {
    const asked = { algorithm: 'sha256', challenge: 'c', difficulty: 4, expires_in_ms: 1, header: 'proof-of-work' };
    const refused = { body: { code: 1013, msg: 'Wait', data: asked } };

    it('are computed and sent with the repeated call', async () => {
      const { client, calls } = setUp([refused, ok('in')]);
      await expect(client.call('logIn', login)).resolves.toBe('in');
      expect(calls.map(({ init }) => init.body)).toEqual([JSON.stringify(login), JSON.stringify(login)]);
      expect(calls[0]?.init.headers).not.toHaveProperty('proof-of-work');
      expect(calls[1]?.init.headers).toMatchObject({ 'proof-of-work': 'c:4', device: 'of-rosa' });
    });

    it('R-SES-36 replace a resend pause begun by another client, and no other pause', async () => {
      const paused = { body: { code: 1107, msg: 'Wait', data: { wait_ms: 30_000, work: asked } } };
      const { client, calls } = setUp([paused, ok({ ticket: 't' })]);
      await expect(client.call('sendMailCode', code)).resolves.toEqual({ ticket: 't' });
      expect(calls[1]?.init.headers).toMatchObject({ 'proof-of-work': 'c:4', device: 'of-rosa' });
      const { client: other } = setUp([{ body: { code: 1107, msg: 'Wait', data: { wait_ms: 30_000 } } }]);
      await expect(other.call('sendMailCode', code)).rejects.toMatchObject({ code: 1107 });
    });

    it('end after three attempts', async () => {
      const { client, calls } = setUp([refused, refused, refused, refused]);
      await expect(client.call('logIn', login)).rejects.toMatchObject({ code: 1013 });
      expect(calls).toHaveLength(4);
    });

    it('are found by counting', async () => {
      expect(solveWork({ challenge: 'c', difficulty: 0 })).toBe('c:0');
      const answer = solveWork({ challenge: 'c', difficulty: 10 });
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(answer));
      expect(new DataView(hash).getUint32(0) >>> 22).toBe(0);
    });
  });

  it('sends no authorization when logged out', async () => {
    const { client, calls } = setUp([ok(null)], null);
    await client.call('user', {});
    expect(calls[0]?.init.headers).not.toHaveProperty('authorization');
  });

  it('R-SES-41 sends a log-out in the session that it ends, and lets it outlive the page', async () => {
    let user: number | null = 7;
    const { client, calls } = setUp(
      [ok(null)],
      () => (user === null ? null : 'secret'),
      () => user,
    );
    const sent = client.call('logOut', {}, { keepalive: true });
    user = null;
    await sent;
    expect(calls).toMatchObject([{ init: { headers: { authorization: 'secret' }, keepalive: true } }]);
  });

  it('R-ERR-01 does not end a new session when a call of the earlier one is refused', async () => {
    let token = 'earlier';
    const { client, onSessionExpired } = setUp([{ body: { code: 999, msg: 'ended', data: null } }], () => token);
    const sent = client.call('user', {});
    token = 'new';
    await expect(sent).rejects.toMatchObject({ code: 999 });
    expect(onSessionExpired).not.toHaveBeenCalled();
  });

  it('rejects with the server’s message verbatim', async () => {
    const { client } = setUp([{ body: { code: 1213, msg: 'Insufficient', data: null } }]);
    await expect(client.call('cancelOrder', { id: 1 })).rejects.toMatchObject({
      code: 1213,
      message: 'Insufficient',
      answered: true,
    });
  });

  it('reports an expired session, but not for a probe (R-ERR-01)', async () => {
    const expired = { body: { code: 999, msg: 'expired', data: null } };
    const { client, onSessionExpired } = setUp([expired, expired]);
    await expect(client.call('user', {}, { probe: true })).rejects.toBeInstanceOf(CallError);
    expect(onSessionExpired).not.toHaveBeenCalled();
    await expect(client.call('user', {})).rejects.toBeInstanceOf(CallError);
    expect(onSessionExpired).toHaveBeenCalledOnce();
  });

  it('turns a response without an envelope into its status', async () => {
    const { client } = setUp([
      { status: 502, body: '<html>' },
      { status: 502, body: '<html>' },
    ]);
    await expect(client.call('user', {})).rejects.toMatchObject({ code: 502, answered: false });
  });

  it('does not repeat a write by itself', async () => {
    const { client, calls } = setUp([new TypeError('down')]);
    await expect(client.call('cancelOrder', { id: 1 })).rejects.toMatchObject({ code: 'ERR_NETWORK' });
    expect(calls).toHaveLength(1);
  });
});

function memoryStore() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

function idsOf(calls: { init: RequestInit }[]): unknown[] {
  return calls.map((call) => (JSON.parse(String(call.init.body)) as { client_id: string }).client_id);
}

describe('intents (R-WIRE-09)', () => {
  it('repeats an unanswered order with the same id', async () => {
    const { client, calls } = setUp([new TypeError('down'), { status: 502, body: '' }, ok({ Id: 1 })]);
    const intents = createIntents(memoryStore());
    await expect(intents.send(client, 'closeOrder', { id: 1, cont: '0.50' })).resolves.toEqual({ Id: 1 });
    expect(new Set(idsOf(calls)).size).toBe(1);
    expect(calls).toHaveLength(3);
    expect(intents.pending()).toHaveLength(0);
  });

  it.each([
    { what: 'unavailable', code: 1902 },
    { what: 'internal', code: 1903 },
  ])('keeps the id after the answer `$what`: the order may be stored', async ({ code }) => {
    const store = memoryStore();
    const unknown = { status: 503, body: { code, msg: 'Please try again.', data: null } };
    const first = setUp(Array.from({ length: 4 }, () => unknown));
    const failed = createIntents(store).send(first.client, 'closeOrder', { id: 1, cont: '1' });
    await expect(failed).rejects.toMatchObject({ code, answered: false });
    const second = setUp([ok(null)]);
    const intents = createIntents(store);
    expect(intents.pending()).toHaveLength(1);
    await intents.send(second.client, 'closeOrder', { id: 1, cont: '1' });
    expect(new Set([...idsOf(first.calls), ...idsOf(second.calls)]).size).toBe(1);
    expect(intents.pending()).toHaveLength(0);
  });

  it.each([1901, 1005, 999])('keeps the id when %i answers the repetition of a lost order', async (code) => {
    const store = memoryStore();
    const refused = { status: 503, body: { code, msg: 'Later.', data: null } };
    const down = new TypeError('down');
    const { client } = setUp([down, down, down, refused, refused]);
    const intents = createIntents(store);
    const send = () => intents.send(client, 'closeOrder', { id: 1, cont: '1' });
    await expect(send()).rejects.toMatchObject({ code, answered: false });
    expect(intents.pending()).toHaveLength(1);
    // Without a lost attempt the refusal ends the intent.
    const fresh = createIntents(memoryStore());
    const other = setUp(Array.from({ length: 4 }, () => refused));
    await expect(fresh.send(other.client, 'closeOrder', { id: 1, cont: '1' })).rejects.toMatchObject({
      answered: true,
    });
    expect(fresh.pending()).toHaveLength(0);
    // A press after a reload meets it first.
    await expect(
      createIntents(store).send(setUp(Array.from({ length: 4 }, () => refused)).client, 'closeOrder', {
        id: 1,
        cont: '1',
      }),
    ).rejects.toMatchObject({ answered: false });
    expect(createIntents(store).pending()).toHaveLength(1);
  });

  it('repeats an order by itself while no core leads', async () => {
    const away = { status: 503, body: { code: 1902, msg: 'Please try again.', data: null } };
    const { client, calls } = setUp([away, away, ok({ Id: 1 })]);
    const intents = createIntents(memoryStore());
    await expect(intents.send(client, 'closeOrder', { id: 1, cont: '0.50' })).resolves.toEqual({ Id: 1 });
    expect(new Set(idsOf(calls)).size).toBe(1);
  });

  it('keeps the id across a reload until the server has answered', async () => {
    const store = memoryStore();
    const down = Array.from({ length: 4 }, () => new TypeError('down'));
    const first = setUp(down);
    await expect(createIntents(store).send(first.client, 'closeOrder', { id: 1, cont: '1' })).rejects.toBeInstanceOf(
      CallError,
    );
    const second = setUp([ok(null)]);
    await createIntents(store).send(second.client, 'closeOrder', { id: 1, cont: '1' });
    expect(idsOf(second.calls)[0]).toBe(idsOf(first.calls)[0]);
  });

  it('joins a double tap and gives a new press a new id', async () => {
    const { client, calls } = setUp([ok(1), ok(2)]);
    const intents = createIntents(memoryStore());
    await Promise.all([
      intents.send(client, 'closeOrder', { id: 1, cont: '1' }),
      intents.send(client, 'closeOrder', { id: 1, cont: '1' }),
    ]);
    expect(calls).toHaveLength(1);
    await intents.send(client, 'closeOrder', { id: 1, cont: '1' });
    expect(new Set(idsOf(calls)).size).toBe(2);
  });

  it('sends again what the screen showed at the first press, not what it shows now', async () => {
    const store = memoryStore();
    const down = Array.from({ length: 4 }, () => new TypeError('down'));
    const first = setUp(down);
    const lost = createIntents(store).send(first.client, 'closeOrder', { id: 1, cont: '1' }, { seen: { seq: 7 } });
    await expect(lost).rejects.toBeInstanceOf(CallError);
    const second = setUp([ok(null)]);
    await createIntents(store).send(second.client, 'closeOrder', { id: 1, cont: '1' }, { seen: { seq: 9 } });
    expect(second.calls[0]?.init.body).toBe(first.calls[0]?.init.body);
    expect(second.calls[0]?.init.body).toContain('"seq":7');
  });

  it('forgets a refused order', async () => {
    const { client } = setUp([{ body: { code: 1213, msg: 'no', data: null } }]);
    const intents = createIntents(memoryStore());
    await expect(intents.send(client, 'cancelOrder', { id: 1 })).rejects.toMatchObject({ code: 1213 });
    expect(intents.pending()).toHaveLength(0);
  });
});

describe('a company out of service (R-COM-02)', () => {
  it('is reported by any call, so that the app can leave', async () => {
    const onSuspended = vi.fn<() => void>();
    const body = JSON.stringify({ code: 1502, msg: 'closed', data: null });
    const client = createClient({
      origin: 'https://api.example.com',
      fetch: async () => new Response(body),
      language: () => 'en',
      token: () => null,
      onSessionExpired: () => {},
      onSuspended,
    });
    await expect(client.call('cancelOrder', { id: 1 })).rejects.toThrow('closed');
    expect(onSuspended).toHaveBeenCalledOnce();
  });
});

describe('R-SOC-16 orders over the socket', () => {
  const deps = { origin: '', language: () => 'en', token: () => 'mine', onSessionExpired: () => {} };

  it('are no other calls, and none without an id', async () => {
    const overSocket = vi.fn<() => null>(() => null);
    const fetch = async () => new Response('{"code":1,"msg":"","data":null}');
    const client = createClient({ ...deps, fetch, overSocket });
    await client.call('closeOrder', { id: 1 });
    await client.call('resetDemo', { client_id: 'a'.repeat(32) });
    expect(overSocket).not.toHaveBeenCalled();
    await client.call('closeOrder', { id: 1, client_id: 'a'.repeat(32) });
    expect(overSocket).toHaveBeenCalledOnce();
  });

  it('and over HTTP are never repeated for another user', async () => {
    let userId = 1;
    const fetch = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError('down'));
    const sleep = async () => void (userId = 2);
    const client = createClient({ ...deps, fetch, sleep, userId: () => userId });
    const intents = createIntents(memoryStore(), Date.now, undefined, () => userId);
    await expect(intents.send(client, 'closeOrder', { id: 1 })).rejects.toMatchObject({ answered: false });
    expect(fetch).toHaveBeenCalledOnce();
    expect(intents.pending()).toEqual([]);
    userId = 1;
    expect(intents.pending()).toHaveLength(1);
  });
});
