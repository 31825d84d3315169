import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../../../testkit/test-server.ts';
import { marketOrder as order, submitPath, withTestServer } from '../../../../../testkit/with-test-server.ts';

const { eurusd } = testSpecs;
let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

describe('the demo of a device (R-SES-05, R-SES-06)', () => {
  test('is one account with 50,000.00, found again by its device id', async () => {
    const device = randomUUID();
    const first = await server.call('GET', '/api/user/createAccountDemoForU', { demo_id: device, t: 1 });
    const again = await server.call('POST', '/api/user/createAccountDemoForU', { demo_id: device.toUpperCase() });
    expect(first.code).toBe(codes.ok);
    expect(first.data.user).toMatchObject({ is_demo: 1, currency: 'USD' });
    expect(again.data.user).toEqual(first.data.user);
    expect(again.data.token).not.toBe(first.data.token);
    const list = await server.call('GET', '/v1/api/forex/my_deal', {}, { authorization: first.data.token });
    expect(list.data).toMatchObject({
      balance: '50000.00',
      equity: '50000.000000',
      margin: '0.000000',
      margin_level: null,
      risk_rate: '0.00',
      total: 0,
    });
  });

  test('concurrent taps create one account', async () => {
    const device = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.call('POST', '/api/user/createAccountDemoForU', { demo_id: device })),
    );
    expect(new Set(answers.map((answer) => answer.data.user.id)).size).toBe(1);
  });

  test('needs a device id', async () => {
    const answer = await server.call('POST', '/api/user/createAccountDemoForU', { demo_id: 'me' });
    expect(answer).toMatchObject({ status: 200, code: codes.invalidField, data: { field: 'demo_id' } });
  });
});

describe('sessions (R-SES-02, R-SES-04, R-WIRE-10)', () => {
  test('answer code 999 without a token, with a wrong one or with an ended one', async () => {
    const info = (headers: Record<string, string>) => server.call('GET', '/api/user/info', {}, headers);
    expect((await info({})).code).toBe(codes.sessionExpired);
    expect((await info({ authorization: 'x'.repeat(43) })).code).toBe(codes.sessionExpired);
    expect((await info({ authorization: `Bearer ${auth.authorization}` })).code).toBe(codes.ok);
    await server.call('POST', '/api/user/logout', {}, auth);
    expect((await info(auth)).code).toBe(codes.sessionExpired);
    expect(server.endedSessions).toHaveLength(1);
  });

  test('store no token in plain text', async () => {
    const { rows } = await server.open.pool.query<{ dump: string }>(
      'select string_agg(user_token::text, $1) as dump from user_token',
      ['\n'],
    );
    expect(rows[0]?.dump).not.toContain(auth.authorization);
  });
});

