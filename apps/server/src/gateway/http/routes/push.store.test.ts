import { codes } from '@candor/contracts/codes';
import { pushDevicesMax } from '@candor/contracts/http/notices';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { fakeBrowser, startFakePushService } from '../../../../../../testkit/fake-push-service.ts';
import { TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../../testkit/with-test-server.ts';
import { systemClock } from '../../../adapters/clock/system-clock.ts';
import { createPushSender } from '../../../adapters/push/push-sender.ts';

const { eurusd } = testSpecs;
const minuteMs = 60_000;
let server: TestServer;
let service: Awaited<ReturnType<typeof startFakePushService>>;
let auth: { authorization: string; lang: string };

beforeAll(async () => {
  service = await startFakePushService();
  server = await TestServer.start();
  const testService = { host: 'localhost', ca: service.ca };
  const options = {
    secret: Buffer.alloc(32, 5),
    contact: 'mailto:test@candor.example',
    clock: systemClock,
    testService,
  };
  server.push = createPushSender(options);
  await server.restart();
});
afterAll(async () => {
  await server.stop();
  await service.stop();
});
beforeEach(async () => {
  server.market.give(eurusd, '1.15283', '1.15295');
  auth = { authorization: await server.demo(), lang: 'en' };
  service.received.length = 0;
  service.answers.length = 0;
});

const post = (path: string, fields: object, headers: Record<string, string> = auth) =>
  server.call('POST', path, fields, headers);

/** Subscribes a browser of the account. */
async function subscribe(path: string, headers: Record<string, string> = auth) {
  const browser = fakeBrowser();
  const endpoint = `${service.origin}/${path}`;
  const { data } = await post('/v1/api/push/add', { endpoint, ...browser.keys }, headers);
  return { ...browser, endpoint, devices: data.devices as number };
}

/** Buys half a lot, and sends what that causes. */
async function buy(): Promise<void> {
  await post(submitPath, marketOrder);
  await server.call('GET', '/v1/api/notice/unread', {}, auth);
  await deliver();
}

async function deliver(): Promise<void> {
  await server.server.noticeRouter.route();
  await server.server.pushes.deliver();
}

describe('R-ALR-08 a pushed notice', () => {
  test('reaches every browser of the account, encrypted, once, and without amounts', async () => {
    const [phone, desk] = [await subscribe('phone'), await subscribe('desk', { ...auth, lang: 'de' })];
    expect(desk.devices).toBe(2);
    await buy();
    await deliver();
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/desk', '/phone']);
    const sentTo = (path: string) => service.received.find((one) => one.path === path)?.body ?? Buffer.alloc(0);
    expect(JSON.parse(phone.read(sentTo('/phone')))).toEqual({
      id: expect.stringMatching(/^\d+-\d+$/),
      title: 'Order filled or closed',
      body: '',
      page: expect.stringMatching(/^\/order\?id=\d+$/),
      lang: 'en',
    });
    expect(JSON.parse(desk.read(sentTo('/desk')))).toMatchObject({ title: 'Order ausgeführt oder geschlossen' });
    expect(service.received[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600' });
    expect(service.received[0]?.headers.authorization).toMatch(/^vapid t=.+, k=.+$/);
    const { data } = await server.call('GET', '/v1/api/push/key', {}, auth);
    expect(service.received[0]?.headers.authorization).toContain(`k=${data.key}`);
  });

  test('names the price of an alert, and the amount if the trader wants it', async () => {
    const phone = await subscribe('phone');
    await post('/v1/api/alert/set', { forex_id: eurusd.id, side: 'bid', when: 'above', price: '1.15300' });
    await post('/v1/api/notice/save_ways', { amounts: true });
    server.market.give(eurusd, '1.15301', '1.15313');
    await buy();
    const texts = service.received.map(({ body }) => JSON.parse(phone.read(body)));
    // Those of one round are sent in any order.
    expect(texts.map(({ body }) => String(body)).toSorted()).toEqual([
      '0.50 EUR/USD bought at 1.15313.',
      'EUR/USD has reached your alert at 1.15300.',
    ]);
    expect(texts.find(({ title }) => title === 'Alert fired')?.page).toBe(`/trade?id=${eurusd.id}`);
  });

  test.each([404, 410])('answered %i removes the browser', async (status) => {
    await subscribe('phone');
    service.answers.push(status);
    await buy();
    const { data } = await server.call('GET', '/v1/api/notice/ways', {}, auth);
    expect(data.devices).toBe(0);
    await buy();
    expect(service.received).toHaveLength(1);
  });

  test('is tried again when the service is busy, and given up after an hour', async () => {
    await subscribe('phone');
    service.answers.push(503, 429);
    await buy();
    expect(service.received).toHaveLength(1);
    for (let tries = 0; tries < 5; tries += 1) {
      server.advance(minuteMs);
      await server.server.pushes.deliver();
    }
    expect(service.received).toHaveLength(3);
    service.answers.push(...Array.from({ length: 99 }, () => 503));
    await buy();
    for (let minute = 0; minute < 90; minute += 1) {
      server.advance(minuteMs);
      await server.server.pushes.deliver();
    }
    const tried = service.received.length - 3;
    expect(tried).toBeGreaterThan(3);
    expect(tried).toBeLessThan(9);
  });

  test('goes nowhere once the session has ended or the browser was removed', async () => {
    const phone = await subscribe('phone');
    expect((await post('/v1/api/push/remove', { endpoint: phone.endpoint })).data).toEqual({ devices: 0 });
    await buy();
    expect(service.received).toEqual([]);
    await subscribe('desk');
    await post('/v1/api/alert/set', { forex_id: eurusd.id, side: 'bid', when: 'above', price: '1.15300' });
    await server.open.pool.query('delete from user_token');
    server.market.give(eurusd, '1.15301', '1.15313');
    // The call of another account waits for the lists.
    await server.call('GET', '/v1/api/notice/unread', {}, { authorization: await server.demo() });
    const { rows } = await server.open.pool.query(`select count(*) from notice where kind = 'alert-fired' and is_due`);
    expect(rows).toEqual([{ count: '1' }]);
    await deliver();
    expect(service.received).toEqual([]);
  });

  test('that was queued before the session ended goes nowhere', async () => {
    await subscribe('phone');
    service.answers.push(503);
    await buy();
    expect(service.received).toHaveLength(1);
    await server.open.pool.query('delete from user_token');
    server.advance(minuteMs);
    await server.server.pushes.deliver();
    expect(service.received).toHaveLength(1);
  });
});

describe('R-ALR-09 a browser', () => {
  test.each([
    ['http://localhost/a', 'endpoint'],
    ['https://127.0.0.1/a', 'endpoint'],
    ['https://push.evil.example/a', 'endpoint'],
    ['nonsense', 'endpoint'],
  ])('at %s is refused', async (endpoint, field) => {
    expect(await post('/v1/api/push/add', { endpoint, ...fakeBrowser().keys })).toMatchObject({
      code: codes.invalidField,
      data: { field },
    });
  });

  test('with keys that no message can be encrypted for is refused', async () => {
    const endpoint = `${service.origin}/a`;
    const { keys } = fakeBrowser();
    for (const wrong of [
      { ...keys, auth: 'AA' },
      { ...keys, p256dh: 'AA' },
    ])
      expect(await post('/v1/api/push/add', { endpoint, ...wrong })).toMatchObject({
        code: codes.invalidField,
        data: { field: 'p256dh' },
      });
  });

  test(`is one of ${pushDevicesMax} at most: the oldest gives way`, async () => {
    let devices = 0;
    for (let count = 0; count < pushDevicesMax + 2; count += 1) {
      server.advance(1_000);
      ({ devices } = await subscribe(`d${count}`));
    }
    expect(devices).toBe(pushDevicesMax);
    await buy();
    const paths = service.received.map(({ path }) => path);
    expect(paths).not.toContain('/d0');
    expect(paths).toContain('/d11');
  });

  test('belongs to the account that subscribed last', async () => {
    const phone = await subscribe('shared');
    const other = { authorization: await server.demo(), lang: 'en' };
    await post('/v1/api/push/add', { endpoint: phone.endpoint, ...phone.keys }, other);
    await buy();
    expect(service.received).toEqual([]);
  });
});

describe('R-ALR-11 the ways', () => {
  test('are chosen one by one, and each bad field is refused by name', async () => {
    const { data } = await post('/v1/api/notice/save_ways', { push: { fills: false }, mail: { fills: true } });
    expect(data.events[0]).toMatchObject({ event: 'fills', label: 'Order filled or closed', push: false, mail: true });
    const quiet = { from: 1_320, to: 420, zone: 'Europe/Berlin' };
    const later = await post('/v1/api/notice/save_ways', { quiet, mail: { 'stop-out': false } });
    expect(later.data).toMatchObject({
      quiet,
      events: expect.arrayContaining([expect.objectContaining({ push: false })]),
    });
    const stopOut = later.data.events.find(({ event }: { event: string }) => event === 'stop-out');
    expect(stopOut).toMatchObject({ mail: true, is_mail_locked: true });
    expect(await post('/v1/api/notice/save_ways', { quiet: { ...quiet, zone: 'Mars/Phobos' } })).toMatchObject({
      code: codes.invalidField,
      data: { field: 'zone' },
    });
    expect((await post('/v1/api/notice/save_ways', { quiet: { ...quiet, from: 1_440 } })).code).toBe(
      codes.invalidField,
    );
    expect((await post('/v1/api/notice/save_ways', { quiet: null })).data.quiet).toBeNull();
  });

  test('R-ALR-12 a notice that quiet hours hold back is in the list, and is not pushed later', async () => {
    await subscribe('phone');
    const nowMinute =
      new Date(server.clock.nowMs()).getUTCHours() * 60 + new Date(server.clock.nowMs()).getUTCMinutes();
    const quiet = { from: nowMinute, to: (nowMinute + 60) % 1_440, zone: 'UTC' };
    await post('/v1/api/notice/save_ways', { quiet });
    await buy();
    expect(service.received).toEqual([]);
    expect((await server.call('GET', '/v1/api/notice/list', {}, auth)).data.data).toHaveLength(1);
    await post('/v1/api/notice/save_ways', { quiet: null });
    await deliver();
    expect(service.received).toEqual([]);
  });

  test('a real user who chose a mail for fills gets one, once', async () => {
    const rosa = { ...(await server.realUser()), lang: 'en' };
    await post('/v1/api/notice/save_ways', { mail: { security: true, alert: true } }, rosa as never);
    await server.open.pool.query(
      `insert into notice (company_id, user_id, id, kind, at_ms, facts, is_due)
       values (1, $1, 'x-1', 'alert-fired', $2, '{"order":null,"amount":null}', true)`,
      [rosa.id, server.clock.nowMs()],
    );
    await deliver();
    await deliver();
    const mails = await server.messagesTo(`${rosa.uid}@example.com`);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/: \S/)]);
  });
});
