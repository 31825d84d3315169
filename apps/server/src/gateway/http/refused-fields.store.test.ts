import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../testkit/with-test-server.ts';

let server: TestServer;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await TestServer.start();
  headers = { authorization: await server.demo() };
});
afterAll(() => server.stop());

const submit = (fields: object) => server.call('POST', submitPath, fields, headers);
const without = (name: string) => Object.fromEntries(Object.entries(marketOrder).filter(([key]) => key !== name));

describe('R-WIRE-04 a refused field is named', () => {
  test.each(['type', 'cont', 'forex_id', 'status', 'multiple'])('R-ORD-04 an order without %s', async (field) => {
    expect(await submit(without(field))).toMatchObject({ code: codes.invalidField, data: { field } });
  });

  test('R-ORD-04 an order without status is refused, not taken as a market order, whatever target price it has', async () => {
    const answer = await submit({ ...without('status'), target_price: '1.00000' });
    expect(answer).toMatchObject({ code: codes.invalidField, data: { field: 'status' } });
    const { data } = await server.call('GET', '/v1/api/forex/my_deal', { status: 1 }, headers);
    expect(data.total).toBe(0);
  });

  test.each([
    [{ price: '1.15295' }, 'max_deviation'],
    [{ price: '-1' }, 'price'],
    [{ max_deviation: '0.00010' }, 'price'],
    [{ price: '1.15295', max_deviation: '-0.00001' }, 'max_deviation'],
    [{ price: '1.15295', max_deviation: '0.000001' }, 'max_deviation'],
    [{ price: '0', max_deviation: '0' }, 'price'],
  ])('R-ORD-26 the expected price and its maximum deviation need each other: %j', async (fields, field) => {
    expect(await submit({ ...marketOrder, ...fields })).toMatchObject({ code: codes.invalidField, data: { field } });
    const pending = { ...marketOrder, status: 0, target_price: '1.10000', ...fields };
    expect(await submit(pending)).toMatchObject({ code: codes.invalidField, data: { field } });
  });

  test.each([
    [{ forex_id: 999 }, codes.unknownInstrument, 'forex_id'],
    [{ cont: '0.505' }, codes.lotsOffStep, 'cont'],
    [{ cont: '100000' }, codes.lotsOutOfRange, 'cont'],
    [{ multiple: 7 }, codes.leverageNotOffered, 'multiple'],
  ])('an order with %j', async (fields, code, field) => {
    expect(await submit({ ...marketOrder, ...fields })).toMatchObject({ code, data: { field } });
  });

  test('a login without a password', async () => {
    const account = { account: 'ada@example.com', password: '' };
    const answer = await server.call('POST', '/api/user/loginForU', account, {});
    expect(answer).toMatchObject({ code: codes.invalidField, data: { field: 'password' } });
  });

  test.each([
    ['en', 'Please check the field “Lots”.'],
    ['de', 'Lots'],
    ['ar', 'عدد العقود'],
  ])('has a text in the reader’s language (%s) and its wire name in the data', async (lang, words) => {
    const answer = await server.call('POST', submitPath, without('cont'), { ...headers, lang });
    expect(answer).toMatchObject({ code: codes.invalidField, data: { field: 'cont' } });
    expect(answer.msg).toContain(words);
    expect(answer.msg).not.toContain('cont”');
  });
});