describe('orders over HTTP', () => {
  test('a market order opens, shows its current figures and closes, and the balance agrees to the cent', async () => {
    const opened = await server.call(
      'POST',
      submitPath,
      { ...order, stop_loss_price: '1.14850', target_profit_price: '1.16050' },
      auth,
    );
    expect(opened.data).toMatchObject({
      ForexTradeLists: { ShowCode: 'EUR/USD' },
      Status: 1,
      OrderType: 1,
      Quantity: '0.50',
      Price: '1.15295',
      UpdatePrice: '1.15283',
      FactProfits: '-6.000000',
      CautionMoney: '576.475000',
      TradeFee: '3.500000',
      TargetLossPrice: '1.14850',
      TargetProfitPrice: '1.16050',
    });
    server.market.give(eurusd, '1.15544', '1.15556');
    const holding = await server.call('GET', '/v1/api/forex/my_deal', { status: 1 }, auth);
    expect(holding.data).toMatchObject({
      total: 1,
      all_fact_profits: '124.500000',
      balance: '49996.50',
      free_margin: '49544.525000',
    });
    const closed = await server.call('POST', '/v1/api/forex/close', { id: opened.data.Id }, auth);
    expect(closed.data).toMatchObject({
      Status: 3,
      CloseReason: 'user',
      UpdatePrice: '1.15544',
      FactProfits: '124.500000',
    });
    const history = await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, auth);
    expect(history.data).toMatchObject({ total: 1, all_fact_profits: '124.500000', balance: '50121.00' });
    expect(history.data.data[0]).toMatchObject({ Id: opened.data.Id, Status: 3 });
  });

  test('R-ORD-20 submit, set_stop_price and cancel show a pending order at the same current price as my_deal, also when repeated', async () => {
    server.market.give(eurusd, '1.15283', '1.15295');
    const marks = async () => {
      const { data } = await server.call('GET', '/v1/api/forex/my_deal', { status: 0 }, auth);
      return (data.data as { Id: number; UpdatePrice: string }[])[0]?.UpdatePrice;
    };
    const client_id = randomUUID();
    const wanted = { ...order, status: 0, target_price: '1.15000', client_id };
    const placed = await server.call('POST', submitPath, wanted, auth);
    expect(placed.data).toMatchObject({ Status: 0, Price: '1.15000', UpdatePrice: '1.15295' });
    expect(await marks()).toBe('1.15295');
    server.market.give(eurusd, '1.15383', '1.15395');
    expect((await server.call('POST', submitPath, wanted, auth)).data).toEqual(placed.data);
    const about = { id: placed.data.Id as number };
    const stops = { ...about, stop_loss_price: '1.14000' };
    const amended = await server.call('POST', '/v1/api/forex/set_stop_price', stops, auth);
    expect([amended.data.UpdatePrice, await marks()]).toEqual(['1.15395', '1.15395']);
    const cancelled = await server.call('POST', '/v1/api/forex/cancel_trade', about, auth);
    expect(cancelled.data).toMatchObject({ Status: 4, Price: '1.15000', UpdatePrice: '1.15395' });
  });

  test('R-SOC-07 the orders stamp changes when an order is placed, gets stops, is closed in part or cancelled', async () => {
    const stamps: string[] = [];
    const noteStamp = async () => {
      const lists = await Promise.all(
        [0, 1, 3].map((status) => server.call('GET', '/v1/api/forex/my_deal', { status }, auth)),
      );
      const [stamp, ...others] = lists.map(({ data }) => data.orders_stamp as string);
      expect(others).toEqual([stamp, stamp]);
      if (stamp !== undefined) stamps.push(stamp);
    };
    await noteStamp();
    const opened = await server.call('POST', submitPath, order, auth);
    await noteStamp();
    await server.call('POST', '/v1/api/forex/set_stop_price', { id: opened.data.Id, stop_loss_price: '1.14850' }, auth);
    await noteStamp();
    await server.call('POST', '/v1/api/forex/close', { id: opened.data.Id, cont: '0.20' }, auth);
    await noteStamp();
    const pending = await server.call('POST', submitPath, { ...order, status: 0, target_price: '1.15000' }, auth);
    await noteStamp();
    await server.call('POST', '/v1/api/forex/cancel_trade', { id: pending.data.Id }, auth);
    server.market.give(eurusd, '1.15284', '1.15296');
    await noteStamp();
    // Without the pending order everything is as it was before it, whatever the price does.
    expect(stamps.at(-1)).toBe(stamps.at(-3));
    expect(new Set(stamps).size).toBe(stamps.length - 1);
  });

  test('orders, history and balance survive a restart', async () => {
    const opened = await server.call('POST', submitPath, order, auth);
    await server.restart();
    const holding = await server.call('GET', '/v1/api/forex/my_deal', { status: 1 }, auth);
    expect(holding.data).toMatchObject({ total: 1, balance: '49996.50', margin: '576.475000' });
    expect(holding.data.data[0].Id).toBe(opened.data.Id);
  });

  test('a repeated client id returns the same bytes, also after a restart; with another body it is refused (R-WIRE-09)', async () => {
    const withId = { ...order, client_id: randomUUID() };
    const [first, twin] = await Promise.all([
      server.call('POST', submitPath, withId, auth),
      server.call('POST', submitPath, withId, auth),
    ]);
    server.market.give(eurusd, '1.15544', '1.15556');
    await server.restart();
    const later = await server.call('POST', submitPath, withId, auth);
    expect([twin.text, later.text]).toEqual([first.text, first.text]);
    const conflict = await server.call('POST', submitPath, { ...withId, cont: '0.60' }, auth);
    expect(conflict).toMatchObject({ status: 422, code: codes.idempotencyConflict });
    expect((await server.call('GET', '/v1/api/forex/my_deal', {}, auth)).data.total).toBe(1);
  });

  test('concurrent closes of one order close it once', async () => {
    const { data } = await server.call('POST', submitPath, order, auth);
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.call('POST', '/v1/api/forex/close', { id: data.Id }, auth)),
    );
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([
      codes.ok,
      codes.orderNotFound,
      codes.orderNotFound,
    ]);
  });

  test('another account’s order is not found', async () => {
    const { data } = await server.call('POST', submitPath, order, auth);
    const other = { authorization: await server.demo() };
    for (const path of ['close', 'cancel_trade', 'set_stop_price']) {
      expect((await server.call('POST', `/v1/api/forex/${path}`, { id: data.Id }, other)).code).toBe(
        codes.orderNotFound,
      );
    }
  });

  test('a pending order is placed, shown, cancelled and listed in history', async () => {
    const placed = await server.call('POST', submitPath, { ...order, status: 0, target_price: '1.15000' }, auth);
    expect(placed.data).toMatchObject({ Status: 0, Kind: 'limit', OriginPrice: '1.15000', CautionMoney: '0.000000' });
    const pending = await server.call('GET', '/v1/api/forex/my_deal', { status: 0 }, auth);
    expect(pending.data.total).toBe(1);
    await server.call('POST', '/v1/api/forex/cancel_trade', { id: placed.data.Id }, auth);
    const history = await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, auth);
    expect(history.data.data[0]).toMatchObject({ Id: placed.data.Id, Status: 4 });
  });

  test('a pending order expires at its time and is listed as expired', async () => {
    const expiresAt = Date.now() + 400;
    const pending = { ...order, status: 0, target_price: '1.15000', expires_at: expiresAt };
    expect((await server.call('POST', submitPath, pending, auth)).data).toMatchObject({
      Status: 0,
      ExpireTime: expiresAt,
    });
    await expect
      .poll(async () => (await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, auth)).data.data[0]?.Status)
      .toBe(5);
  });

  test('GET with the token header places an order; without a token no state changes (R-WIRE-08)', async () => {
    expect((await server.call('GET', submitPath, { ...order, t: 1 })).code).toBe(codes.sessionExpired);
    expect((await server.call('GET', submitPath, { ...order, t: 1 }, auth)).data).toMatchObject({ Status: 1 });
  });
});

