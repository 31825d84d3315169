import { codes } from '@candor/contracts/codes';
import { depositCalls } from '@candor/contracts/console/money';
import { userCalls } from '@candor/contracts/console/people';
import { describe, expect, test } from 'vitest';
import { CallError, createApi } from './api.ts';
import { createDataProvider, listInput } from './data-provider.ts';
import { resources } from './resources.ts';

const emptyList = { code: codes.ok, msg: 'Success', data: { data: [], total: 0 } };

/** An API whose server answers everything the same, and what it was asked. */
function answering(body: unknown, init: ResponseInit = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: unknown, given: RequestInit = {}) => {
    asked.push({ url: String(url), init: given });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
  };
  return { asked, api: createApi({ fetch: fetch as typeof globalThis.fetch, token: () => 'token-1' }) };
}

const page = { pagination: { page: 2, perPage: 50 }, sort: { field: 'id', order: 'DESC' as const } };

describe('R-OPS-72 lists', () => {
  test('are asked for by the page, the order and the filters on show, and nothing that is empty', async () => {
    const { api, asked } = answering(emptyList);
    const filter = { status: 'waiting', uid: '', from: null };
    expect(await createDataProvider(api).getList('deposits', { ...page, filter })).toEqual({ data: [], total: 0 });
    expect(asked[0]?.url).toBe('/api/console/deposits?status=waiting&page=2&per_page=50&sort=id&order=DESC');
    expect(asked[0]?.init.headers).toMatchObject({ authorization: 'token-1', lang: 'en' });
  });

  test('of something have its number in their address', async () => {
    const { api, asked } = answering(emptyList);
    await createDataProvider(api).getList('ledger', { ...page, filter: { id: '40011' } });
    expect(asked[0]?.url).toContain('/api/console/accounts/40011/ledger?page=2');
    expect(listInput({}, { filter: { id: 3 } })).toMatchObject({ query: { id: 3 } });
  });

  test('are the only thing react-admin may ask for by itself', async () => {
    const provider = createDataProvider(answering(emptyList).api);
    await expect(provider.delete('deposits', { id: 1 })).rejects.toThrow(CallError);
    await expect(provider.update('deposits', { id: 1, data: {}, previousData: { id: 1 } })).rejects.toThrow(CallError);
  });

  test('all stand on a call that lists and that a role must be allowed', () => {
    for (const { list } of Object.values(resources)) expect(list).toMatchObject({ isList: true, method: 'GET' });
  });

  test('are taken away as the server’s own file, and a refusal is no file', async () => {
    const { api, asked } = answering('id\r\n1\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    const file = await api.csv(depositCalls.list, { query: { status: 'waiting' } });
    expect(await file.text()).toBe('id\r\n1\r\n');
    expect(asked[0]?.url).toBe('/api/console/deposits?status=waiting&format=csv');
    const refused = answering({ code: codes.notPermitted, msg: 'Not yours', data: null }, { status: 403 });
    await expect(refused.api.csv(depositCalls.list, {})).rejects.toThrow('Not yours');
  });
});

describe('R-OPS-72 what goes wrong', () => {
  test('is told in the server’s words, at the field it names', async () => {
    const { api } = answering({ code: codes.invalidField, msg: 'Check the reason', data: { field: 'reason' } });
    const call = api.call(userCalls.disable, { params: { uid: '7' }, body: { reason: '' } });
    await expect(call).rejects.toMatchObject({
      message: 'Check the reason',
      code: codes.invalidField,
      body: { errors: { reason: 'Check the reason' } },
    });
  });

  test('a call that is not there yet is refused, not a crash', async () => {
    const { api } = answering({ code: codes.unknownPath, msg: 'Unknown path', data: null }, { status: 404 });
    await expect(api.call(depositCalls.list)).rejects.toMatchObject({ message: 'Unknown path', status: 404 });
  });

  test('an answer of another form, or none of ours, is told as such', async () => {
    const strange = answering({ code: codes.ok, msg: '', data: { rows: 1 } });
    await expect(strange.api.call(depositCalls.list)).rejects.toMatchObject({ code: 0, name: 'CallError' });
    const proxy = answering('<html>Bad gateway</html>', { status: 502 });
    await expect(proxy.api.call(depositCalls.list)).rejects.toThrow(/HTTP 502/);
  });

  test('a number in an address cannot lead elsewhere', async () => {
    const { api, asked } = answering({ code: codes.ok, msg: '', data: null });
    await api.call(userCalls.disable, { params: { uid: '../7?x=1' }, body: { reason: 'because' } });
    expect(asked[0]?.url).toBe('/api/console/users/..%2F7%3Fx%3D1/disable');
  });
});
