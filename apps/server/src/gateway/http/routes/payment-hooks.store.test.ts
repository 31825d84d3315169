import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hookBody, hookHeaders } from '../../../../../../testkit/sign-hook.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { hookSecret, own, type Payer, WatchWorld } from '../../../../../../testkit/watch-world.ts';

let server: TestServer;
let world: WatchWorld;
let payer: Payer;
beforeAll(async () => {
  server = await TestServer.start();
  world = await WatchWorld.start(server);
  payer = await world.payer('localhost', { confirmations: 0 });
});
afterAll(async () => {
  await world.stop();
  await server.stop();
});

interface Sent {
  readonly secret?: string;
  readonly atMs?: number;
  readonly headers?: Record<string, string>;
  readonly provider?: string;
  readonly sent?: Buffer;
}

async function call(body: Buffer, { secret = hookSecret, atMs, headers = {}, provider = 'payer', sent }: Sent = {}) {
  const signed = hookHeaders(secret, body, atMs ?? server.clock.nowMs());
  const reply = await world.app.inject({
    method: 'POST',
    url: `/api/hooks/payments/${provider}`,
    headers: { host: 'localhost', ...signed, ...headers },
    payload: sent ?? body,
  });
  const { code, data } = JSON.parse(reply.body) as { code: number; data: { field?: string } | null };
  return { status: reply.statusCode, code, field: data?.field };
}

async function observedPayments(): Promise<number> {
  const { rows } = await server.open.pool.query('select count(*)::int as count from payment_sighting');
  return (rows as { count: number }[])[0]?.count ?? 0;
}

describe('R-FND-70 a provider’s call is authenticated', () => {
  test('a call signed with the shared secret is stored, and the payment credited', async () => {
    expect(await call(hookBody({ address: payer.address }))).toMatchObject({ status: 200, code: 1 });
    await world.run.look();
    expect(world.balance(payer.id)).toBe('25.50');
  });

  test.each([
    ['another secret', { secret: 'x'.repeat(40) }, 401, 1011],
    ['no signature', { headers: { 'x-candor-signature': '' } }, 401, 1011],
    ['a signature of another length', { headers: { 'x-candor-signature': 'v1=00' } }, 401, 1011],
    ['another time than was signed', { headers: { 'x-candor-timestamp': '1' } }, 401, 1011],
    ['another body than was signed', { sent: hookBody({ amount: '1000000' }) }, 401, 1011],
    ['a time that has passed', { atMs: -301_000 }, 401, 1012],
    ['a time to come', { atMs: 302_000 }, 401, 1012],
    ['a provider that nobody knows', { provider: 'other' }, 404, 1002],
    ["another company's host", { headers: { host: otherHost } }, 404, 1002],
  ])('a call with %s is refused, and nothing is stored', async (_what, sent, status, code) => {
    const before = await observedPayments();
    const atMs = 'atMs' in sent ? server.clock.nowMs() + sent.atMs : server.clock.nowMs();
    expect(await call(hookBody({ address: payer.address }), { ...sent, atMs })).toMatchObject({ status, code });
    expect(await observedPayments()).toBe(before);
  });

  test('a time within five minutes either way is accepted', async () => {
    for (const offMs of [-298_000, 298_000])
      expect(await call(hookBody(), { atMs: server.clock.nowMs() + offMs })).toMatchObject({ status: 200 });
  });

  test('a body beyond 64 KiB is refused without being read to its end', async () => {
    const large = hookBody({ transaction: 'x'.repeat(70_000) });
    expect(await call(large)).toMatchObject({ status: 413, code: 1003 });
  });

  test.each([
    ['amount', { amount: '1e3' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '0.123456789' }],
    ['amount', { amount: 25.5 }],
    ['status', { status: 'paid' }],
    ['currency', { currency: 'usdt' }],
    ['at', { at: '1000' }],
    ['body', { surprise: 1 }],
  ])('an invalid %s is refused by name', async (field, changes) => {
    expect(await call(hookBody(changes))).toMatchObject({ status: 400, code: 1001, field });
  });

  test('invalid JSON is refused, after the signature check', async () => {
    expect(await call(Buffer.from('{"id":'))).toMatchObject({ status: 400, code: 1001 });
    expect(await call(Buffer.from('{"id":'), { secret: 'x'.repeat(40) })).toMatchObject({ status: 401 });
  });
});

describe('R-FND-71 a provider’s event counts once', () => {
  test('a repeated event gets the same answer and changes nothing; another under its id is refused', async () => {
    const balance = world.balance(payer.id);
    const sentEvent = { id: 'event-7', payment: 'p-7', address: payer.address, amount: '10' };
    expect(await call(hookBody(sentEvent))).toMatchObject({ status: 200 });
    expect(await call(hookBody(sentEvent))).toMatchObject({ status: 200 });
    expect(await call(hookBody({ ...sentEvent, amount: '11' }))).toMatchObject({ status: 409, code: 1006 });
    expect(await call(hookBody({ ...sentEvent, id: 'event-8' }))).toMatchObject({ status: 200 });
    await world.run.look();
    expect(Number(world.balance(payer.id)) - Number(balance)).toBe(10);
  });

  test('an event older than the last one changes nothing', async () => {
    const sentEvent = { payment: 'p-late', address: payer.address, amount: '3' };
    const balance = world.balance(payer.id);
    await call(hookBody({ ...sentEvent, at: 1_000, status: 'seen' }));
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'seen', confirmations: 0 });
    await call(hookBody({ ...sentEvent, at: 3_000, status: 'dropped' }));
    await call(hookBody({ ...sentEvent, at: 2_000, status: 'confirmed' }));
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'dropped' });
    await call(hookBody({ ...sentEvent, at: 4_000, status: 'confirmed' }));
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'credited' });
    expect(Number(world.balance(payer.id)) - Number(balance)).toBe(3);
  });

  test('a payment reverted after its credit raises an alert, and the balance stays', async () => {
    const sentEvent = { payment: 'p-back', address: payer.address, amount: '4' };
    await call(hookBody({ ...sentEvent, at: 1_000 }));
    await world.run.look();
    const balance = world.balance(payer.id);
    await call(hookBody({ ...sentEvent, at: 2_000, status: 'dropped' }));
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'credited', isReverted: true });
    expect(world.balance(payer.id)).toBe(balance);
    expect(world.errors.at(-1)?.message).toContain('ALERT company 1: payment payer:p-back');
    expect((await world.auditTrail(own)).at(-1)).toContain('payment-reverted');
  });

  test('an event is answered only once it is stored', async () => {
    world.step = async (name, run) => {
      if (name === 'takeEvent') throw new Error('the database is gone');
      return run();
    };
    const body = hookBody({ payment: 'p-lost', address: payer.address, amount: '6' });
    const balance = world.balance(payer.id);
    expect(await call(body)).toMatchObject({ status: 500, code: 1903 });
    world.step = (_name, run) => run();
    expect(await call(body)).toMatchObject({ status: 200 });
    await world.run.look();
    expect(Number(world.balance(payer.id)) - Number(balance)).toBe(6);
  });
});
