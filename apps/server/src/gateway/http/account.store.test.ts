import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
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

describe('lists and figures (R-WIRE-12, R-ORD-20, R-ORD-21)', () => {
  test('lists have pages of twenty rows and the total of all rows', async () => {
    for (let count = 0; count < 23; count += 1) await server.call('POST', submitPath, { ...order, cont: '0.01' }, auth);
    const page = async (number: number) =>
      (await server.call('GET', '/v1/api/forex/my_deal', { page: number }, auth)).data;
    const [first, second, third] = [await page(1), await page(2), await page(3)];
    expect([first.data.length, second.data.length, third.data.length]).toEqual([20, 3, 0]);
    expect([first.total, second.total, third.total]).toEqual([23, 23, 23]);
    const ids = [...first.data, ...second.data].map(({ Id }: { Id: number }) => Id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(first).toMatchObject({ margin: '265.178500', risk_rate: '0.53', margin_level: '18853.58' });
  });

  test('an account holds at most 200 orders (R-ORD-19)', async () => {
    for (let count = 0; count < 200; count += 1)
      await server.call('POST', submitPath, { ...order, cont: '0.01' }, auth);
    expect((await server.call('POST', submitPath, { ...order, cont: '0.01' }, auth)).code).toBe(codes.tooManyOrders);
  });
});

describe('the account’s money (R-LED-11)', () => {
  test('every balance change is listed with its reason, newest first, and the changes sum to the balance', async () => {
    const { data } = await server.call('POST', submitPath, order, auth);
    server.market.give(eurusd, '1.15544', '1.15556');
    await server.call('POST', '/v1/api/forex/close', { id: data.Id }, auth);
    const list = await server.call('GET', '/v1/api/main/accountLog/forexChange', { page: 1 }, { ...auth, lang: 'en' });
    const rows = list.data.data.map((row: { Value: string; MemoTran: string; Balance: string }) => [
      row.MemoTran,
      row.Value,
      row.Balance,
    ]);
    expect(list.data.total).toBe(3);
    expect(rows).toEqual([
      ['Trading profit', '124.500000', '50121.00'],
      ['Handling fee', '-3.500000', '49996.50'],
      ['Practice money', '50000.000000', '50000.00'],
    ]);
    expect((await server.call('GET', '/v1/api/main/account/forexDetail', {}, auth)).data).toEqual({
      balance: '50121.00',
      lock_balance: '0.00',
    });
    const other = { authorization: await server.demo() };
    expect((await server.call('GET', '/v1/api/main/accountLog/forexChange', {}, other)).data.total).toBe(1);
    expect((await server.call('GET', '/v1/api/main/accountLog/forexChange')).code).toBe(codes.sessionExpired);
  });
});

describe('the outcome of a command (R-WIRE-17)', () => {
  test('is done, refused or unknown, also after a restart, and is shown to its own account only', async () => {
    const [done, refused] = [randomUUID(), randomUUID()];
    const placed = await server.call('POST', submitPath, { ...order, client_id: done }, auth);
    await server.call('POST', submitPath, { ...order, cont: '100', multiple: 20, client_id: refused }, auth);
    await server.restart();
    const ask = async (id: string, headers: Record<string, string> = auth) =>
      (await server.call('GET', '/v1/api/forex/command', { client_id: id }, { ...headers, lang: 'en' })).data;
    expect(await ask(done)).toEqual({ status: 'done', order: placed.data });
    expect(await ask(refused)).toMatchObject({ status: 'refused', code: codes.notEnoughMargin });
    expect(await ask(randomUUID())).toEqual({ status: 'unknown' });
    expect(await ask(done, { authorization: await server.demo() })).toEqual({ status: 'unknown' });
  });

  test('a refusal for an unknown order id is remembered like any other (R-WIRE-09)', async () => {
    for (const [call, fields] of [
      ['close', { cont: '0.01' }],
      ['set_stop_price', { stop_loss_price: '1.1' }],
    ] as const) {
      const body = { id: 9_999_999, ...fields, client_id: randomUUID() };
      const answer = await server.call('POST', `/v1/api/forex/${call}`, body, auth);
      expect(answer.code).toBe(codes.orderNotFound);
      const found = await server.call('GET', '/v1/api/forex/command', { client_id: body.client_id }, auth);
      expect(found.data).toMatchObject({ status: 'refused', code: codes.orderNotFound });
    }
  });
});

describe('the first calls of a client (R-COM-06, R-RUN-04, R-SES-12, R-WIRE-20)', () => {
  test('return basic info, company status, user, health and build', async () => {
    expect((await server.call('GET', '/api/basicSet/getBasicInfo')).data).toMatchObject({
      trade_fee_type: 1,
      verify_reg_type: 'email',
      margin_call_level: '100',
      stop_out_level: '50',
      demo_balance: '50000.00',
    });
    expect((await server.call('GET', '/api/company/getCompanyStatus')).data).toMatchObject({
      status: 0,
      id: 1,
      loss_url: '',
    });
    const { data } = await server.call('GET', '/api/user/info', {}, auth);
    expect(data).toMatchObject({ is_demo: 1, email: '', credit_score: 0, level: 0 });
    expect(data.uid).toMatch(/^[1-9]\d{7}$/);
    const plain = async (url: string) => (await server.server.app.inject({ url })).json<Record<string, string>>();
    expect(await plain('/healthz')).toEqual({ status: 'ok' });
    expect(await plain('/readyz')).toEqual({ status: 'unready', reasons: ['starting'], warnings: [] });
    server.server.setReady();
    expect(await plain('/readyz')).toEqual({ status: 'ready', reasons: [], warnings: [] });
    expect(await plain('/manifest.json')).toEqual({ version: 'test' });
  });
});