describe('reset of a demo (R-SES-07)', () => {
  test('closes and cancels all orders with that reason, restores the balance and keeps the history', async () => {
    await server.call('POST', submitPath, order, auth);
    await server.call('POST', submitPath, { ...order, status: 0, target_price: '1.14000' }, auth);
    server.market.give(eurusd, '1.14283', '1.14295');
    const reset = await server.call('GET', '/v1/api/main/user/resetForexDemoAccount', { t: 1 }, auth);
    expect(reset).toMatchObject({ code: codes.ok, data: null });
    const history = await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, auth);
    expect(history.data).toMatchObject({ total: 2, balance: '50000.00', margin: '0.000000' });
    expect(
      history.data.data.map((one: { Status: number; CloseReason: string | null }) => [one.Status, one.CloseReason]),
    ).toEqual([
      [4, null],
      [3, 'demo_reset'],
    ]);
    await server.restart();
    expect((await server.call('GET', '/v1/api/forex/my_deal', {}, auth)).data).toMatchObject({
      total: 0,
      balance: '50000.00',
    });
  });

  test('removes profits as well', async () => {
    const { data } = await server.call('POST', submitPath, order, auth);
    server.market.give(eurusd, '1.16283', '1.16295');
    await server.call('POST', '/v1/api/forex/close', { id: data.Id }, auth);
    await server.call('POST', '/v1/api/main/user/resetForexDemoAccount', {}, auth);
    expect((await server.call('GET', '/v1/api/forex/my_deal', {}, auth)).data.balance).toBe('50000.00');
  });
});

