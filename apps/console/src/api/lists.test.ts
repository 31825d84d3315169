import { codes } from '@candor/contracts/codes';
import { depositCalls } from '@candor/contracts/console/money';
import { userCalls } from '@candor/contracts/console/people';
import { describe, expect, test } from 'vitest';
import { createApi } from './api.ts';
import { listInput, lists, parseView } from './lists.ts';

const emptyList = { code: codes.ok, msg: 'Success', data: { data: [], total: 0 } };

/** An API whose server gives every call the same answer, and the requests it received. */
function answering(body: unknown, init: ResponseInit = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: unknown, given: RequestInit = {}) => {
    asked.push({ url: String(url), init: given });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
  };
  return { asked, api: createApi({ fetch: fetch as typeof globalThis.fetch, token: () => 'token-1' }) };
}

const page = { page: 2, perPage: 50, sort: 'id', order: 'DESC' as const };

describe('R-OPS-72 lists', () => {
  test('are requested by page, order and filters, without empty filters', async () => {
    const { api, asked } = answering(emptyList);
    const filter = { status: 'waiting', uid: '', from: null };
    const { list } = lists.deposits;
    expect(await api.call(list, listInput('deposits', { ...page, filter }) as object)).toEqual({
      data: [],
      total: 0,
    });
    expect(asked[0]?.url).toBe('/api/console/deposits?status=waiting&page=2&per_page=50&sort=id&order=DESC');
    expect(asked[0]?.init.headers).toMatchObject({ authorization: 'token-1', lang: 'en' });
  });

  test('of one record have its number in their address', async () => {
    const { api, asked } = answering(emptyList);
    await api.call(lists.ledger.list, listInput('ledger', { ...page, filter: { id: '40011' } }) as object);
    expect(asked[0]?.url).toContain('/api/console/accounts/40011/ledger?page=2');
    expect(listInput('users', { filter: { id: 3 } })).toMatchObject({ query: { id: 3 } });
  });

  test('all use a call that lists and needs a permission', () => {
    for (const { list } of Object.values(lists)) expect(list).toMatchObject({ isList: true, method: 'GET' });
  });

  test('are exported as the server’s file, and a refused export rejects', async () => {
    const { api, asked } = answering('id\r\n1\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    const file = await api.csv(depositCalls.list, { query: { status: 'waiting' } });
    expect(await file.text()).toBe('id\r\n1\r\n');
    expect(asked[0]?.url).toBe('/api/console/deposits?status=waiting&format=csv');
    const refused = answering({ code: codes.notPermitted, msg: 'Not yours', data: null }, { status: 403 });
    await expect(refused.api.csv(depositCalls.list, {})).rejects.toThrow('Not yours');
  });
});

describe('R-OPS-72 a failed call', () => {
  test('rejects with the server’s text and the field it names', async () => {
    const { api } = answering({ code: codes.invalidField, msg: 'Check the reason', data: { field: 'reason' } });
    const call = api.call(userCalls.disable, { params: { uid: '7' }, body: { reason: '' } });
    await expect(call).rejects.toMatchObject({
      message: 'Check the reason',
      code: codes.invalidField,
      field: 'reason',
    });
  });

  test('rejects if the server does not know the call', async () => {
    const { api } = answering({ code: codes.unknownPath, msg: 'Unknown path', data: null }, { status: 404 });
    await expect(api.call(depositCalls.list)).rejects.toMatchObject({ message: 'Unknown path', status: 404 });
  });

  test('rejects an answer that does not match the schema or is no envelope', async () => {
    const strange = answering({ code: codes.ok, msg: '', data: { rows: 1 } });
    await expect(strange.api.call(depositCalls.list)).rejects.toMatchObject({ code: 0, name: 'CallError' });
    const proxy = answering('<html>Bad gateway</html>', { status: 502 });
    await expect(proxy.api.call(depositCalls.list)).rejects.toThrow(/HTTP 502/);
  });

  test('escapes parameters in the address', async () => {
    const { api, asked } = answering({ code: codes.ok, msg: '', data: null });
    await api.call(userCalls.disable, { params: { uid: '../7?x=1' }, body: { reason: 'because' } });
    expect(asked[0]?.url).toBe('/api/console/users/..%2F7%3Fx%3D1/disable');
  });
});

const start = { page: 1, perPage: 25, sort: 'id', order: 'DESC', filter: { status: 'waiting' } } as const;
const viewOf = (search: string) => parseView('deposits', new URLSearchParams(search), start);

test('R-OPS-72 the address of a list sets its page, order and filters', () => {
  expect(viewOf('')).toEqual(start);
  expect(viewOf(`page=3&perPage=50&sort=since&order=ASC&filter=${encodeURIComponent('{"uid":"7"}')}`)).toEqual({
    page: 3,
    perPage: 50,
    sort: 'since',
    order: 'ASC',
    filter: { uid: '7' },
  });
});

test('a malformed part of the address is as at the start', () => {
  expect(viewOf('page=-1&perPage=x&order=up&filter=%7B')).toEqual(start);
  expect(viewOf('filter=7')).toEqual(start);
});

test.each(['format', 'page', 'per_page', 'sort', 'order', 'id', 'constructor', '__proto__', 'unknown'])(
  'R-OPS-72 a link cannot add %s to the filters of a list',
  (key) => {
    const filter = `{"status":"waiting","${key}":"csv"}`;
    const view = viewOf(new URLSearchParams({ filter }).toString());
    expect(view.filter).toEqual({ status: 'waiting' });
    expect(Object.keys(view.filter)).toEqual(['status']);
    expect(listInput('deposits', view)).toEqual({
      query: { status: 'waiting', page: 1, per_page: 25, sort: 'id', order: 'DESC' },
    });
  },
);

test('filters of an address are texts and numbers only', () => {
  const filter = '{"uid":{"$ne":1},"status":["open"],"from":1700000000000,"to":true,"symbol":"EURUSD"}';
  const view = parseView('orders', new URLSearchParams({ filter }), start);
  expect(view.filter).toEqual({ from: 1_700_000_000_000, symbol: 'EURUSD' });
});

test('every list has its filters in its query schema', () => {
  for (const { list } of Object.values(lists)) expect(Object.keys(list.query.shape)).toContain('format');
});