describe('refusals', () => {
  test.each([
    [{ cont: '0.505' }, codes.lotsOffStep, undefined],
    [{ cont: '-1' }, codes.invalidField, 'cont'],
    [{ cont: '1e2' }, codes.invalidField, 'cont'],
    [{ cont: '1,5' }, codes.invalidField, 'cont'],
    [{ cont: '١' }, codes.invalidField, 'cont'],
    [{ cont: [5] }, codes.invalidField, 'cont'],
    [{ cont: null }, codes.invalidField, 'cont'],
    [{ cont: '1'.repeat(1_000) }, codes.invalidField, 'cont'],
    [{ cont: '100.01' }, codes.lotsOutOfRange, 'cont'],
    [{ cont: '0.00' }, codes.invalidField, 'cont'],
    [{ type: 3 }, codes.invalidField, 'type'],
    [{ type: '0x1' }, codes.invalidField, 'type'],
    [{ forex_id: 999 }, codes.unknownInstrument, undefined],
    [{ multiple: 33 }, codes.leverageNotOffered, 'multiple'],
    [{ stop_loss_price: '1.15283' }, codes.stopLossWrongSide, 'stop_loss_price'],
    [{ stop_loss_price: '1.152831' }, codes.invalidField, 'stop_loss_price'],
    [{ stop_loss_price: '-1.15000' }, codes.invalidField, 'stop_loss_price'],
    [{ target_profit_price: '-1' }, codes.invalidField, 'target_profit_price'],
    [{ target_profit_price: '1.1' }, codes.takeProfitWrongSide, 'target_profit_price'],
    [{ status: 0 }, codes.targetPriceRequired, 'target_price'],
    [{ price: '1.15290', max_deviation: '0.00004' }, codes.deviationExceeded, undefined],
    [{ cont: '100', multiple: 20 }, codes.notEnoughMargin, undefined],
    [{ client_id: 'short' }, codes.invalidField, 'client_id'],
    [{ forex_id: testSpecs.unlevered.id }, codes.noLeverage, undefined],
    [{ forex_id: testSpecs.gbpusd.id }, codes.noPrice, undefined],
  ])(
    '%j is code %i, field %s, and nothing is executed (R-ORD-03, R-ORD-18, R-ORD-26, R-WIRE-04)',
    async (fields, code, field) => {
      const answer = await server.call('POST', submitPath, { ...order, ...fields }, auth);
      expect(answer).toMatchObject({ status: 200, code });
      if (field !== undefined) expect(answer.data).toEqual({ field });
      expect((await server.call('GET', '/v1/api/forex/my_deal', {}, auth)).data.total).toBe(0);
    },
  );

  test('R-ORD-23 two accounts that order at the same instant are filled at the same quote', async () => {
    const other = { authorization: await server.demo() };
    const opened = await Promise.all([auth, other].map((who) => server.call('POST', submitPath, order, who)));
    const receipts = await Promise.all(
      opened.map(({ data }, at) => server.call('GET', '/v1/api/forex/receipts', { id: data.Id }, [auth, other][at])),
    );
    const quotes = receipts.map(({ data }) => data.map((receipt: SignedReceipt) => receipt.fields.quote));
    expect(quotes[0]).toMatchObject([{ bid: expect.any(String) }]);
    expect(quotes[1]).toEqual(quotes[0]);
  });

  test('an order in a closed market or at a stale price is refused by name', async () => {
    server.market.kind = 'closed';
    expect((await server.call('POST', submitPath, order, auth)).code).toBe(codes.marketClosed);
    server.market.kind = 'open';
    server.market.age = 5_001;
    expect((await server.call('POST', submitPath, order, auth)).code).toBe(codes.priceStale);
  });

  test('texts are in the language of the header; tw is read as hk, unknown languages as hk (R-LANG-04)', async () => {
    server.market.kind = 'closed';
    const say = async (lang: string) => (await server.call('POST', submitPath, order, { ...auth, lang })).msg;
    expect(await say('en')).toBe('The market is closed.');
    expect(await say('hk')).toBe('市場已休市。');
    expect(await say('tw')).toBe('市場已休市。');
    expect(await say('xx')).toBe('市場已休市。');
  });

  test('transport refusals carry their status and the envelope (R-WIRE-01, R-WIRE-02, R-WIRE-03, R-WIRE-18)', async () => {
    expect(await server.call('GET', '/v1/api/nothing')).toMatchObject({ status: 404, code: codes.unknownPath });
    const send = (payload: string, type: string) =>
      server.server.app.inject({
        method: 'POST',
        url: submitPath,
        headers: { ...auth, 'content-type': type },
        payload,
      });
    expect((await send('{', 'application/json')).json()).toMatchObject({ code: codes.invalidField });
    expect((await send('x', 'text/xml')).statusCode).toBe(415);
    const large = await send(JSON.stringify({ cont: 'x'.repeat(70_000) }), 'application/json');
    expect([large.statusCode, large.json().code]).toEqual([413, codes.bodyTooLarge]);
  });

  test('form bodies are accepted (R-WIRE-07)', async () => {
    const reply = await server.server.app.inject({
      method: 'POST',
      url: submitPath,
      headers: { ...auth, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'type=2&cont=0.10&forex_id=1&status=1&multiple=100',
    });
    expect(reply.json()).toMatchObject({ code: codes.ok, data: { OrderType: 2, Price: '1.15283' } });
  });
});

describe('origins (R-WIRE-13, R-WIRE-14)', () => {
  test.each([
    ['http://m.localhost:8080', 'api.localhost:8080', true],
    ['https://m.example.com', 'api.example.com', true],
    ['https://api.example.com', 'api.example.com', true],
    ['https://evil.com', 'api.example.com', false],
    ['https://evil.co.uk', 'example.co.uk', false],
    ['http://localhost:9999', 'localhost:8080', false],
    ['null', 'api.example.com', false],
  ])('a page at %s may call %s: %s', async (origin, host, allowed) => {
    const reply = await server.server.app.inject({ method: 'GET', url: '/api/user/info', headers: { origin, host } });
    expect(reply.headers['access-control-allow-origin']).toBe(allowed ? origin : undefined);
    expect(reply.headers['cache-control']).toBe('no-store');
  });
});
